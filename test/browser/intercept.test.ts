import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chromium, type Visit, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
let other: FileServer
beforeAll(async () => {
  ;[chromium, files, other] = await Promise.all([
    startChromium(),
    serveFiles({ texts: { '/own.json': '"own"' } }),
    serveFiles(),
  ])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close(), other?.close()])
})

/** Runs a module in a new page that has an interception, by default of the host `cluster.local`. */
async function play(module: string, options = `{ hosts: ['cluster.local'] }`): Promise<unknown> {
  const visit = await chromium.open(files.origin)
  const result = await run(visit, module, options)
  await visit.close()
  return result
}

const run = (visit: Visit, module: string, options: string) =>
  visit.run(
    `import { createCluster, intercept } from '${files.origin}/dist/browser.js'
     const cluster = createCluster({ seed: 1 })
     const platform = { fetch, WebSocket }
     const interception = intercept(cluster, ${options})
     const at = (kind) => 'http://cluster.local/api/v1/namespaces/default/' + kind
     const post = (kind, object) => fetch(at(kind), {
       method: 'POST',
       headers: { 'Content-Type': 'application/json' },
       body: JSON.stringify(object),
     })
     ${module}`,
  )

describe('fetch', () => {
  test('reaches the cluster for its hosts, and the network for all others', async () => {
    const result = await play(
      `const made = await post('configmaps', { metadata: { name: 'a' }, data: { b: 'c' } })
       const listed = await (await fetch(new Request(at('configmaps')))).json()
       const own = await (await fetch('/own.json')).json()
       const { data } = await cluster.get('ConfigMap', { name: 'a' })
       export const result = [made.status, made.url, made.ok, listed.items.length, own, data]`,
    )
    expect(result).toEqual([
      201,
      'http://cluster.local/api/v1/namespaces/default/configmaps',
      true,
      2,
      'own',
      { b: 'c' },
    ])
  })

  test('sends the headers that a browser adds, such as User-Agent', async () => {
    const result = await play(
      `await post('configmaps', { metadata: { name: 'a' }, data: { b: 'c' } })
       const { metadata } = await (await fetch(at('configmaps/a'))).json()
       const [{ userAgent }] = cluster.journal.requests()
       export const result = [metadata.managedFields[0].manager, userAgent === navigator.userAgent]`,
    )
    expect(result).toEqual(['Mozilla', true])
  })

  test('rejects as the platform does, and returns API errors as replies', async () => {
    const result = await play(
      `cluster.hooks.before({ kind: 'Secret' }, { cut: true })
       const error = await fetch(at('secrets')).catch((error) => error)
       const refused = await post('configmaps', { metadata: { name: 'Not a name' } })
       const missing = await fetch(at('configmaps/none'))
       const none = await fetch('http://').catch((error) => error)
       export const result = [error instanceof TypeError, refused.status, (await refused.json()).reason, missing.status, none.name]`,
    )
    expect(result).toEqual([true, 422, 'Invalid', 404, 'TypeError'])
  })

  test('streams a watch, and ends it on abort', async () => {
    const result = await play(
      `const stop = new AbortController()
       const { body } = await fetch(at('configmaps?watch=true&resourceVersion=0&labelSelector=app'), { signal: stop.signal })
       const reader = body.pipeThrough(new TextDecoderStream()).getReader()
       const told = []
       const next = async () => told.push(...(await reader.read()).value.trim().split('\\n').map((line) => JSON.parse(line).type))
       await post('configmaps', { metadata: { name: 'a', labels: { app: 'x' } } })
       await next()
       await cluster.patch('ConfigMap', { name: 'a' }, { data: { b: 'c' } })
       await next()
       const open = cluster.watches().length
       stop.abort()
       const error = await reader.read().catch(({ name }) => name)
       const early = await fetch(at('configmaps'), { signal: stop.signal }).catch(({ name }) => name)
       export const result = { told, open, error, left: cluster.watches().length, early }`,
    )
    expect(result).toEqual({ told: ['ADDED', 'MODIFIED'], open: 1, error: 'AbortError', left: 0, early: 'AbortError' })
  })

  test('follows redirects as the option redirect says', async () => {
    const result = await play(
      `const url = 'http://cluster.local/openapi/v3/api/v1?hash=old'
       const followed = await fetch(url)
       const kept = await fetch(url, { redirect: 'manual' })
       const refused = await fetch(url, { redirect: 'error' }).catch(({ name }) => name)
       await followed.json()
       export const result = [followed.status, followed.redirected, followed.url !== url, kept.status, refused]`,
    )
    expect(result).toEqual([200, true, true, 301, 'TypeError'])
  })

  test('reaches the control API too', async () => {
    const result = await play(
      `const reply = await fetch('http://cluster.local/_fakecluster/snapshots', { method: 'POST' })
       export const result = reply.status < 300`,
    )
    expect(result).toBe(true)
  })
})

const askVersion = (hosts: string, url: string) =>
  play(
    `const reply = await fetch('${url}')
     export const result = reply.status === 200 && (await reply.json()).major === '1'`,
    `{ hosts: ${hosts} }`,
  )

test.each([
  ['a host with its port', `['localhost:8001']`, 'http://localhost:8001/version'],
  ['an address with a path', `['https://example.com/k8s/c-1/']`, 'https://example.com/k8s/c-1/version?timeout=1s'],
  ['a path of the page', `['/k8s']`, '/k8s/version'],
])('%s is answered by the cluster', async (_name, hosts, url) => {
  expect(await askVersion(hosts, url)).toBe(true)
})

test.each([
  ['another host', `['localhost:8001']`, '/version'],
  ['a path with the same beginning', `['/k8s']`, '/k8s-other/version'],
])('%s still goes to the network', async (_name, hosts, url) => {
  // The page reports the 404 of its own server.
  await expect(askVersion(hosts, url)).rejects.toThrow('404')
})

test('restore() brings the platform back, and keeps a later patch of fetch', async () => {
  const result = await play(
    `const ours = fetch
     interception.restore()
     const isBack = fetch === platform.fetch && WebSocket === platform.WebSocket
     const again = intercept(cluster, { hosts: ['cluster.local'], webSocket: false })
     const isKept = WebSocket === platform.WebSocket
     const under = fetch
     const theirs = (...given) => under(...given)
     globalThis.fetch = theirs
     again.restore()
     const own = await (await fetch('/own.json')).json()
     export const result = [ours === platform.fetch, isBack, isKept, fetch === theirs, own]`,
  )
  expect(result).toEqual([false, true, true, true, 'own'])
})

test.each([
  [
    '{}',
    'the cluster has to be told whose requests it answers, as in { hosts: ["localhost:8001"] }: there is no "hosts"',
  ],
  ['{ hosts: [] }', 'options.hosts: is empty'],
  ['{ hosts: ["a b"] }', 'options.hosts[0]: must be a host such as "localhost:8001"'],
  ['{ hosts: ["http://a?b"] }', 'options.hosts[0]: must be a host'],
  ['{ hosts: ["a"], websocket: true }', 'did you mean "webSocket"?'],
])('options such as %s are refused', async (options, words) => {
  await expect(play('export const result = 1', options)).rejects.toThrow(words)
})
