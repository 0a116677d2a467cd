import { createCluster } from '../../../../src/cluster/cluster.js'
import type { Cluster } from '../../../../src/cluster/types.js'
import type { KubeObject } from '../../../../src/schema/object.js'
import { Refusal, createProgram } from './program.js'

const SHOPS = '/apis/example.com/v1/namespaces/default/shops'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const JOBS = '/apis/batch/v1/namespaces/default/jobs'
const SERVICES = '/api/v1/namespaces/default/services'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events'
const FINALIZER = 'example.com/records'

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const DEFINITION = {
  metadata: { name: 'shops.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Shop', plural: 'shops' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
        subresources: { status: {} },
      },
    ],
  },
}

/** A cluster with two nodes and the definition of shops; one shop is there from before, with its finalizer. */
export async function shopCluster(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, nodes: 2 })
  await cluster.create('CustomResourceDefinition', DEFINITION as never)
  await cluster.settled()
  await cluster.create('Shop', shop('old', { finalizers: [FINALIZER] }))
  await cluster.create('ConfigMap', { metadata: { name: 'records-old' } })
  await cluster.settled()
  return cluster
}

const shop = (name: string, metadata: object = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Shop',
  metadata: { name, ...metadata },
  spec: { replicas: 2 },
})

type Shop = KubeObject & {
  readonly spec: { readonly replicas: number }
  readonly status?: { readonly ready?: number; readonly conditions?: readonly object[] }
}

/** What the operator of a test does otherwise. */
export type Habits = {
  /** Writes a receipt for the new shop under a name that the server makes. */
  readonly receipts?: boolean
}

/** The test's part: a new shop is ordered, an old one is given up, and both are waited for. */
export const openingOf =
  (habits: Habits = {}) =>
  async (cluster: Cluster): Promise<void> => {
    await cluster.create('Shop', shop('new'))
    await cluster.delete('Shop', { name: 'old' })
    await runOperator(cluster, habits)
    await cluster.waitFor('Shop', { name: 'new' }, (found) => (found as unknown as Shop).status?.ready === 2)
    await cluster.waitForGone('Shop', { name: 'old' })
  }

/** An operator as they are written: elects a leader, reconciles level by level, and tries again what failed. */
async function runOperator(cluster: Cluster, habits: Habits): Promise<void> {
  const program = createProgram(cluster)
  const now = () => new Date(cluster.clock.now()).toISOString()
  await retried(() => hold(program, now(), 'operator-1'))
  for (let done = false; !done;) {
    done = await reconcileAll(program, now, habits).catch(() => false)
    if (!done) await nextChange(cluster, program)
    await hold(program, now(), 'operator-1').catch(() => undefined)
  }
  await retried(() => hold(program, now(), ''))
}

type Program = ReturnType<typeof createProgram>

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch {
      // Tried again from the start.
    }
  }
}

/** Waits until a watch tells of a shop, but not for more than five seconds. */
async function nextChange(cluster: Cluster, program: Program): Promise<void> {
  const abort = new AbortController()
  const timer = cluster.clock.setTimeout(() => abort.abort(), '5s')
  try {
    const { metadata } = await program.list(SHOPS)
    for await (const { type } of program.watch(SHOPS, `&resourceVersion=${metadata.resourceVersion}`, abort.signal))
      if (type !== 'BOOKMARK') break
  } catch {
    // What has changed is seen at the next reading.
  }
  cluster.clock.clearTimeout(timer)
  abort.abort()
}

async function found(getting: Promise<KubeObject>): Promise<KubeObject | undefined> {
  try {
    return await getting
  } catch (error) {
    if (error instanceof Refusal && error.code === 404) return undefined
    throw error
  }
}

/** Creates an object unless it is there. */
async function ensure(creating: Promise<KubeObject>): Promise<void> {
  try {
    await creating
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'AlreadyExists')) throw error
  }
}

