import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connect as connectPage } from '../../src/browser/connect.js'
import { intercept } from '../../src/browser/intercept.js'
import { createKeptInput } from '../../src/rest/connect/session.js'
import { answerExec } from '../../src/rest/containers/exec-answer.js'
import { type Cluster, type ClusterOptions, createCluster } from '../../src/index.js'
import { type StartOptions, startCluster } from '../../src/node.js'
import { SERVER_OPTIONS, listen } from '../../src/node/server/serve.js'
import { openSocket } from '../hostile/support/pipelined.js'
import { parseStart } from '../../src/node/cli/start-command.js'
import { definitionOf, versionOf } from '../suites/definition.js'
import { root } from '../package/install.js'
import { tableUnder } from './execute/tables.js'

const HOUR = 3_600_000
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

const kubernetes = (options: ClusterOptions = {}) => createCluster({ seed: 1, ...options })
const hourLater = (cluster: Cluster) => cluster.clock.advance(HOUR)

/** The status codes of paths. */
async function codes(cluster: Cluster, paths: readonly string[], init?: RequestInit): Promise<readonly number[]> {
  return Promise.all(paths.map(async (path) => (await cluster.fetch(path, init)).status))
}

async function served<T>(options: StartOptions, use: (url: URL) => Promise<T>): Promise<T> {
  const server = await startCluster({ ...options })
  try {
    return await use(new URL(server.url))
  } finally {
    await server.close()
  }
}

/** What a webhook is asked to convert. */
type Conversion = {
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly object[] }
}

/** A CRD of widgets in two versions. */
const definition = (spec: object, more: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: ['v1', 'v2'].map((name, i) => ({
      name,
      served: true,
      storage: i === 0,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } }, ...spec },
          },
        },
      },
    })),
    ...more,
  },
})

