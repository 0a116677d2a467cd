import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/server/control/operation.js'
import { operations } from '../../../src/server/control/operations.js'
import { type Cluster, createCluster } from '../../../src/index.js'
import { startFleet } from '../../../src/node/start-fleet.js'
import { startCluster } from '../../../src/node/start.js'
import { type Told, requestOf } from './asked.js'

type Ask = (path: string, init?: RequestInit) => Promise<Response>
/** What a case can use: the cluster, HTTP requests to it, and calls of other operations. */
type Scene = {
  readonly cluster: Cluster
  readonly ask: Ask
  readonly call: (command: string, told?: Told) => Promise<unknown>
}
type Case = {
  /** Prepares the cluster and returns the input of the operation. */
  readonly told?: (scene: Scene) => Told | Promise<Told>
  /** The expected reply, or the message of the refusal. */
  readonly reply: object | string
  /** Reads what is compared with `true` afterwards. */
  readonly then?: (scene: Scene) => Promise<unknown>
  readonly true?: unknown
}

const SCRIPT =
  '- before: { verb: list, kind: Node }\n  then: { status: TooManyRequests }\n- watch: { kind: Lease }\n  then: { hold: true }\n'
const leader = { metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } }
const CERTIFICATES = join(tmpdir(), 'k8s-webhook-server', 'serving-certs')
const START = '2024-01-01T00:00:00.000Z'
const LISTENS = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)
/** Of clients in the cluster that is asked, to itself. */
const BETWEEN = { input: { from: 'hub', to: 'hub' } }
const hooksIn = async ({ cluster }: Scene) => cluster.hooks.list().map(({ then }) => then)
const names = async ({ cluster }: Scene) => (await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)
const now = async ({ cluster }: Scene) => new Date(cluster.clock.now()).toISOString()

/** Opens a watch over HTTP, reads its first event, and continues reading in `rest`. */
async function openWatch({ cluster, ask }: Scene): Promise<{ readonly id: string; readonly rest: Promise<string> }> {
  await cluster.create('Lease', leader)
  const { body } = await ask('/apis/coordination.k8s.io/v1/leases?watch=true')
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  const rest = (async () => {
    let text = ''
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value
      return text
    } catch {
      return `${text}cut`
    }
  })()
  return { id: cluster.watches()[0]!.id, rest }
}

let rest: Promise<string>
const watched = async (scene: Scene): Promise<Told> => {
  const watch = await openWatch(scene)
  rest = watch.rest
  return { input: { id: watch.id } }
}
const label = (cluster: Cluster, value: string) =>
  cluster.patch('Lease', { name: 'leader' }, { metadata: { labels: { value } } })

const NAMESPACES = '/api/v1/namespaces'
/** The continue token of a list before it expires. */
let token = ''

/** The status code of a reply, or the error code of a server that refuses connections. */
const reached = async ({ ask }: Scene): Promise<unknown> =>
  ask('/version').then(
    ({ status }) => status,
    ({ cause }: { cause: { code: string } }) => cause.code,
  )

/** Forks the current state; returns the port of the fork. */
const openFork = async (call: Scene['call']): Promise<number> =>
  ((await call('fork', { input: { port: 0 } })) as { readonly port: number }).port

/** Has a user read what she may not. */
async function readPods({ cluster }: Scene): Promise<Told> {
  await cluster.as('ann').list('Pod', { namespace: 'default' })
  return { input: { user: 'ann' } }
}