/** Takes the lease, renews it, or with an empty holder gives it up. */
async function hold(program: Program, time: string, holder: string): Promise<void> {
  const renewTime = time.replace('Z', '000Z')
  const spec = { holderIdentity: holder, leaseDurationSeconds: 15, renewTime }
  const lease = await found(program.get(`${LEASES}/shops`))
  if (lease) {
    const before = lease['spec'] as { readonly holderIdentity?: string; readonly leaseTransitions?: number }
    const isNew = holder !== '' && before.holderIdentity !== holder
    const leaseTransitions = (before.leaseTransitions ?? 0) + (isNew ? 1 : 0)
    await program.update(`${LEASES}/shops`, { ...lease, spec: { ...before, ...spec, leaseTransitions } })
  } else {
    await program.create(LEASES, { metadata: { name: 'shops' }, spec: { ...spec, acquireTime: renewTime } })
  }
}

/** Returns whether there is nothing left to do. */
async function reconcileAll(program: Program, now: () => string, habits: Habits): Promise<boolean> {
  const { items } = await program.list(SHOPS)
  let done = items.length === 1
  for (const item of items as unknown as readonly Shop[])
    done = (await (item.metadata.deletionTimestamp ? close(program, item) : open(program, item, now, habits))) && done
  return done
}

/** Removes what a given-up shop leaves behind, and then its finalizer. */
async function close(program: Program, { metadata }: Shop): Promise<boolean> {
  await found(program.delete(`${CONFIG_MAPS}/records-${metadata.name}`))
  await program.patch(`${SHOPS}/${metadata.name}`, {
    metadata: { resourceVersion: metadata.resourceVersion, finalizers: null },
  })
  return false
}

/** Brings a shop to what its spec says, and writes its status. */
async function open(program: Program, one: Shop, now: () => string, { receipts }: Habits): Promise<boolean> {
  const { name, uid, finalizers = [] } = one.metadata
  if (!finalizers.includes(FINALIZER)) {
    await program.patch(`${SHOPS}/${name}`, { metadata: { finalizers: [FINALIZER] } })
    if (receipts) await program.create(CONFIG_MAPS, { metadata: { generateName: `receipt-${name}-` } })
  }
  const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Shop', name, uid, controller: true }]
  const labels = { shop: name }
  const metadata = { name, labels, ownerReferences }
  const podOf = (restartPolicy: string) => ({
    metadata: { labels },
    spec: { restartPolicy, containers: [{ name: 'main', image: 'shop:1' }] },
  })
  await ensure(program.create(CONFIG_MAPS, { metadata: { ...metadata, name: `records-${name}` } }))
  await ensure(program.create(SERVICES, { metadata, spec: { selector: labels, ports: [{ port: 80 }] } }))
  await ensure(program.create(JOBS, { metadata, spec: { template: podOf('Never') } }))
  const job = await program.get(`${JOBS}/${name}`)
  if ((job['status'] as { succeeded?: number }).succeeded !== 1) return false
  const { replicas } = one.spec
  const template = podOf('Always')
  await ensure(
    program.create(DEPLOYMENTS, { metadata, spec: { replicas, selector: { matchLabels: labels }, template } }),
  )
  const { availableReplicas: ready = 0 } = (await program.get(`${DEPLOYMENTS}/${name}`))['status'] as {
    readonly availableReplicas?: number
  }
  if (one.status?.ready === ready) return ready === replicas
  await program.create(EVENTS, {
    metadata: { generateName: `${name}-` },
    eventTime: now().replace('Z', '000Z'),
    action: 'Open',
    reason: 'Opened',
    reportingController: 'example.com/shops',
    reportingInstance: 'operator-1',
    regarding: { apiVersion: 'example.com/v1', kind: 'Shop', namespace: 'default', name, uid },
    type: 'Normal',
    note: `${ready} of ${replicas}`,
  })
  const condition = { type: 'Ready', status: String(ready === replicas), lastTransitionTime: now(), reason: 'Counted' }
  await program.update(`${SHOPS}/${name}/status`, { ...one, status: { ready, conditions: [condition] } })
  return ready === replicas
}
