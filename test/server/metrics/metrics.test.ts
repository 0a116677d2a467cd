import { expect, test, vi } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { Cluster } from '../../../src/cluster/types.js'

const virtual = () => createCluster({ profile: 'kubernetes', clock: 'virtual', seed: 1 })
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

const scrape = async (cluster: Cluster) => (await cluster.fetch('/metrics')).text()

/** Returns the lines of a metric, without its name. */
const linesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.slice(name.length))

const send = (cluster: Cluster, method: string, path: string, body?: unknown, type = 'application/json') =>
  cluster.fetch(path, { method, headers: { 'Content-Type': type }, body: JSON.stringify(body) })

const labels = (verb: string, scope: string, code: number, dryRun = '') =>
  `{code="${code}",component="apiserver",dry_run="${dryRun}",group="coordination.k8s.io",resource="leases",scope="${scope}",subresource="",verb="${verb}",version="v1"}`

test('requests are counted by resource, verb and status code', async () => {
  const cluster = virtual()
  const lease = (name: string) => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name } })
  await send(cluster, 'POST', LEASES, lease('a'))
  await send(cluster, 'POST', LEASES, lease('a'))
  await send(cluster, 'POST', `${LEASES}?dryRun=All`, lease('b'))
  await send(cluster, 'PATCH', `${LEASES}/a`, {}, 'application/merge-patch+json')
  await send(cluster, 'PATCH', `${LEASES}/a?fieldManager=x&force=1`, lease('a'), 'application/apply-patch+yaml')
  await send(cluster, 'PATCH', `${LEASES}/a`, {}, 'text/plain')
  for (const path of [`${LEASES}/a`, `${LEASES}/b`, LEASES, '/apis/coordination.k8s.io/v1/leases', LEASES])
    await cluster.fetch(path)
  await cluster.fetch(LEASES, { headers: { Accept: 'text/plain' } })
  await send(cluster, 'DELETE', LEASES)
  // Requests for documents and unknown paths do not count, nor do calls of methods.
  for (const path of ['/version', '/nowhere', '/api/v1/nowhere', '/apis']) await cluster.fetch(path)
  await cluster.list('Lease')
  expect(linesOf(await scrape(cluster), 'apiserver_request_total')).toEqual([
    `${labels('LIST', 'cluster', 200)} 1`,
    `${labels('DELETE', 'namespace', 200)} 1`,
    `${labels('LIST', 'namespace', 200)} 2`,
    `${labels('LIST', 'namespace', 406)} 1`,
    `${labels('APPLY', 'resource', 200)} 1`,
    `${labels('GET', 'resource', 200)} 1`,
    `${labels('GET', 'resource', 404)} 1`,
    `${labels('PATCH', 'resource', 200)} 1`,
    `${labels('PATCH', 'resource', 415)} 1`,
    `${labels('POST', 'resource', 201)} 1`,
    `${labels('POST', 'resource', 409)} 1`,
    `${labels('POST', 'resource', 201, 'All')} 1`,
  ])
})

test('requests for subresources and health are counted, unauthorized ones are not', async () => {
  const cluster = createCluster({ token: 'secret' })
  await cluster.fetch('/api/v1/nodes')
  await cluster.fetch('/readyz')
  expect((await cluster.fetch('/metrics')).status).toBe(401)
  const headers = { Authorization: 'Bearer secret' }
  await cluster.fetch('/api/v1/nodes/a/status', { headers })
  const text = await (await cluster.fetch('/metrics', { headers })).text()
  const rest = 'scope="resource",subresource="status",verb="GET",version="v1"} 1'
  expect(linesOf(text, 'apiserver_request_total')).toEqual([
    '{code="200",component="",dry_run="",group="",resource="",scope="",subresource="/readyz",verb="GET",version=""} 1',
    `{code="404",component="apiserver",dry_run="",group="",resource="nodes",${rest}`,
  ])
})

test('durations are measured by the clock of the cluster', async () => {
  const cluster = virtual()
  for (const ms of ['300ms', '2m', '1ms']) {
    cluster.hooks.before({ verb: 'list', kind: 'Node' }, { delay: ms }, { times: 1 })
    const reply = cluster.fetch('/api/v1/nodes')
    await cluster.clock.advance(ms)
    await reply
  }
  const text = await scrape(cluster)
  const counts = linesOf(text, 'apiserver_request_duration_seconds_bucket').map((line) => {
    const [, le, count] = /le="([^"]+)"\} (\d+)$/.exec(line) ?? []
    return `${le} ${count}`
  })
  expect(counts.filter((_, at) => [0, 4, 5, 22, 23].includes(at))).toEqual([
    '0.005 1',
    '0.2 1',
    '0.4 2',
    '60 2',
    '+Inf 3',
  ])
  expect(linesOf(text, 'apiserver_request_duration_seconds_sum')[0]).toMatch(/ 120\.301$/)
  expect(linesOf(text, 'apiserver_request_duration_seconds_count')[0]).toMatch(/ 3$/)
  expect(text.match(/le="\+Inf"\} 3\n/g)).toHaveLength(1)
})