const CASES: { readonly [command: string]: Case } = {
  dump: {
    async told({ cluster }) {
      await cluster.create('Lease', leader)
      const at = cluster.snapshot().state.revision
      await cluster.delete('Lease', { name: 'leader' })
      return { input: { kinds: ['Lease'], at } }
    },
    reply: {
      text: expect.stringMatching(/^apiVersion: v1\nitems:\n- apiVersion: coordination.k8s.io\/v1\n  kind: Lease\n/),
    },
  },
  load: {
    told: () => ({
      input: { name: 'lease.yaml' },
      text: 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: loaded }\n',
    }),
    reply: { resourceVersion: expect.stringMatching(/^\d+$/), time: START },
    then: names,
    true: ['loaded'],
  },
  populate: {
    told: () => ({ input: { pods: 12, deployments: 2, nodes: 3, seed: 1 } }),
    reply: { resourceVersion: expect.stringMatching(/^\d+$/), time: START },
    then: async ({ cluster }) =>
      Promise.all(
        (['Pod', 'Node', 'Deployment'] as const).map(async (kind) => (await cluster.list(kind)).items.length),
      ),
    true: [12, 3, 2],
  },
  reset: {
    async told({ cluster }) {
      await cluster.create('Lease', leader)
      await cluster.clock.advance('1m')
      return {}
    },
    reply: { resourceVersion: expect.any(String), time: START },
    then: names,
    true: [],
  },
  snapshot: {
    told: () => ({ input: { id: 'before' } }),
    reply: { id: 'before', resourceVersion: expect.any(String), time: START },
  },
  snapshots: {
    async told({ call, cluster }) {
      await cluster.clock.advance('1m')
      await call('snapshot')
      return {}
    },
    reply: {
      items: [
        { id: 'start', resourceVersion: expect.any(String), time: START },
        { id: 'snapshot-1', resourceVersion: expect.any(String), time: '2024-01-01T00:01:00.000Z' },
      ],
    },
  },
  restore: {
    async told({ call, cluster }) {
      await call('snapshot', { input: { id: 'before' } })
      await cluster.create('Lease', leader)
      return { input: { id: 'before' } }
    },
    reply: { resourceVersion: expect.any(String), time: START },
    then: names,
    true: [],
  },
  'snapshots drop': {
    async told({ call }) {
      await call('snapshot', { input: { id: 'before' } })
      return { input: { id: 'before' } }
    },
    reply: {},
    then: async ({ call }) => ((await call('snapshots')) as { items: { id: string }[] }).items.map(({ id }) => id),
    true: ['start'],
  },
  fork: {
    told: () => ({ input: { snapshot: 'start', port: 0 } }),
    reply: {
      port: expect.any(Number),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      kubeconfig: expect.stringMatching(/^kind: Config$/m),
    },
  },
  forks: { reply: { items: [] } },
  'forks close': { told: () => ({ input: { port: 1 } }), reply: 'no fork listens on port 1; there are none' },
  'forks faults': {
    async told({ call }) {
      const port = await openFork(call)
      await fetch(`http://127.0.0.1:${port}/api/v1/nodes`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"metadata":{"name":"a"}}',
      })
      return { input: { port } }
    },
    reply: {
      items: expect.arrayContaining([
        {
          fault: expect.stringMatching(/^internal-error at #1 .*POST \/api\/v1\/nodes$/),
          at: 0,
          hook: { before: { verb: 'create', kind: 'Node' }, times: 1, then: { status: 'InternalError' } },
        },
      ]),
    },
  },
  'forks compare': {
    async told({ cluster, call }) {
      const than = await openFork(call)
      await cluster.create('Node', { metadata: { name: 'a' } })
      return { input: { port: await openFork(call), than } }
    },
    reply: { items: [{ object: 'Node a', actual: expect.objectContaining({ metadata: { name: 'a' } }) }] },
  },
  clock: { reply: { resourceVersion: expect.any(String), time: START } },
  'clock advance': {
    told: () => ({ input: { by: '40s' } }),
    reply: { resourceVersion: expect.any(String), time: '2024-01-01T00:00:40.000Z' },
    then: now,
    true: '2024-01-01T00:00:40.000Z',
  },
  'clock advance-to': {
    told: () => ({ input: { to: '2024-02-01T00:00:00Z' } }),
    reply: { resourceVersion: expect.any(String), time: '2024-02-01T00:00:00.000Z' },
  },
  'clock next': {
    told: () => ({ input: { until: '2024-01-01T01:00:00Z' } }),
    reply: { moved: false, resourceVersion: expect.any(String), time: START },
  },
  settled: {
    told: () => ({ input: { until: '10s' } }),
    reply: { resourceVersion: expect.any(String), time: '2024-01-01T00:00:10.000Z' },
  },
  hooks: {
    async told({ cluster }) {
      cluster.hooks.before({ verb: 'list' }, () => undefined, { times: 2 })
      await cluster.fetch('/api/v1/nodes')
      return {}
    },
    reply: {
      items: [
        {
          id: 'hook-1',
          phase: 'before',
          match: { verb: 'list' },
          then: 'a function',
          options: { times: 2 },
          site: expect.stringContaining('operations.test.ts'),
          calls: 1,
          pending: false,
          holding: 0,
        },
      ],
    },
  },
  'hooks add': {
    told: () => ({ input: { name: 'busy.yaml' }, text: SCRIPT }),
    reply: { id: 'script-1', hooks: ['hook-1', 'hook-2'] },
    then: async ({ ask }) => (await ask('/api/v1/nodes')).status,
    true: 429,
  },
  'hooks pending': {
    async told({ cluster, ask }) {
      await cluster.hooks.script({ name: 'busy.yaml', text: SCRIPT })
      await ask('/api/v1/nodes')
      return {}
    },
    reply: { items: [expect.objectContaining({ id: 'hook-2', phase: 'watch', site: 'busy.yaml:3' })] },
  },
  'hooks verify': {
    async told({ cluster }) {
      await cluster.hooks.script({ name: 'busy.yaml', text: SCRIPT })
      return {}
    },
    reply: expect.stringMatching(
      /^the expectations of the scripts were not met:\n {2}.*busy\.yaml:1/,
    ) as unknown as string,
  },
  'hooks release': {
    async told(scene) {
      await watched(scene)
      await scene.call('hooks add', { text: '- watch: { kind: Lease }\n  then: { hold: true }\n' })
      await label(scene.cluster, 'a')
      await scene.cluster.clock.advance(0)
      return { input: { id: 'hook-1', count: 1 } }
    },
    reply: { waited: 1 },
  },
  'hooks remove': {
    async told({ call }) {
      await call('hooks add', { text: SCRIPT })
      return { input: { id: 'script-1' } }
    },
    reply: {},
    then: ({ call }) => call('hooks'),
    true: { items: [] },
  },
  'hooks clear': {
    async told({ call }) {
      await call('hooks add', { text: SCRIPT })
      return {}
    },
    reply: {},
    then: ({ call }) => call('hooks'),
    true: { items: [] },
  },
  pause: {
    reply: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
    then: reached,
    true: 'ECONNREFUSED',
  },
  resume: {
    reply: {},
    async then(scene) {
      const { url } = (await scene.call('pause')) as { url: string }
      const before = await reached(scene)
      await fetch(`${url}/_fakecluster/resume`, { method: 'POST' })
      return [before, await reached(scene)]
    },
    true: ['ECONNREFUSED', 200],
  },
  kubeconfig: {
    async told() {
      return { input: { as: 'ann' } }
    },
    reply: { text: expect.stringMatching(/server: "http:[^]*token: "[0-9a-f-]{36}"/) },
  },
  webhooks: {
    told: () => ({
      input: { address: '127.0.0.1:9443' },
      text: `kind: ValidatingWebhookConfiguration\napiVersion: admissionregistration.k8s.io/v1\nmetadata: { name: mine }\nwebhooks: []`,
    }),
    reply: { resourceVersion: expect.stringMatching(/^\d+$/), time: START, certificates: CERTIFICATES },
  },
  idle: {
    told: () => ({ input: { quiet: '1ms' } }),
    reply: { resourceVersion: expect.stringMatching(/^\d+$/), time: START },
  },
  watches: {
    async told(scene) {
      await watched(scene)
      return {}
    },
    reply: { items: [expect.objectContaining({ id: 'watch-1', kind: 'Lease', namespace: '', held: false })] },
  },
  'watches hold': {
    told: watched,
    reply: {},
    async then({ cluster }) {
      await label(cluster, 'a')
      await cluster.clock.advance(0)
      return cluster.watches().map(({ held }) => held?.type)
    },
    true: ['MODIFIED'],
  },
  'watches release': {
    async told(scene) {
      const { input } = await watched(scene)
      scene.cluster.watches()[0]!.hold()
      await label(scene.cluster, 'a')
      await scene.cluster.clock.advance(0)
      return { input: { ...input, count: 'all' } }
    },
    reply: { waited: true },
    async then({ cluster }) {
      cluster.watches()[0]!.end()
      return (await rest).trim().split('\n').length
    },
    true: 1,
  },
  'watches cut': { told: watched, reply: {}, then: () => rest, true: 'cut' },
  'watches expire': {
    told: watched,
    reply: {},
    then: async () => (JSON.parse(await rest) as { object: { code: number } }).object.code,
    true: 410,
  },
  'watches end': { told: watched, reply: {}, then: () => rest, true: '' },
  'tokens expire': {
    async told({ ask }) {
      const page = (await (await ask(`${NAMESPACES}?limit=1`)).json()) as { metadata: { continue: string } }
      token = page.metadata.continue
      expect((await ask(`${NAMESPACES}?limit=1&continue=${token}`)).status).toBe(200)
      return {}
    },
    reply: {},
    then: async ({ ask }) => (await ask(`${NAMESPACES}?limit=1&continue=${token}`)).status,
    true: 410,
  },
  journal: {
    async told({ cluster, ask }) {
      await cluster.create('Lease', leader)
      await ask('/api/v1/nodes/none', { headers: { 'User-Agent': 'operator' } })
      await ask('/api/v1/nodes/none', { headers: { 'User-Agent': 'operator' } })
      return { input: { kind: ['Node'], code: ['4*'], limit: 1 } }
    },
    reply: {
      items: [
        expect.objectContaining({
          sequence: 3,
          time: START,
          path: '/api/v1/nodes/none',
          code: 404,
          reason: 'NotFound',
          userAgent: 'operator',
        }),
      ],
      dropped: 0,
      lost: 0,
      last: 3,
      bytes: expect.any(Number),
      limit: { requests: 1000, bytes: 64 * 1024 * 1024 },
    },
  },
  'journal clear': {
    async told({ cluster }) {
      await cluster.list('Node')
      return {}
    },
    reply: {},
    then: async ({ cluster }) => cluster.journal.requests(),
    true: [],
  },
  'access used': { told: readPods, reply: { text: expect.stringContaining('- pods') } },
  'access beyond': {
    async told(scene) {
      await readPods(scene)
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
      return { input: { user: 'ann' }, text: JSON.stringify({ kind: 'ClusterRole', rules }) }
    },
    reply: { text: expect.stringMatching(/- pods\n\s+verbs:\n\s+- list/) },
  },
  'access unused': {
    async told(scene) {
      await readPods(scene)
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }]
      return { input: {}, text: JSON.stringify({ kind: 'ClusterRole', rules }) }
    },
    reply: { items: [{ namespace: '', rule: { apiGroups: [''], resources: ['pods'], verbs: ['get'] } }] },
  },
  'access refused': {
    told: readPods,
    reply: { items: [{ user: 'ann', verb: 'list', what: 'pods', namespace: 'default', name: '', count: 1 }] },
  },
  'access clear': {
    async told(scene) {
      await readPods(scene)
      return {}
    },
    reply: {},
    then: async ({ cluster }) => cluster.access.refused(),
    true: [],
  },
  why: {
    async told({ ask }) {
      await ask('/apis/coordination.k8s.io/v1/namespaces/default/leases', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'operator' },
        body: JSON.stringify(leader),
      })
      return { input: { kind: 'Lease', name: 'leader' } }
    },
    reply: {
      kind: 'Lease',
      namespace: 'default',
      name: 'leader',
      complete: true,
      steps: [expect.objectContaining({ type: 'added', manager: 'operator' })],
      text: expect.stringMatching(/^Lease default\/leader: 1 changes\n {2}\d+ added by operator: POST /),
    },
  },
  diff: {
    async told({ cluster }) {
      await cluster.create('Lease', leader)
      return { input: { from: 'start', ignore: ['/metadata'] } }
    },
    reply: { items: [expect.objectContaining({ type: 'added', kind: 'Lease', namespace: 'default', name: 'leader' })] },
  },
  history: {
    reply: {
      from: expect.any(Number),
      to: expect.any(Number),
      changes: expect.any(Number),
      bytes: expect.any(Number),
      limit: { changes: 10_000, bytes: expect.any(Number) },
    },
  },
  bundle: {
    async told({ cluster }) {
      await cluster.create('Lease', leader)
      const since = cluster.history.to
      await cluster.delete('Lease', { name: 'leader' })
      return { input: { since, requests: 1 } }
    },
    reply: expect.objectContaining({
      format: 1,
      start: [],
      changes: [expect.objectContaining({ type: 'removed', kind: 'Lease', name: 'leader', request: 2 })],
      requests: [expect.objectContaining({ sequence: 2, method: 'DELETE' })],
    }) as object,
  },
  parts: {
    async told({ cluster }) {
      await cluster.create('Lease', leader)
      return { input: { look: ['example.com/v1/Nothing', 'coordination.k8s.io/v1/Lease'] } }
    },
    // The head has the number of objects, and the objects of the kind in `look`.
    reply: {
      text: expect.stringMatching(
        /^\{"type":"head",.*"coordination.k8s.io\/v1\/Lease":1.*"name":"leader".*\n(.*\n)*\{"type":"end"\}\n$/,
      ),
    },
  },
  controllers: { reply: { items: [{ name: 'namespace-end' }] } },
  fleet: {
    reply: {
      items: ['hub', 'east'].map((name) => ({
        name,
        url: LISTENS,
        kubeconfig: expect.stringContaining(`name: "${name}"`),
      })),
    },
  },
  'fleet kubeconfig': {
    told: () => ({ input: { from: 'hub' } }),
    reply: { text: expect.stringMatching(/^- name: east\n(.*\n)*^- name: hub$/m) },
  },
  'fleet partition': {
    told: () => BETWEEN,
    reply: {},
    then: hooksIn,
    true: [{ cut: true }, { cut: true }, { cut: true }],
  },
  'fleet delay': {
    told: () => ({ input: { ...BETWEEN.input, by: '2s' } }),
    reply: {},
    then: hooksIn,
    true: [{ delay: '2s' }, { delay: '2s' }, { hold: '2s' }],
  },
  'fleet heal': {
    async told({ call }) {
      await call('fleet partition', BETWEEN)
      return BETWEEN
    },
    reply: {},
    then: hooksIn,
    true: [],
  },
  'fleet settled': {
    told: () => ({ input: { until: '10s' } }),
    reply: { resourceVersion: expect.any(String), time: '2024-01-01T00:00:10.000Z' },
  },
  'fleet snapshot': { reply: { id: 'snapshot-1', time: START } },
  'fleet snapshots': { reply: { items: [{ id: 'start', time: START }] } },
  'fleet restore': {
    async told({ call }) {
      await call('clock advance', { input: { by: '40s' } })
      return { input: { id: 'start' } }
    },
    reply: { resourceVersion: expect.any(String), time: START },
  },
  'fleet snapshots drop': {
    told: () => ({ input: { id: 'before' } }),
    reply: 'there is no snapshot "before"; there is start',
  },
  'fleet fork': {
    reply: { port: expect.any(Number), url: LISTENS, kubeconfig: expect.stringContaining('name: east') },
  },
  'fleet forks': { reply: { items: [] } },
  'fleet forks close': { told: () => ({ input: { port: 1 } }), reply: 'no fork listens on port 1; there are none' },
  routes: {
    reply: {
      items: expect.arrayContaining([expect.objectContaining({ method: 'POST', path: '/_fakecluster/clock/advance' })]),
    },
  },
  version: { reply: { kubernetes: 'v1.33.13' } },
  openapi: {
    reply: {
      openapi: '3.1.0',
      info: expect.anything(),
      paths: expect.anything(),
      components: expect.anything(),
      security: expect.anything(),
    },
  },
}

