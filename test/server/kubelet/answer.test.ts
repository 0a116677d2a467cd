import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { Cluster } from '../../../src/index.js'

const cluster = createCluster({
  seed: 1,
  nodes: 2,
  containers: [{ image: 'shop/api:*', usage: { cpu: '250m', memory: '64Mi' } }],
})
const spec = {
  nodeName: 'node-1',
  containers: [
    { name: 'api', image: 'shop/api:1', resources: { limits: { cpu: '500m', memory: '128Mi' } } },
    { name: 'side', image: 'side' },
  ],
  volumes: [
    { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    { name: 'tmp', emptyDir: {} },
  ],
}
await cluster.create('PersistentVolumeClaim', {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})
await cluster.create('Pod', { metadata: { name: 'web' }, spec })
await cluster.create('Pod', { metadata: { name: 'other' }, spec: { ...spec, nodeName: 'node-2', volumes: [] } })
await cluster.clock.advance('61s')

async function ask(path: string, { on = cluster as Cluster, node = 'node-1', method = 'GET' } = {}) {
  const reply = await on.fetch(`/api/v1/nodes/${node}/proxy${path}`, { method })
  return { code: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}

type Use = { readonly cpu: Record<string, number>; readonly memory: Record<string, number> }
type Summary = {
  readonly node: Use & { readonly nodeName: string; readonly fs: object }
  readonly pods: readonly (Use & {
    readonly podRef: object
    readonly containers: readonly (Use & { readonly name: string })[]
    readonly volume: readonly { readonly name: string; readonly pvcRef?: object; readonly capacityBytes: number }[]
  })[]
}

const MIB = 1024 * 1024

test('the summary of a node has what the metrics API says, in totals since the start of each container', async () => {
  const { code, type, text } = await ask('/stats/summary')
  expect([code, type]).toEqual([200, 'application/json'])
  expect(text).toMatch(/^\{\n "node": \{\n {2}"nodeName": "node-1",/)
  const { node, pods } = JSON.parse(text) as Summary
  const [api, side] = pods[0]?.containers ?? []
  expect(api).toMatchObject({
    name: 'api',
    startTime: '2024-01-01T00:00:01Z',
    cpu: { time: '2024-01-01T00:01:01Z', usageNanoCores: 250e6, usageCoreNanoSeconds: 15e9 },
    memory: { workingSetBytes: 64 * MIB, usageBytes: 64 * MIB, rssBytes: 64 * MIB },
  })
  expect(side?.cpu['usageNanoCores']).toBe(1e6)
  expect(pods).toHaveLength(1)
  expect(pods[0]).toMatchObject({
    podRef: { name: 'web', namespace: 'default', uid: expect.any(String) as string },
    cpu: { usageNanoCores: 251e6 },
    memory: { workingSetBytes: 65 * MIB },
  })
  expect(pods[0]?.volume.map(({ name, pvcRef, capacityBytes }) => [name, pvcRef, capacityBytes])).toEqual([
    ['data', { name: 'data', namespace: 'default' }, 1024 * MIB],
    ['tmp', undefined, 100 * 1024 * MIB],
    [expect.stringMatching(/^kube-api-access-/), undefined, 100 * 1024 * MIB],
  ])
  const { usage } = (await (await cluster.fetch('/apis/metrics.k8s.io/v1beta1/nodes/node-1')).json()) as {
    readonly usage: object
  }
  expect(usage).toEqual({ cpu: '251m', memory: '65Mi' })
  expect(node.cpu).toMatchObject({ usageNanoCores: 251e6, usageCoreNanoSeconds: 15.06e9 })
  expect(node.memory).toMatchObject({
    workingSetBytes: 65 * MIB,
    availableBytes: 32 * 1024 * MIB - 65 * MIB,
  })
})

test('only_cpu_and_memory leaves out the rest', async () => {
  const { pods } = JSON.parse(
    (await ask('/stats/summary?only_cpu_and_memory=true', { method: 'POST' })).text,
  ) as Summary
  expect(Object.keys(pods[0] ?? {})).toEqual(['podRef', 'startTime', 'containers', 'cpu', 'memory', 'swap'])
})

test('metrics-server finds in /metrics/resource what the metrics API says', async () => {
  const { type, text } = await ask('/metrics/resource')
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8; escaping=underscores')
  const time = Date.UTC(2024, 0, 1, 0, 1, 1)
  expect(text).toContain(
    `# HELP container_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the container in core-seconds
# TYPE container_cpu_usage_seconds_total counter
container_cpu_usage_seconds_total{container="api",namespace="default",pod="web"} 15 ${time}
container_cpu_usage_seconds_total{container="side",namespace="default",pod="web"} 0.06 ${time}
`,
  )
  expect(text).toContain(`node_memory_working_set_bytes 6.815744e+07 ${time}\n`)
  expect(text).toContain(
    'container_start_time_seconds{container="api",namespace="default",pod="web"} 1.704067201e+09\n',
  )
  expect(text).toContain('resource_scrape_error 0\n')
  expect(text).not.toContain('pod="other"')
})

test('cadvisor and the kubelet itself have what dashboards read', async () => {
  const cadvisor = (await ask('/metrics/cadvisor')).text
  const uid = (await cluster.get('Pod', { name: 'web' })).metadata.uid?.replaceAll('-', '_')
  const slice = `/kubepods.slice/kubepods-pod${uid}.slice`
  expect(cadvisor).toContain(
    `container_memory_working_set_bytes{container="",id="${slice}",image="",name="",namespace="default",pod="web"} 6.815744e+07 `,
  )
  expect(cadvisor).toMatch(
    /container_cpu_usage_seconds_total\{container="api",cpu="total",.*image="shop\/api:1",.*\} 15 /,
  )
  expect(cadvisor).toMatch(/container_spec_memory_limit_bytes\{container="api",.*\} 1\.34217728e\+08\n/)
  expect(cadvisor).toMatch(/container_spec_cpu_quota\{container="api",.*\} 50000\n/)
  expect(cadvisor).toContain('machine_cpu_cores 8\n')
  const own = (await ask('/metrics')).text
  expect(own).toContain('kubelet_running_pods 1\n')
  expect(own).toContain('kubelet_running_containers{container_state="running"} 2\n')
  expect(own).toContain(
    'kubelet_volume_stats_capacity_bytes{namespace="default",persistentvolumeclaim="data"} 1.073741824e+09\n',
  )
})

test('the pods of a node are listed without their types', async () => {
  const { text } = await ask('/pods')
  const { kind, items } = JSON.parse(text) as { readonly kind: string; readonly items: readonly object[] }
  expect(kind).toBe('PodList')
  expect(items.map((item) => Object.keys(item))).toEqual([['metadata', 'spec', 'status']])
  expect(items[0]).toMatchObject({
    metadata: { name: 'web', annotations: { 'kubernetes.io/config.source': 'api' } },
    status: { phase: 'Running' },
  })
})

test.each([
  ['/healthz', 200, 'text/plain; charset=utf-8', 'ok'],
  [
    '/healthz?verbose',
    200,
    'text/plain; charset=utf-8',
    '[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n',
  ],
  ['/healthz/syncloop', 200, 'text/plain; charset=utf-8', 'ok'],
  ['/healthz/other', 404, 'text/plain; charset=utf-8', '404 page not found\n'],
  ['/', 404, 'text/plain; charset=utf-8', '404 page not found\n'],
  ['/spec', 404, 'text/plain; charset=utf-8', '404 page not found\n'],
  ['/stats/', 404, 'text/plain', '404: Page Not Found'],
  ['/pods/web', 404, 'text/plain', '404: Page Not Found'],
])('%s answers %i', async (path, code, type, text) => {
  expect(await ask(path)).toEqual({ code, type, text })
})

test('other methods are refused, and what a simulated kubelet does not do is told', async () => {
  expect(await ask('/pods', { method: 'POST' })).toMatchObject({ code: 405, text: '405: Method Not Allowed' })
  const exec = await ask('/exec/default/web/api')
  expect([exec.code, exec.text]).toEqual([501, expect.stringContaining('not served by fakecluster')])
})

test('the configuration is printed', async () => {
  const { type, text } = await ask('/configz')
  expect(type).toBe('application/json')
  expect(JSON.parse(text)).toMatchObject({
    kubeletconfig: { kind: 'KubeletConfiguration', maxPods: 110, nodeStatusUpdateFrequency: '10s', evictionHard: {} },
  })
})

test('with the port of the kubelet it answers too; at others, and on a silent node, nobody listens', async () => {
  expect(await ask('/healthz', { node: 'https:node-1:10250' })).toMatchObject({ code: 200, text: 'ok' })
  expect(await ask('/healthz', { node: 'node-1:10255' })).toMatchObject({ code: 503 })
  const lost = createCluster({ seed: 1, nodes: 1 })
  expect(await ask('/healthz', { on: lost })).toMatchObject({ code: 200 })
  await lost.patch('Node', { name: 'node-1' }, { metadata: { annotations: { 'fakecluster/agent': 'silent' } } })
  await lost.clock.advance('2m')
  expect(await ask('/healthz', { on: lost })).toMatchObject({ code: 503 })
})
