// Prints what one client is answered by a seeded cluster, in process or over a socket: the same bytes each time.
import { createCluster, startCluster } from 'fakecluster/node'

const options = { profile: 'kubernetes', seed: 5, clock: 'virtual' }
const server = process.argv[2] === 'socket' ? await startCluster(options) : undefined
const cluster = server?.cluster ?? createCluster(options)
const origin = server?.url ?? 'http://127.0.0.1'
const ask = server ? fetch : cluster.fetch

// What a connection is made of differs from one to the next.
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']
const own = {
  'User-Agent': 'transcript/1.0',
  Accept: 'application/json',
  'Accept-Encoding': 'identity',
  'Accept-Language': '*',
}

const send = (method, path, body, headers = {}) =>
  ask(`${origin}${path}`, {
    method,
    headers: { ...own, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const told = async (reply) => {
  const { status } = reply
  const bytes = Buffer.from(await reply.arrayBuffer())
  const text = bytes.toString()
  // Protobuf is no text.
  const body = Buffer.from(text).equals(bytes) ? text : bytes.toString('base64')
  // A socket needs to be told the length, a Response knows it; a wrong one would show here.
  const plain = ([name, value]) =>
    !OF_THE_CONNECTION.includes(name) && !(name === 'content-length' && value === String(bytes.length))
  return { status, headers: [...reply.headers].filter(plain).sort(([a], [b]) => (a < b ? -1 : 1)), body }
}

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const NODES = '/api/v1/nodes'
const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims'
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const PODS = '/api/v1/namespaces/default/pods'
const CONFIGS = '/api/v1/namespaces/default/configmaps'
const RUNTIMES = '/apis/node.k8s.io/v1/runtimeclasses'
const CIDRS = '/apis/networking.k8s.io/v1/servicecidrs'

const merge = { 'Content-Type': 'application/merge-patch+json' }
const json = { 'Content-Type': 'application/json-patch+json' }
const strategic = { 'Content-Type': 'application/strategic-merge-patch+json' }
const apply = { 'Content-Type': 'application/apply-patch+yaml' }
const table = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' }
const proto = { Accept: 'application/vnd.kubernetes.protobuf,application/json' }

const lease = (metadata, spec = {}) => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec })
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner' }
const claim = (name) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
})
const volume = {
  metadata: { name: 'volume' },
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '2Gi' }, hostPath: { path: '/v' } },
}
const pod = { metadata: { name: 'web', labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } }
const applied = (holder) =>
  `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: applied }\nspec: { holderIdentity: ${holder} }\n`
