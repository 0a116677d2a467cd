import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { sweep } from '../../../src/cluster/testing/sweep/sweep.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ContainerScript } from '../../../src/rest/containers/types.js'

const withScript = (containers: ContainerScript | readonly ContainerScript[]) =>
  createCluster({ seed: 1, nodes: 1, containers })

async function run(cluster: Cluster, spec: object = {}) {
  const containers = [{ name: 'web', image: 'shop/api:1' }]
  await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec: { nodeName: 'node-1', containers, ...spec } })
}

const path = (query = '') => `/api/v1/namespaces/default/pods/web/log${query}`

async function log(cluster: Cluster, query = ''): Promise<string> {
  const response = await cluster.fetch(path(query))
  return `${response.status} ${await response.text()}`
}

async function refusal(cluster: Cluster, query = '') {
  const response = await cluster.fetch(path(query))
  const { reason, message } = (await response.json()) as { readonly reason: string; readonly message: string }
  return [response.status, reason, message]
}

const ticking = { logs: ['listening on :8080', { text: 'tick', after: '5s', every: '10s' }] } as const

test('a log has the lines that the script has logged by now', async () => {
  const cluster = withScript(ticking)
  await run(cluster)
  await cluster.clock.advance('1s')
  expect(await log(cluster)).toBe('200 listening on :8080\n')
  await cluster.clock.advance('20s')
  expect(await log(cluster)).toBe('200 listening on :8080\ntick\ntick\n')
  expect((await cluster.fetch(path())).headers.get('content-type')).toBe('text/plain')
})

test('tailLines, sinceSeconds, sinceTime and limitBytes select lines; timestamps shows their times', async () => {
  const cluster = withScript(ticking)
  await run(cluster)
  await cluster.clock.advance('31s')
  expect(await log(cluster, '?tailLines=2&timestamps=true')).toBe(
    '200 2024-01-01T00:00:16.000000000Z tick\n2024-01-01T00:00:26.000000000Z tick\n',
  )
  expect(await log(cluster, '?sinceSeconds=16')).toBe('200 tick\ntick\n')
  expect(await log(cluster, '?sinceTime=2024-01-01T00:00:20Z')).toBe('200 tick\n')
  expect(await log(cluster, '?limitBytes=9')).toBe('200 listening')
  expect(await log(cluster, '?tailLines=0')).toBe('200 ')
})

test('the log is empty without a script; a pod that is not scheduled has none', async () => {
  const cluster = withScript([])
  await run(cluster)
  await cluster.clock.advance('1s')
  expect(await log(cluster)).toBe('200 ')
  await cluster.delete('v1/Pod', { name: 'web' }, { gracePeriodSeconds: 0 })
  const spec = { containers: [{ name: 'web', image: 'i' }], nodeSelector: { no: 'node' } }
  await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec })
  expect(await log(cluster)).toBe('204 ')
})

test('a pod on a node that does not exist has no log', async () => {
  const cluster = withScript([])
  await run(cluster, { nodeName: 'gone' })
  expect(await refusal(cluster)).toEqual([404, 'NotFound', 'pods "gone" not found'])
})

test('a log is refused to whoever does not accept an object, and with a stream', async () => {
  const cluster = withScript([])
  const message = async (accept: string, query = '') => {
    const response = await cluster.fetch(path(query), { headers: { accept } })
    return ((await response.json()) as { readonly message: string }).message
  }
  const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'
  expect(await message('text/html')).toBe(`406: Not Acceptable\n\nAvailable representations: text/plain, ${types}`)
  expect(await message('text/plain')).toBe(`only the following media types are accepted: ${types}`)
  expect(await message('text/plain, */*', '?stream=All')).toBe(
    'PodLogOptions "web" is invalid: stream: Forbidden: may not be specified',
  )
})

test('each run of a container has its own log; previous=true gives the one before', async () => {
  const cluster = withScript({
    logs: [
      { text: 'run', after: '1s' },
      { text: 'bye', after: '3s' },
    ],
    exit: { code: 1, after: '3s', times: 1 },
  })
  await run(cluster)
  await cluster.clock.advance('2s')
  expect(await refusal(cluster, '?previous=true')).toEqual([
    400,
    'BadRequest',
    'previous terminated container "web" in pod "web" not found',
  ])
  await cluster.clock.advance('5s')
  expect(await log(cluster)).toBe('200 run\n')
  expect(await log(cluster, '?previous=true')).toBe('200 run\nbye\n')
})

