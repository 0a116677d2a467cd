/**
 * Uses kubernetes-fluent-client as programs do, and prints a line for each result and event.
 *
 * usage: node fluent.mjs FOLDER-OF-THE-PACKAGE calls|finalize|watch DOMAIN [SETTING=SECONDS…], with KUBECONFIG in the environment
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, part, domain, ...settings] = process.argv.slice(2)
const { GenericKind, K8s, RegisterKind, WatchEvent, kind } = await import(
  pathToFileURL(join(folder, 'dist/index.js')).href
)

// The package has no class for this kind.
class Lease extends GenericKind {}
RegisterKind(Lease, { group: `coordination.${domain}`, version: 'v1', kind: 'Lease' })

const FINALIZER = 'example.com/tested'

const say = (...words) => console.log(words.filter((word) => word !== undefined && word !== '').join(' '))

/** Resolves to the result of a call and "ok", or to undefined and the reason of the error. */
const outcome = (call) =>
  call.then(
    (result) => [result, 'ok'],
    (error) => [undefined, error.data?.reason ?? `${error.status} ${error.data}`],
  )

/** Creates, changes and deletes an object of each kind, and prints the outcome of each call. */
async function playCalls() {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  await everyCall('Namespace', kind.Namespace)
  await everyCall('Node', kind.Node)
  await everyCall('PersistentVolumeClaim', kind.PersistentVolumeClaim, 'default', { spec: claim })
  await everyCall('Lease', Lease, 'default', { spec: { holderIdentity: 'one' } })
  await everyCall('PodDisruptionBudget', kind.PodDisruptionBudget, 'default', {
    spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
  })
}

async function everyCall(kindName, model, namespace, rest = {}) {
  const place = namespace ? { namespace } : {}
  // A copy of the filter, as chained calls add to the object they are given.
  const all = () => K8s(model, { ...place })
  const object = (name, x) => ({ metadata: { name, ...place, labels: { x } }, ...rest })
  const condition = {
    type: 'Tested',
    status: 'True',
    reason: 'Tested',
    message: '',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }
  const label = ({ metadata }) => metadata.labels.x
  const tell = async (verb, call, shown = () => '') => {
    const [result, said] = await outcome(call)
    say(kindName, verb, said, result && shown(result))
  }

  await tell('get', all().Get('a'))
  await tell('apply', all().Apply(object('a', 'created')), label)
  await tell('apply', all().Apply(object('a', 'updated')), label)
  await tell(
    'patch',
    K8s(model, { ...place, name: 'a' }).Patch([{ op: 'replace', path: '/metadata/labels/x', value: 'patched' }]),
    label,
  )
  await tell('apply', all().Apply(object('a', 'forced')))
  await tell('apply', all().Apply(object('a', 'forced'), { force: true }), label)
  await tell(
    'patch status',
    all().PatchStatus({ ...object('a', 'ignored'), status: { conditions: [condition] } }),
    ({ metadata, status }) => [metadata.labels.x, ...status.conditions.map(({ type }) => type)].join(' '),
  )
  await tell('create', all().Create(object('b', 'other')), label)
  await tell('create', all().Create(object('b', 'other')))
  await tell('get', all().Get('a'), label)
  await tell('list', all().WithLabel('x', 'forced').Get(), ({ items }) =>
    items.map(({ metadata }) => metadata.name).join(' '),
  )
  await untilDeleted(all(), ['a', 'b'], async () => {
    await tell('delete', all().Delete('a'))
    await tell('delete', all().Delete(object('b', 'other')))
  })
  await tell('get', all().Get('a'))
  await tell('delete', all().Delete('a'))
}

/** Calls `act` during a watch, and waits for its DELETED events, as controllers may delay deletions by finalizers. */
async function untilDeleted(api, names, act) {
  const left = new Set(names)
  let end
  const gone = new Promise((resolve) => (end = resolve))
  const watcher = api.Watch(({ metadata }, phase) => {
    if (phase === 'DELETED' && left.delete(metadata.name) && left.size === 0) end()
  })
  await watcher.start()
  await act()
  await gone
  watcher.close()
}

/** Delays a deletion by an applied finalizer. */
async function playFinalize() {
  const leases = () => K8s(Lease, { namespace: 'default' })
  const finalizers = async () => {
    const [lease, said] = await outcome(leases().Get('a'))
    say(
      lease
        ? `${lease.metadata.deletionTimestamp ? 'deleted' : 'there'}, finalizers ${JSON.stringify(lease.metadata.finalizers)}`
        : said,
    )
  }
  await leases().Apply({ metadata: { name: 'a' }, spec: { holderIdentity: 'one' } })
  for (const act of [
    () => leases().Finalize('add', FINALIZER, 'a'),
    () => leases().Finalize('remove', FINALIZER, 'a'),
    () => leases().Finalize('add', FINALIZER, 'a'),
    () => leases().Delete('a'),
    () => leases().Finalize('remove', FINALIZER, 'a'),
  ]) {
    say((await outcome(act()))[1])
    await finalizers()
  }
}

/** Watches leases and prints events until it is terminated. */
async function playWatch() {
  const seconds = Object.fromEntries(
    settings.map((setting) => setting.split('=')).map(([name, value]) => [name, Number(value)]),
  )
  const watcher = K8s(Lease, { namespace: 'default' }).Watch(
    ({ metadata, reason }, phase) => say(phase, metadata.name ?? reason, metadata.labels?.x),
    seconds,
  )
  for (const event of [
    'CONNECT',
    'RECONNECT',
    'OLD_RESOURCE_VERSION',
    'NETWORK_ERROR',
    'DATA_ERROR',
    'LIST_ERROR',
    'WATCH_ERROR',
    'GIVE_UP',
  ]) {
    watcher.events.on(WatchEvent[event], () => say(WatchEvent[event]))
  }
  process.once('SIGTERM', () => {
    watcher.close()
    process.exit()
  })
  await watcher.start()
}

await { calls: playCalls, finalize: playFinalize, watch: playWatch }[part]()
// The client keeps its connections open for ten minutes.
if (part !== 'watch') process.exit()