const ready = { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Kubelet', message: '' }] } }

// A text advances the clock.
const steps = [
  ['GET', '/version'],
  ['GET', '/apis'],
  ['GET', '/api/v1'],
  ['GET', '/openapi/v3'],
  ['GET', '/healthz'],
  ['GET', '/api/v1/namespaces'],
  ['GET', NODES],
  ['POST', LEASES, lease({ name: 'a' }, { holderIdentity: 'one', leaseDurationSeconds: 15 })],
  ['POST', LEASES, lease({ name: 'a' })],
  ['POST', LEASES, lease({ generateName: 'b-' })],
  ['POST', LEASES, lease({ generateName: 'b-' })],
  ['POST', LEASES, lease({ name: 'Wrong Name' }, { leaseDurationSeconds: -1 })],
  ['POST', LEASES, '{ "metadata": '],
  ['POST', `${LEASES}?fieldValidation=Strict`, { ...lease({ name: 'c' }), more: 1 }],
  ['POST', `${LEASES}?fieldValidation=Warn`, { ...lease({ name: 'c' }), more: 1 }],
  ['POST', `${LEASES}?dryRun=All`, lease({ generateName: 'd-' })],
  ['GET', `${LEASES}/a`],
  ['GET', `${LEASES}/none`],
  ['GET', `${LEASES}/a`, undefined, table],
  ['GET', LEASES, undefined, table],
  ['GET', LEASES, undefined, proto],
  ['GET', `${LEASES}?limit=2`],
  ['GET', `${LEASES}?fieldSelector=metadata.name%3Da`],
  ['GET', `${LEASES}?labelSelector=%3D%3D`],
  ['PUT', `${LEASES}/a`, lease({ name: 'a' }, { holderIdentity: 'two' })],
  ['PUT', `${LEASES}/a`, lease({ name: 'a', resourceVersion: '1' })],
  ['PATCH', `${LEASES}/a`, { metadata: { labels: { x: 'y' } }, spec: { leaseTransitions: 1 } }, merge],
  ['PATCH', `${LEASES}/a`, [{ op: 'test', path: '/spec/holderIdentity', value: 'three' }], json],
  ['PATCH', `${LEASES}/a`, [{ op: 'replace', path: '/spec/holderIdentity', value: 'three' }], json],
  ['PATCH', `${LEASES}/a`, { metadata: { finalizers: ['example.com/hold'] } }, strategic],
  ['PATCH', `${LEASES}/applied?fieldManager=one`, applied('one'), apply],
  ['PATCH', `${LEASES}/applied?fieldManager=two`, applied('two'), apply],
  ['PATCH', `${LEASES}/applied?fieldManager=two&force=true`, applied('two'), apply],
  ['PATCH', `${LEASES}/a`, 'text', { 'Content-Type': 'text/plain' }],
  ['DELETE', `${LEASES}/a`],
  '10s',
  ['PATCH', `${LEASES}/a`, { metadata: { finalizers: null } }, merge],
  ['GET', `${LEASES}/a`],
  ['POST', NODES, { metadata: { name: 'n1', labels: { zone: 'a' } } }],
  ['PATCH', `${NODES}/n1/status`, ready, strategic],
  ['POST', NODES, { metadata: { name: 'n2' }, spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } }],
  '1m30s',
  ['GET', `${NODES}/n1`],
  ['GET', NODES, undefined, table],
  ['POST', '/api/v1/persistentvolumes', volume],
  ['POST', CLAIMS, claim('fits')],
  ['POST', CLAIMS, claim('waits')],
  '5s',
  ['GET', CLAIMS],
  ['DELETE', `${CLAIMS}/fits`],
  ['POST', PODS, pod],
  [
    'POST',
    BUDGETS,
    { metadata: { name: 'web' }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } },
  ],
  '5s',
  ['GET', `${BUDGETS}/web`],
  ['POST', `${PODS}/web/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'web' } }],
  ['POST', CONFIGS, { metadata: { name: 'owner' } }],
  [
    'POST',
    LEASES,
    lease({ name: 'orphan', ownerReferences: [{ ...owner, uid: '00000000-0000-0000-0000-000000000000' }] }),
  ],
  ['DELETE', `${CONFIGS}/owner?propagationPolicy=Foreground`],
  ['POST', RUNTIMES, { metadata: { name: 'fast' }, handler: 'fast' }],
  ['POST', CIDRS, { metadata: { name: 'more' }, spec: { cidrs: ['10.9.0.0/24'] } }],
  '30s',
  ['GET', `${CIDRS}/more`],
  ['POST', '/api/v1/namespaces', { metadata: { name: 'short' } }],
  ['POST', '/apis/coordination.k8s.io/v1/namespaces/short/leases', lease({ name: 'inner' })],
  ['DELETE', '/api/v1/namespaces/short'],
  '20s',
  ['GET', '/api/v1/namespaces/short'],
  ['DELETE', `${LEASES}?labelSelector=none`],
  ['DELETE', LEASES],
  ['GET', '/api/v1/events'],
  ['GET', '/nowhere'],
]
const watched = ['/apis/coordination.k8s.io/v1/leases', NODES, CLAIMS, '/api/v1/namespaces', '/api/v1/events']

const watches = []
for (const path of watched) {
  const reply = await send('GET', `${path}?watch=true&allowWatchBookmarks=true&timeoutSeconds=300`)
  watches.push(told(reply))
}
const replies = []
for (const step of steps) {
  if (typeof step === 'string') await cluster.clock.advance(step)
  else replies.push({ request: `${step[0]} ${step[1]}`, ...(await told(await send(...step))) })
}
await cluster.clock.advance('10m')
for (const [i, watch] of watches.entries()) replies.push({ request: `watch ${watched[i]}`, ...(await watch) })
await server?.close()
console.log(JSON.stringify({ replies }))