/** Calls an operation with its case: returns the reply, its deviations from the declaration, and what `then` reads. */
async function perform(operation: Operation, { cluster, ask }: Pick<Scene, 'cluster' | 'ask'>): Promise<object> {
  const send = (called: Operation, told: Told) => {
    const { path, init } = requestOf(called, told)
    return ask(path, init)
  }
  const scene: Scene = {
    cluster,
    ask,
    call: async (command, told = {}) =>
      (
        await send(
          operations.find((each) => each.command === command)!,
          told,
        )
      ).json(),
  }
  const { told, then } = CASES[operation.command]!
  const response = await send(operation, (await told?.(scene)) ?? {})
  const text = await response.text()
  const value: unknown = operation.reply.type === 'text' ? { text } : JSON.parse(text)
  const reply = response.status === 200 ? value : (value as { message: string }).message
  const wrong = response.status === 200 && operation.reply.type === 'json' ? operation.reply.shape.check(value, []) : []
  return { reply, wrong, true: await then?.(scene) }
}

const expected = ({ command }: Operation) => ({ reply: CASES[command]!.reply, wrong: [], true: CASES[command]!.true })

const OPTIONS = { profile: 'kubernetes', seed: 1, clock: 'virtual', controllers: ['namespace-end'] } as const
/** With what some operations are about. */
const optionsOf = ({ command }: Operation) =>
  command.startsWith('access') ? ({ ...OPTIONS, authorization: 'rbac-audit' } as const) : OPTIONS