test('invalid log requests are refused with the messages of the real server', async () => {
  const cluster = withScript({ container: 'b', pull: 'ErrImagePull' })
  expect(await refusal(cluster)).toEqual([404, 'NotFound', 'pods "web" not found'])
  await run(cluster, {
    containers: [
      { name: 'a', image: 'i' },
      { name: 'b', image: 'j' },
    ],
    initContainers: [{ name: 'c', image: 'k' }],
  })
  expect(await refusal(cluster)).toEqual([
    400,
    'BadRequest',
    'a container name must be specified for pod web, choose one of: [c a b]',
  ])
  expect(await refusal(cluster, '?container=d')).toEqual([400, 'BadRequest', 'container d is not valid for pod web'])
  const waits = 'container "b" in pod "web" is waiting to start'
  expect(await refusal(cluster, '?container=b')).toEqual([400, 'BadRequest', `${waits}: PodInitializing`])
  await cluster.clock.advance('2s')
  expect((await refusal(cluster, '?container=b'))[2]).toBe(`${waits}: image can't be pulled`)
  await cluster.clock.advance('1s')
  expect((await refusal(cluster, '?container=b'))[2]).toBe(`${waits}: trying and failing to pull image`)
  expect(await refusal(cluster, '?container=a&tailLines=-1')).toEqual([
    422,
    'Invalid',
    'PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
  ])
  expect((await cluster.fetch(path(), { method: 'POST' })).status).toBe(405)
})

test('follow=true streams the log until the container terminates', async () => {
  const cluster = withScript({ ...ticking, exit: { after: '20s' } })
  await run(cluster, { restartPolicy: 'Never' })
  await cluster.clock.advance('7s')
  const response = await cluster.fetch(path('?follow=true&tailLines=1'))
  const reader = mustHaveBody(response).getReader()
  const seen: string[] = []
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      seen.push(new TextDecoder().decode(value))
    }
  })()
  await cluster.clock.advance('5s')
  expect(seen.join('')).toBe('tick\n')
  await cluster.clock.advance('4s')
  expect(seen.join('')).toBe('tick\ntick\n')
  await cluster.clock.advance('5s')
  await reading
  expect(seen.join('')).toBe('tick\ntick\n')
})

function mustHaveBody({ body }: Response) {
  if (!body) throw new Error('the reply has no body')
  return body
}

test('the journal has the pod and the subresource of a request', async () => {
  const cluster = withScript({ logs: ['up'] })
  await run(cluster)
  await cluster.clock.advance('1s')
  await cluster.fetch(path())
  await cluster.fetch('/api/v1/namespaces/default/pods/web/proxy/healthz', { method: 'DELETE' })
  const asked = cluster.journal.requests({ kind: 'Pod', name: 'web', subresource: ['log', 'proxy'], via: 'http' })
  expect(asked.map(({ verb, namespace, subresource, method }) => [method, verb, namespace, subresource])).toEqual([
    ['GET', 'get', 'default', 'log'],
    ['DELETE', 'delete', 'default', 'proxy'],
  ])
})

test('sweep() injects its faults into log requests', async () => {
  const cluster = withScript({ logs: ['up'] })
  await run(cluster)
  await cluster.clock.advance('1s')
  const tried: string[] = []
  const { findings } = await sweep(cluster, async (fork: Cluster) => {
    const response = await fork.fetch(path())
    tried.push(`${response.status}`)
  })
  // The first two runs have no fault; stale reads do not apply to logs.
  expect(tried).toEqual(['200', '200', '429', '500'])
  expect(findings).toEqual([])
})

test('limitBytes counts bytes and never splits a character', async () => {
  const cluster = withScript({ logs: ['żółw', { text: 'two', after: '2s' }] })
  await run(cluster)
  await cluster.clock.advance('1s')
  expect(await log(cluster, '?limitBytes=7')).toBe('200 żółw')
  expect(await log(cluster, '?limitBytes=6')).toBe('200 żół')
  expect(await log(cluster, '?limitBytes=3')).toBe('200 ż')
  await cluster.clock.advance('2s')
  for (const [limit, text] of [
    [3, 'ż'],
    [10, 'żółw\ntw'],
  ] as const)
    expect(await log(cluster, `?follow=true&limitBytes=${limit}`)).toBe(`200 ${text}`)
})

test.each(['tailLines', 'limitBytes', 'sinceSeconds'])('%s must be an int64', async (name) => {
  const cluster = withScript(ticking)
  await run(cluster)
  for (const [value, fault] of [
    ['x', 'invalid syntax'],
    ['9223372036854775808', 'value out of range'],
  ] as const)
    expect(await refusal(cluster, `?${name}=${value}`)).toEqual([
      400,
      'BadRequest',
      `strconv.ParseInt: parsing "${value}": ${fault}`,
    ])
})