test('a watch is long-running while it is open, and counted when it ends in any way', async () => {
  const cluster = virtual()
  const open = async () =>
    linesOf(await scrape(cluster), 'apiserver_longrunning_requests').map((line) => line.slice(-2))
  const total = async () =>
    linesOf(await scrape(cluster), 'apiserver_request_total').map((line) => /verb="(\w+)".*(\d+)$/.exec(line)?.slice(1))
  const first = await cluster.fetch(`${LEASES}?watch=1`)
  const second = await cluster.fetch(`${LEASES}?watch=1&timeoutSeconds=5`)
  const third = await cluster.fetch(`${LEASES}?watch=1`)
  expect([await open(), await total()]).toEqual([[' 3'], []])
  await first.body?.cancel()
  expect([await open(), await total()]).toEqual([[' 2'], [['WATCH', '1']]])
  await cluster.clock.advance('5s')
  expect(await second.text()).toBe('')
  cluster.watches().at(-1)?.cut()
  await expect(third.text()).rejects.toThrow('fetch failed')
  expect([await open(), await total()]).toEqual([[' 0'], [['WATCH', '3']]])
  expect(linesOf(await scrape(cluster), 'apiserver_request_duration_seconds_sum')[0]).toMatch(/verb="WATCH".* 10$/)
})

test('requests in flight and stored objects are gauges', async () => {
  const cluster = virtual()
  await cluster.create('Lease', { metadata: { name: 'a' } })
  const stored = async (...names: readonly string[]) => {
    const lines = linesOf(await scrape(cluster), 'apiserver_storage_objects')
    return names.map((name) => lines.find((line) => line.startsWith(`{resource="${name}"}`)))
  }
  expect(await stored('leases.coordination.k8s.io', 'pods', 'events', 'events.events.k8s.io')).toEqual([
    '{resource="leases.coordination.k8s.io"} 1',
    '{resource="pods"} 0',
    '{resource="events"} 0',
    undefined,
  ])
  expect(await stored('subjectaccessreviews.authorization.k8s.io', 'componentstatuses', 'bindings')).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const inFlight = async () => linesOf(await scrape(cluster), 'apiserver_current_inflight_requests')
  const hook = cluster.hooks.before({ verb: 'create', kind: 'Node' }, { delay: '1s' })
  const reply = send(cluster, 'POST', '/api/v1/nodes', { metadata: { name: 'a' } })
  await vi.waitUntil(() => hook.calls === 1)
  expect(await inFlight()).toEqual(['{request_kind="mutating"} 1', '{request_kind="readOnly"} 1'])
  await cluster.clock.advance('1s')
  await reply
  expect(await inFlight()).toEqual(['{request_kind="mutating"} 0', '{request_kind="readOnly"} 1'])
})

test('the format is text 0.0.4 with HELP and TYPE, and DELETE resets the metrics', async () => {
  const cluster = virtual()
  await cluster.fetch('/api/v1/nodes')
  const reply = await cluster.fetch('/metrics')
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8; escaping=underscores')
  const text = await reply.text()
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# HELP \w+ \[\w+\] .+|# TYPE \w+ (counter|gauge|histogram)|\w+\{(\w+="[^"]*",?)+\} \S+)$/)
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  expect(names).toEqual([...names].sort())
  const { paths } = (await (await cluster.fetch('/')).json()) as { paths: string[] }
  expect(paths).toContain('/metrics')
  expect(await (await cluster.fetch('/metrics', { method: 'DELETE' })).text()).toBe('metrics reset\n')
  expect(linesOf(await scrape(cluster), 'apiserver_request_total')).toEqual([])
  await cluster.fetch('/api/v1/nodes')
  expect(linesOf(await scrape(cluster), 'apiserver_request_total')).toHaveLength(1)
})

test('health checks are counted by name and kind of health, except those left out', async () => {
  const cluster = virtual()
  const slis = async () => (await cluster.fetch('/metrics/slis')).text()
  expect(await slis()).toBe('')
  await cluster.fetch('/healthz')
  await cluster.fetch('/readyz?verbose')
  await cluster.fetch('/readyz?exclude=etcd&exclude=nothing')
  // A check by itself does not count.
  await cluster.fetch('/healthz/etcd')
  const text = await slis()
  expect(linesOf(text, 'kubernetes_healthchecks_total').filter((line) => line.includes('name="etcd"'))).toEqual([
    '{name="etcd",status="success",type="healthz"} 1',
    '{name="etcd",status="success",type="readyz"} 1',
  ])
  expect(text).toContain('kubernetes_healthchecks_total{name="shutdown",status="success",type="readyz"} 2\n')
  expect(linesOf(text, 'kubernetes_healthcheck')[0]).toBe('{name="autoregister-completion",type="healthz"} 1')
  expect(await (await cluster.fetch('/metrics/slis', { method: 'DELETE' })).text()).toBe('metrics reset\n')
  expect(await slis()).toBe('')
})

test('the paths of metrics are in the list of paths', async () => {
  const { paths } = (await (await virtual().fetch('/')).json()) as { readonly paths: readonly string[] }
  expect(paths.filter((path) => path.startsWith('/metrics'))).toEqual(['/metrics', '/metrics/slis'])
})