/** A check of each row of the table, by the words it begins with; it fails when the departure is gone. */
const departures: Readonly<Record<string, () => Promise<void>>> = {
  async 'A read at a resource version still to come'() {
    // The clock stands still: a server that waits would not answer.
    expect(
      await codes(kubernetes(), ['/api/v1/nodes?resourceVersion=999999', '/api/v1/nodes/a?resourceVersion=999999']),
    ).toEqual([504, 504])
  },
  async 'ComponentStatuses are always healthy'() {
    const { items } = await kubernetes().list('ComponentStatus')
    const health = items.map(({ metadata, conditions }) => [metadata.name, conditions?.map(({ status }) => status)])
    expect(health).toEqual([
      ['controller-manager', ['True']],
      ['etcd-0', ['True']],
      ['scheduler', ['True']],
    ])
  },
  async 'A watch from a resource version still to come'() {
    const watch = kubernetes().watch('Lease', { resourceVersion: '999999' })
    await expect(watch.next()).rejects.toMatchObject({ code: 410, reason: 'Expired' })
  },
  async 'The past is kept by number: the last 10 000 changes'() {
    const cluster = kubernetes()
    const { metadata } = await cluster.create('Lease', { metadata: { name: 'leader' } })
    const first = async () => {
      for await (const { type } of cluster.watch('Lease', { resourceVersion: metadata.resourceVersion! })) return type
      return undefined
    }
    const renew = (i: number) => cluster.patch('Lease', { name: 'leader' }, { spec: { leaseTransitions: i } })
    await renew(1)
    await hourLater(cluster)
    expect(await first()).toBe('MODIFIED')
    for (let i = 2; i <= 10_001; i++) await renew(i)
    await expect(first()).rejects.toMatchObject({ code: 410 })
  },
  async 'A body may be nested 1 000 levels deep'() {
    const nested = (depth: number) => `{"metadata":{"name":"a"},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const post = async (depth: number) => {
      const headers = { 'Content-Type': 'application/json' }
      return (await kubernetes().fetch('/api/v1/nodes?dryRun=All', { method: 'POST', headers, body: nested(depth) }))
        .status
    }
    expect([await post(900), await post(1_100)]).toEqual([201, 400])
  },
  async 'The aliases of a YAML text repeat 3 MiB of text at most'() {
    const post = async (times: number) => {
      const body = `metadata: {name: a}\nx: &x ${'x'.repeat(100_000)}\ny: [${'*x,'.repeat(times)}]`
      const headers = { 'Content-Type': 'application/yaml' }
      return (await kubernetes().fetch('/api/v1/nodes?dryRun=All', { method: 'POST', headers, body })).status
    }
    expect([await post(30), await post(40)]).toEqual([201, 400])
  },
  async 'A YAML body of more than half a million values is refused'() {
    const post = async (values: number) => {
      const body = `metadata: {name: a}\nx: [${'a,'.repeat(values)}]`
      const headers = { 'Content-Type': 'application/yaml' }
      return (await kubernetes().fetch('/api/v1/nodes?dryRun=All', { method: 'POST', headers, body })).status
    }
    expect([await post(400_000), await post(600_000)]).toEqual([201, 400])
  },
  async 'Of the keys that a YAML text sets twice 1 000 are told'() {
    const reply = await kubernetes().fetch('/api/v1/namespaces/default/configmaps?fieldValidation=Strict', {
      method: 'POST',
      headers: { 'content-type': 'application/yaml' },
      body: `metadata: {name: a}\ndata:\n${'  a: b\n'.repeat(1500)}`,
    })
    const { message } = (await reply.json()) as { message: string }
    expect(message.match(/already set in map/g)).toHaveLength(1000)
  },

  async 'A JSON patch moves 200 million items of lists at most'() {
    const cluster = kubernetes()
    await cluster.create('ConfigMap', { metadata: { name: 'a', finalizers: ['example.com/a'] } })
    const first = { op: 'add', path: '/x', value: Array.from({ length: 30_000 }, () => 0) }
    const codeOf = async (times: number) => {
      const moves = Array.from({ length: times }, () => ({ op: 'add', path: '/x/0', value: 0 }))
      const body = JSON.stringify([first, ...moves, { op: 'remove', path: '/x' }])
      const headers = { 'content-type': 'application/json-patch+json' }
      return (await codes(cluster, ['/api/v1/namespaces/default/configmaps/a'], { method: 'PATCH', headers, body }))[0]
    }
    expect([await codeOf(5000), await codeOf(9000)]).toEqual([200, 422])
  },

  async 'A `test` of a JSON patch compares values'() {
    const cluster = kubernetes()
    await cluster.create('ConfigMap', { metadata: { name: 'a' }, data: { text: 'a<b' } })
    const headers = { 'content-type': 'application/json-patch+json' }
    const body = '[{"op":"test","path":"/data/text","value":"a<b"}]'
    const path = '/api/v1/namespaces/default/configmaps/a'
    expect(await codes(cluster, [path], { method: 'PATCH', headers, body })).toEqual([200])
  },

  async 'A quantity of more than 1 000 digits is refused'() {
    const limits = (digits: number) => ({ resources: { limits: { cpu: '1'.repeat(digits) } } })
    const create = (digits: number) =>
      kubernetes().create('Pod', {
        metadata: { name: 'a' },
        spec: { containers: [{ name: 'a', image: 'a', ...limits(digits) }] },
      })
    await create(1000)
    await expect(create(1001)).rejects.toThrow('quantities must match the regular expression')
  },

  async 'Whether etcd would take an object of a built-in kind'() {
    // An item takes two bytes more than its name, as its empty value is encoded too: 1.6 MB in all.
    const env = Array.from({ length: 100_000 }, (_, i) => ({ name: `e${100_000_000 + i}` }))
    const spec = { containers: [{ name: 'a', image: 'a', env }] }
    const { metadata } = await kubernetes().create('Pod', { metadata: { name: 'a' }, spec })
    expect(metadata.managedFields).toBeUndefined()
  },

  async 'What is wrong with several members of one map'() {
    const labels = { c: 'x c', a: 'x a', b: 'x b' }
    for (let seed = 0; seed < 10; seed++) {
      const problem = await createCluster({ seed })
        .create('Node', { metadata: { name: 'a', labels } })
        .catch((error: unknown) => String(error))
      expect(String(problem).match(/x [abc]/g)).toEqual(['x a', 'x b', 'x c'])
    }
  },
  async 'Of the versions that `--runtime-config` switches on there are'() {
    const start = (key: string) => () => createCluster({ runtimeConfig: { [key]: true } })
    expect(start('storage.k8s.io/v1beta1')).not.toThrow()
    expect(start('admissionregistration.k8s.io/v1alpha1')).not.toThrow()
    expect(() => createCluster({ kubernetesVersion: '1.35', featureGates: { MutatingAdmissionPolicy: true } })).toThrow(
      'needs admissionregistration',
    )
    expect(start('storage.k8s.io/v1alpha1')).toThrow('storage.k8s.io/v1alpha1 is not among the built-in APIs here')
  },
  async 'Devices that are bound under conditions are not allocated'() {
    const cluster = kubernetes({ kubernetesVersion: '1.37', nodes: 1 })
    const driver = 'a.example.com'
    await cluster.create('DeviceClass', { metadata: { name: 'a' }, spec: {} })
    await cluster.create('ResourceSlice', {
      metadata: { name: 'a' },
      spec: {
        ...{ driver, allNodes: true, pool: { name: 'a', generation: 1, resourceSliceCount: 1 } },
        devices: [{ name: 'a', bindingConditions: ['a.example.com/b'], bindingFailureConditions: ['a.example.com/c'] }],
      },
    })
    const devices = { requests: [{ name: 'a', exactly: { deviceClassName: 'a' } }] }
    await cluster.create('ResourceClaim', { metadata: { name: 'a' }, spec: { devices } })
    const resourceClaims = [{ name: 'a', resourceClaimName: 'a' }]
    await cluster.create('Pod', {
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'a', image: 'a' }], resourceClaims },
    })
    await cluster.settled()
    expect((await cluster.get('Pod', { name: 'a' })).status?.conditions?.[0]?.message).toContain(
      '1 cannot allocate all claims',
    )
  },
  async 'LeaseCandidate (`coordination.k8s.io/v1beta1`) is served unless'() {
    const path = '/apis/coordination.k8s.io/v1beta1/leasecandidates'
    expect(await codes(kubernetes(), [path])).toEqual([200])
    expect(await codes(kubernetes({ runtimeConfig: { 'coordination.k8s.io/v1beta1': false } }), [path])).toEqual([404])
  },
  async 'In [later versions](versions.md) nothing publishes'() {
    const cluster = createCluster({ seed: 1, kubernetesVersion: '1.37', nodes: 1 })
    const containers = [{ name: 'a', image: 'a' }]
    const resources = { requests: { cpu: '1' } }
    await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers, resources } })
    await cluster.clock.advance('10s')
    expect((await cluster.list('ClusterTrustBundle')).items).toEqual([])
    const url = 'http://localhost/api/v1/namespaces/default/pods/a/resize'
    const headers = { 'content-type': 'application/strategic-merge-patch+json' }
    const body = JSON.stringify({ spec: { resources: { requests: { cpu: '2' } } } })
    expect((await cluster.fetch(url, { method: 'PATCH', headers, body })).status).toBe(200)
    await cluster.clock.advance('10s')
    const resized = await cluster.get('Pod', { name: 'a' })
    expect(resized.status).not.toHaveProperty('resources')
    expect(resized.status).not.toHaveProperty('allocatedResources')
  },
  async 'A Binding that is posted to `bindings` gives its pod'() {
    const { fetch, get, create } = createCluster({
      seed: 1,
      kubernetesVersion: '1.35',
      controllers: ['service-accounts'],
    })
    const labels = { 'topology.kubernetes.io/zone': 'z' }
    await create('Node', { metadata: { name: 'n', labels } })
    await create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ metadata: { name: 'a' }, target: { kind: 'Node', name: 'n' } })
    await fetch('http://localhost/api/v1/namespaces/default/bindings', { method: 'POST', headers, body })
    expect((await get('Pod', { name: 'a' })).metadata.labels).toEqual(labels)
  },
  async 'Discovery is aggregated in v2beta1 too'() {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json'
    const document = await (await kubernetes().fetch('/apis', { headers: { accept } })).json()
    expect(document).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2beta1' })
  },
  async 'Of an object with which more than 20 000 things are wrong'() {
    const create = (length: number) =>
      kubernetes().create('ConfigMap', { metadata: { name: 'a', finalizers: Array.from({ length }, () => 'A b') } })
    await expect(create(2)).rejects.toThrow("name part must consist of alphanumeric characters, '-', '_' or '.'")
    await expect(create(21_000)).rejects.toThrow('more than 20000 faults were found, of which none is told')
  },
  async 'HTTP/1.1 only'() {
    const protocol = await served({ tls: true }, ({ hostname, port }) => {
      return new Promise((resolve, reject) => {
        const socket = connect(
          { host: hostname, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] },
          () => {
            resolve(socket.alpnProtocol)
            socket.destroy()
          },
        )
        socket.on('error', reject)
      })
    })
    expect(protocol).toBe('http/1.1')
  },
  async 'In a page, an `XMLHttpRequest`'() {
    // The browser tests cover XMLHttpRequest in a real page.
    Object.assign(globalThis, { XMLHttpRequest: class extends EventTarget {} })
    const interception = intercept(kubernetes(), { hosts: ['cluster.local'] })
    try {
      const request = new XMLHttpRequest()
      expect(() => request.open('GET', 'http://cluster.local/version', false)).toThrow('while the page stands still')
    } finally {
      interception.restore()
      Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
    }
  },
  async 'A request that has not come within a minute is answered 408, without a body'() {
    const { app, handle } = kubernetes()
    const server = await listen({
      fetch: (request, bindings) => app.fetch(request, bindings),
      handle,
      host: '127.0.0.1',
      port: 0,
      requestTimeout: 100,
      report: () => undefined,
    })
    const socket = await openSocket(server.url)
    socket.write('POST /api/v1/nodes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(?:.+\r\n)*\r\n$/)
    await server.close()
    expect(SERVER_OPTIONS.requestTimeout).toBe(60_000)
  },
  async 'Nothing runs and no image is pulled'() {
    const cluster = kubernetes({ nodes: 1 })
    const spec = { containers: [{ name: 'a', image: 'no-such-registry.example.com/none:0' }] }
    await cluster.create('v1/Pod', { metadata: { name: 'a' }, spec })
    await cluster.clock.advance('5s')
    expect((await cluster.get('Pod', { name: 'a' })).status?.phase).toBe('Running')
  },
  async '`.` and `..` in the path of a Request'() {
    const cluster = kubernetes()
    const path = '/api/v1/namespaces/default/configmaps/%2E%2E'
    for (const input of [`http://a${path}`, new URL(`http://a${path}`), new Request(`http://a${path}`)])
      expect((await cluster.fetch(input)).status).toBe(200)
    expect(await codes(cluster, [path])).toEqual([400])
  },
  async 'A request line with bytes beyond ASCII'() {
    await served({ clock: 'virtual', seed: 1 }, async ({ href }) => {
      const socket = await openSocket(href)
      socket.write('GET /api/v1/nodes/\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1')
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(?:.+\r\n)*\r\n$/)
    })
  },
  async 'The scheduler does not mind where images are'() {
    const places = new Set<string | undefined>()
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const cluster = createCluster({ seed, nodes: 2 })
      const images = [{ names: ['shop/api:1'], sizeBytes: 1_000_000_000 }]
      // SizeBytes is a number in JSON.
      await cluster.patch('Node', { name: 'node-2' }, { status: { images } } as never, { subresource: 'status' })
      await cluster.create('Pod', {
        metadata: { name: 'a' },
        spec: { containers: [{ name: 'a', image: 'shop/api:1' }] },
      })
      places.add((await cluster.get('Pod', { name: 'a' })).spec?.nodeName)
    }
    expect(places).toEqual(new Set(['node-1', 'node-2']))
  },
  async 'Where there are no nodes a pod is tried once'() {
    const cluster = kubernetes()
    await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } })
    await cluster.clock.advance('4m')
    const { items } = await cluster.list('events.k8s.io/v1/Event')
    expect(items.map(({ reason, series }) => [reason, series])).toEqual([['FailedScheduling', undefined]])
  },
  async 'At the proxy of a node a kubelet answers what is read of it'() {
    const cluster = kubernetes({ nodes: 1 })
    const paths = ['pods', 'exec/default/a/a', 'run/default/a/a', 'containerLogs/default/a/a', 'logs/']
    const all = paths.map((path) => `/api/v1/nodes/node-1/proxy/${path}`)
    expect(await codes(cluster, all, {})).toEqual([200, 501, 501, 501, 501])
  },
  async '`exec` and `attach` are over WebSockets only'() {
    const cluster = kubernetes({ nodes: 1 })
    const spec = { nodeName: 'node-1', containers: [{ name: 'a', image: 'a' }] }
    await cluster.create('v1/Pod', { metadata: { name: 'a' }, spec })
    await cluster.clock.advance('1s')
    const pods = ['exec?command=ls&stdout=true', 'attach?stdout=true'].map(
      (name) => `/api/v1/namespaces/default/pods/a/${name}`,
    )
    const headers = { 'X-Stream-Protocol-Version': 'v4.channel.k8s.io' }
    expect(await codes(cluster, pods, { method: 'POST', headers })).toEqual([501, 501])
    const request = {
      command: ['tar', 'cf', '-'],
      stdin: '',
      tty: false,
      namespace: 'default',
      pod: 'a',
      container: 'a',
    }
    expect(await answerExec({}, request)).toMatchObject({ code: 2 })
  },
  async 'A forwarded port carries HTTP/1.1'() {
    const containers = { http: { '/': 'home' } }
    const server = await startCluster({ port: 0, clock: 'virtual', seed: 1, nodes: 1, containers })
    const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } }
    await server.cluster.create('v1/Pod', pod)
    await server.cluster.clock.advance('1s')
    const path = '/api/v1/namespaces/default/pods/a/portforward?ports=5432'
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, ['v4.channel.k8s.io'])
    let answer = ''
    socket.on('message', (bytes: Buffer) => void (answer += bytes.toString('latin1', 1)))
    // How a client of PostgreSQL begins.
    socket.on('open', () => socket.send(Uint8Array.of(0, 0, 0, 0, 8, 4, 210, 22, 47)))
    await new Promise((resolve) => socket.on('close', resolve))
    await server.close()
    expect(answer).toContain('HTTP/1.1 400 Bad Request')
    const none = () => undefined
    const heard: string[] = []
    const end = { isClosed: () => false, opened: () => heard.push('opened'), receive: none, ended: none }
    const broken = () => void heard.push('broken')
    await connectPage(server.cluster, `http://a${path}`, ['v4.channel.k8s.io'], { ...end, broken })
    expect(heard).toEqual(['broken'])
  },
  async 'A command is told what is sent to it only by `v5.channel.k8s.io`'() {
    const told: string[] = []
    const exec = ({ stdin }: { readonly stdin: string }) => (told.push(stdin), '')
    const server = await startCluster({ port: 0, clock: 'virtual', seed: 1, nodes: 1, containers: { exec } })
    const { cluster, url } = server
    const pod = { metadata: { name: 'a' }, spec: { nodeName: 'node-1', containers: [{ name: 'a', image: 'a' }] } }
    await cluster.create('v1/Pod', pod)
    await cluster.clock.advance('1s')
    const path = '/api/v1/namespaces/default/pods/a/exec?command=cat&stdin=true&stdout=true'
    for (const [protocol, query] of [
      ['v4.channel.k8s.io', ''],
      ['v5.channel.k8s.io', '&tty=true'],
    ] as const) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}${query}`, [protocol])
      socket.on('open', () => socket.send(Uint8Array.of(0, 104, 105)))
      await new Promise((resolve) => socket.on('close', resolve))
    }
    await server.close()
    expect(told).toEqual(['', ''])
    expect(createKeptInput({}).add(new Uint8Array(32 * 1024 * 1024 + 1))).toBe(false)
  },
  async 'Of the plug-ins that are off by default'() {
    expect(() => parseStart(['--enable-admission-plugins', 'PodNodeSelector'])).toThrow('is not imitated')
    const cluster = kubernetes()
    const containers = [{ name: 'a', image: 'a:1', imagePullPolicy: 'Never' }]
    const pod = await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers } })
    expect(pod.spec?.containers[0]?.imagePullPolicy).toBe('Never')
  },
  async 'Everyone may do everything'() {
    const headers = { Authorization: 'Bearer anyone', 'Impersonate-User': 'nobody' }
    expect(await codes(kubernetes(), ['/api/v1/namespaces/default'], { method: 'DELETE', headers })).not.toContain(401)
    expect(await codes(kubernetes({ token: 'secret' }), ['/api/v1/nodes'], { headers })).toEqual([401])
    const known = { Authorization: 'Bearer secret', 'Impersonate-User': 'nobody' }
    expect(await codes(kubernetes({ token: 'secret' }), ['/api/v1/nodes'], { headers: known })).toEqual([200])
  },
  async 'Controllers need rights to write, none to read'() {
    const cluster = kubernetes({ authorization: { modes: ['RBAC'] }, nodes: 1 })
    const name = 'system:controller:replicaset-controller'
    await cluster.patch(
      'ClusterRole',
      { name },
      {
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['create'] }],
      },
    )
    const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'web' }] } }
    await cluster.create('ReplicaSet', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    })
    await cluster.clock.advance('5s')
    const { items } = await cluster.list('Pod')
    expect(items.map(({ status }) => status?.phase)).toEqual(['Running'])
  },
  async 'There are no authorizers outside of the server'() {
    for (const mode of ['Webhook', 'ABAC'])
      expect(() => parseStart(['--authorization-mode', mode])).toThrow('asks what is outside of this server')
  },
  async 'Of controllers writes are recorded, not what they read'() {
    const auditPolicy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }
    const cluster = kubernetes({ auditPolicy })
    await cluster.create('Namespace', { metadata: { name: 'shop' } })
    await cluster.settled()
    const verbs = cluster.audit.events().map(({ verb }) => verb)
    expect(verbs).toContain('create')
    expect(verbs).not.toContain('watch')
  },
  async 'A patch in YAML is recorded like any'() {
    const auditPolicy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Request' }] }
    const cluster = kubernetes({ auditPolicy, controllers: 'none' })
    await cluster.fetch('/api/v1/namespaces/default/configmaps/a?fieldManager=me', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    })
    expect(cluster.audit.events().at(-1)).toMatchObject({ verb: 'patch', stage: 'ResponseComplete' })
  },
  async 'Messages of protobuf'() {
    const cluster = kubernetes({ controllers: 'none' })
    await cluster.create('ValidatingAdmissionPolicy', {
      metadata: { name: 'a' },
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        },
        validations: [{ expression: 'google.protobuf.Empty{} == google.protobuf.Empty{}' }],
      },
    })
    await cluster.create('ValidatingAdmissionPolicyBinding', {
      metadata: { name: 'a' },
      spec: { policyName: 'a', validationActions: ['Deny'] },
    })
    await expect(cluster.create('ConfigMap', { metadata: { name: 'a' } })).rejects.toThrow(
      "unknown type 'google.protobuf.Empty'",
    )
  },
  async 'Network policies, and where everyone may do everything roles, are kept without effect'() {
    const cluster = kubernetes()
    await cluster.create('NetworkPolicy', { metadata: { name: 'none' }, spec: { podSelector: {} } })
    await cluster.create('Role', { metadata: { name: 'none' }, rules: [] })
    const { metadata } = await cluster.create('ConfigMap', { metadata: { name: 'a' } })
    expect(metadata.name).toBe('a')
  },
  async 'A pod that is deleted at once stays as it was'() {
    let asked = 0
    const handler = async (request: Request) => {
      const review = (await request.json()) as { readonly request: { readonly uid: string } }
      return Response.json({ ...review, response: { uid: review.request.uid, allowed: ++asked === 1 } })
    }
    const cluster = kubernetes({ services: { 'shop/hooks': handler } })
    await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } })
    await cluster.create('ValidatingWebhookConfiguration', {
      metadata: { name: 'refuse' },
      webhooks: [
        {
          name: 'refuse.example.com',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          clientConfig: { service: { namespace: 'shop', name: 'hooks' } },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['DELETE'], resources: ['pods'] }],
        },
      ],
    })
    await expect(cluster.delete('Pod', { name: 'a' })).rejects.toThrow('denied the request')
    expect(asked).toBe(2)
    expect((await cluster.get('Pod', { name: 'a' })).metadata.deletionTimestamp).toBeUndefined()
  },
  async 'A webhook behind a Service is called at what `services` names'() {
    const named = (services: ClusterOptions['services']) => kubernetes({ ...(services ? { services } : {}) })
    const handler = () => Response.json({ kind: 'AdmissionReview' })
    const messages = [named(undefined), named({ 'shop/hooks': handler })].map(async (cluster) => {
      await cluster.create('ValidatingWebhookConfiguration', {
        metadata: { name: 'refuse' },
        webhooks: [
          {
            name: 'refuse.example.com',
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            failurePolicy: 'Fail',
            clientConfig: { service: { namespace: 'shop', name: 'hooks' } },
            rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
          },
        ],
      })
      return cluster.create('ConfigMap', { metadata: { name: 'a' } }).catch(String)
    })
    expect(await Promise.all(messages)).toEqual([
      expect.stringContaining('service "hooks" not found'),
      expect.stringContaining('webhook response was absent'),
    ])
  },
  async 'Objects may take 1 GiB'() {
    const cluster = kubernetes({ storageLimit: 200_000 })
    const create = (name: string) =>
      cluster.create('ConfigMap', { metadata: { name }, data: { text: 'x'.repeat(60_000) } }).catch(String)
    expect([typeof (await create('a')), await create('b')]).toEqual([
      'object',
      expect.stringContaining('etcdserver: mvcc: database space exceeded'),
    ])
    await cluster.delete('ConfigMap', { name: 'a' })
    expect(typeof (await create('b'))).toBe('object')
  },
  async 'Only bodies beyond 128 MiB that arrive at once get 429'() {
    const { headers } = await kubernetes().fetch('/api/v1/nodes')
    expect([...headers.keys()].filter((name) => name.startsWith('x-kubernetes-pf'))).toEqual([])
  },
  async 'A body in protobuf is refused with 415'() {
    const cluster = kubernetes({ crds: [definition({})] })
    const post = (query: string) =>
      codes(cluster, [`/apis/shop.example.com/v1/namespaces/default/widgets${query}`], {
        method: 'POST',
        headers: { 'Content-Type': PROTOBUF },
        body: 'k8s\0\n\0\x12\0',
      })
    expect([await post(''), await post('?fieldValidation=Ignore')]).toEqual([[415], [415]])
  },
  async 'A definition is served at once'() {
    const cluster = kubernetes()
    await cluster.create('CustomResourceDefinition', definition({}))
    expect(await codes(cluster, ['/apis/shop.example.com/v1/widgets'])).toEqual([200])
  },
  async 'Fixtures are not shown to webhooks that convert'() {
    const clientConfig = { service: { namespace: 'shop', name: 'hooks' } }
    const webhook = { conversionReviewVersions: ['v1'], clientConfig }
    const cluster = kubernetes({ crds: [definition({}, { conversion: { strategy: 'Webhook', webhook } })] })
    const object = { apiVersion: 'shop.example.com/v2', kind: 'Widget', metadata: { name: 'a', namespace: 'default' } }
    await expect(cluster.load([object])).rejects.toThrow('it is not asked here')
  },
  async 'A write whose answer a webhook fails to convert is not done'() {
    const clientConfig = { service: { namespace: 'shop', name: 'hooks' } }
    const webhook = { conversionReviewVersions: ['v1'], clientConfig }
    const converts = async (request: Request) => {
      const review = (await request.json()) as Conversion
      const { uid, desiredAPIVersion: apiVersion, objects } = review.request
      if (apiVersion.endsWith('v2')) return new Response('', { status: 500 })
      const result = { status: 'Success' }
      const convertedObjects = objects.map((object) => ({ ...object, apiVersion }))
      return Response.json({ ...review, response: { uid, result, convertedObjects } })
    }
    const cluster = kubernetes({
      crds: [definition({}, { conversion: { strategy: 'Webhook', webhook } })],
      services: { 'shop/hooks': converts },
    })
    const widgets = (version: string) => `/apis/shop.example.com/${version}/namespaces/default/widgets`
    const made = await cluster.fetch(widgets('v2'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'shop.example.com/v2', kind: 'Widget', metadata: { name: 'a' } }),
    })
    expect(made.status).toBe(500)
    expect(await codes(cluster, [`${widgets('v1')}/a`])).toEqual([404])
  },
  async 'An object that takes more than some million steps to compare with its schema'() {
    const anyOf = Array.from({ length: 300 }, (_, i) => ({ maximum: i }))
    const more = { type: 'object', properties: { a: { type: 'string', default: 'x'.repeat(1000) } } }
    const properties = {
      numbers: { type: 'array', items: { type: 'integer', anyOf } },
      more: { type: 'array', items: more },
    }
    const create = async (spec: object) => {
      const cluster = kubernetes()
      await cluster.create('CustomResourceDefinition', definition({ properties }))
      return cluster.create('Widget', { metadata: { name: 'a' }, spec })
    }
    const all = <T>(length: number, one: T): T[] => Array.from({ length }, () => one)
    await expect(create({ numbers: all(1000, 10) })).resolves.toBeDefined()
    await expect(create({ numbers: all(20_000, 1000) })).rejects.toThrow('takes too many steps to be validated')
    await expect(create({ more: all(100, {}) })).resolves.toBeDefined()
    await expect(create({ more: all(10_000, {}) })).rejects.toThrow('etcdserver: request is too large')
  },
  async 'A pattern that comes to more'() {
    const withPattern = (pattern: string) =>
      kubernetes().create('CustomResourceDefinition', definition({ properties: { a: { type: 'string', pattern } } }))
    await expect(withPattern('a{1000}'.repeat(30))).rejects.toThrow('error parsing regexp: expression too large')
    await expect(withPattern('a{1000}'.repeat(10))).resolves.toBeDefined()
    const withPatterns = (count: number) =>
      kubernetes().create(
        'CustomResourceDefinition',
        definition({
          properties: Object.fromEntries(
            Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string', pattern: `^a{1000}${i}$` }]),
          ),
        }),
      )
    await expect(withPatterns(20)).resolves.toBeDefined()
    await expect(withPatterns(200)).rejects.toThrow('come to more than 200000 steps together')
  },
  async 'A column whose path selects more than 100 000 values on its way is empty'() {
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    }
    const columns = [{ name: 'I', type: 'integer', jsonPath: '.spec..a..i' }]
    const version = versionOf(schema, { additionalPrinterColumns: columns })
    const cluster = createCluster({ crds: [definitionOf('things.shop.io', 'Thing', [version])] })
    const cellOf = async (name: string, count: number) => {
      const a = Array.from({ length: 300 }, () => ({ a: Array.from({ length: count }, (_, i) => ({ i })) }))
      await cluster.create('Thing', { metadata: { name }, spec: { a } })
      const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
      const reply = await cluster.fetch(`/apis/shop.io/v1/namespaces/default/things/${name}`, { headers })
      return ((await reply.json()) as { rows: [{ cells: unknown[] }] }).rows[0].cells[1]
    }
    expect([await cellOf('a', 3), await cellOf('b', 150)]).toEqual([0, null])
  },

  async 'What the rules of one object cost may come to one and a half million'() {
    // An item costs a little more than five.
    const rules = Array.from({ length: 4 }, (_, i) => ({ rule: `self.list.all(item, item != "${i}")` }))
    const list = { type: 'array', maxItems: 100_000, items: { type: 'string', maxLength: 2 } }
    const spec = { properties: { list }, 'x-kubernetes-validations': rules }
    const create = async (length: number) => {
      const cluster = kubernetes()
      await cluster.create('CustomResourceDefinition', definition(spec))
      return cluster.create('Widget', { metadata: { name: 'a' }, spec: { list: Array.from({ length }, () => 'x') } })
    }
    await create(10_000)
    await expect(create(90_000)).rejects.toThrow('validation failed due to running out of cost budget')
  },
  async 'A rule of more than 15 000 parts'() {
    const create = (items: number) => {
      const rule = `[${'1,'.repeat(items)}1].size() > 0`
      return kubernetes().create('CustomResourceDefinition', definition({ 'x-kubernetes-validations': [{ rule }] }))
    }
    await create(14_000)
    await expect(create(15_000)).rejects.toThrow('expression has more than 15000 parts')
  },
  async 'The difference that refuses a change'() {
    const cluster = kubernetes({ kubernetesVersion: '1.33' })
    await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } })
    const refused = cluster.patch('Pod', { name: 'a' }, { spec: { hostname: 'b' } })
    await expect(refused).rejects.toThrow('\n-\u00a0\t')
  },
  async 'What a refused change of a very large pod'() {
    const cluster = kubernetes()
    const containers = Array.from({ length: 1000 }, (_, i) => ({ name: `c${i}`, image: 'a' }))
    await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers } })
    const refused = cluster.patch('Pod', { name: 'a' }, { spec: { hostname: 'b' } })
    await expect(refused).rejects.toThrow(/ may not change fields other than [^\n]*\n$/)
  },
  async 'Of a certificate request the parts'() {
    const csr = {
      metadata: { name: 'a' },
      spec: { request: emptyRequest(), signerName: 'example.com/people', usages: ['client auth'] },
    }
    expect(await kubernetes().create('CertificateSigningRequest', csr)).toMatchObject({ status: {} })
  },
  async 'The server has no Lease of its own in `kube-system`'() {
    expect((await kubernetes().list('Lease', { namespace: 'kube-system' })).items).toEqual([])
  },
  async '`/metrics` tells of requests, watches and objects'() {
    const cluster = kubernetes()
    expect(await codes(cluster, ['/logs/', '/debug/pprof/'])).toEqual([404, 404])
    const later = kubernetes({ kubernetesVersion: '1.37' })
    expect(await codes(later, ['/statusz', '/flagz'])).toEqual([404, 404])
    const text = await (await cluster.fetch('/metrics')).text()
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => /^(process|go|etcd|apiserver_admission)_/.test(name))).toEqual([])
  },
}

/** A certificate request whose parts are all empty. */
function emptyRequest(): string {
  const der = [0x30, 0x09, 0x30, 0x00, 0x30, 0x00, 0x03, 0x03, 0x00, 0x00, 0x00]
  const body = btoa(String.fromCharCode(...der))
  return btoa(`-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`)
}

const page = readFileSync(join(root, 'docs/departures.md'), 'utf8')
const rows = [
  ...tableUnder(page, 'What you may meet').map(([, here = '']) => here),
  ...tableUnder(page, 'Smaller differences').map(([, here = '']) => here),
  ...tableUnder(page, 'Appendix: limits').map(([here = '']) => here),
]

test.each(Object.entries(departures))('%s', async (_here, check) => {
  expect.hasAssertions()
  await check()
})

test('each row has a test, and each test a row', () => {
  const begins = Object.keys(departures)
  const tested = rows.map((row) => begins.find((words) => row.startsWith(words)) ?? `nothing tests: ${row}`)
  expect(tested.sort()).toEqual(begins.sort())
})