const UNSERVED =
  'this cluster is served on no port, and so is no fork of it; in the program it is in, call cluster.fork(), or serve it with startCluster'

test('each operation has a case, and each case an operation', () => {
  expect(Object.keys(CASES)).toEqual(operations.map(({ command }) => command))
})

describe('operation in process', () => {
  test.each(
    operations.filter(
      ({ command }) =>
        !/^(fork|fleet)/.test(command) && !['pause', 'resume', 'kubeconfig', 'webhooks'].includes(command),
    ),
  )('$command', async (operation) => {
    const cluster = createCluster(optionsOf(operation))
    expect(await perform(operation, { cluster, ask: cluster.fetch })).toEqual(expected(operation))
  })

  test.each(operations.filter(({ command }) => command === 'fork' || command.startsWith('forks ')))(
    '$command needs a server',
    async (operation) => {
      const { path, init } = requestOf(operation, {
        input: { fork: {}, 'forks compare': { port: 1, than: 2 } }[operation.command] ?? { port: 1 },
      })
      const reply = await createCluster(OPTIONS).fetch(path, init)
      expect({ code: reply.status, message: ((await reply.json()) as { message: string }).message }).toEqual({
        code: 501,
        message: UNSERVED,
      })
    },
  )

  test('what is of a fleet needs one', async () => {
    const reply = await createCluster(OPTIONS).fetch('/_fakecluster/fleet/snapshots', { method: 'POST' })
    expect(await reply.json()).toMatchObject({
      code: 501,
      message:
        'this cluster is in no fleet that is served; start one with fakecluster --clusters hub,east, or with startFleet',
    })
  })

  test.each(['pause', 'resume', 'webhooks'])('%s needs a server', async (command) => {
    const reply = await createCluster(OPTIONS).fetch(`/_fakecluster/${command}`, { method: 'POST' })
    expect(await reply.json()).toMatchObject({
      code: 501,
      message:
        'this cluster is served on no port, so there is nothing to pause or resume, no kubeconfig for it, and no folder for certificates; serve it with startCluster',
    })
  })
})

/** Serves a cluster, or the first of a fleet for what is of one. */
async function served(operation: Operation) {
  if (!operation.command.startsWith('fleet')) return startCluster(optionsOf(operation))
  const started = await startFleet({ hub: {}, east: {} }, OPTIONS)
  const { url } = started.servers.hub
  return { url, cluster: started.fleet.clusters.hub, [Symbol.asyncDispose]: started.close }
}

describe('operation over a socket', () => {
  test.each(operations)('$command', async (operation) => {
    await using server = await served(operation)
    expect(
      await perform(operation, { cluster: server.cluster, ask: (path, init) => fetch(server.url + path, init) }),
    ).toEqual(expected(operation))
  })
})
