import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../package/install.js'
import { type Chromium, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
beforeAll(async () => {
  const folders = { '/axios/': join(root, 'node_modules/axios/dist/esm') }
  ;[chromium, files] = await Promise.all([
    startChromium(),
    serveFiles({ folders, texts: { '/own.json': '{"own":1}' } }),
  ])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close()])
})

/** Runs a module in a new page, with `api` as an axios instance with the given adapter. */
async function play(adapter: string, module: string): Promise<unknown> {
  const visit = await chromium.open(files.origin)
  const result = await visit.run(
    `import axios from '${files.origin}/axios/axios.js'
     import { createCluster, intercept } from '${files.origin}/dist/browser.js'
     const cluster = createCluster({ seed: 1, clock: 'virtual' })
     intercept(cluster, { hosts: ['cluster.local'] })
     const api = axios.create({ adapter: '${adapter}', baseURL: 'http://cluster.local/api/v1/namespaces/default' })
     ${module}`,
  )
  await visit.close()
  return result
}

const ADAPTERS = ['xhr', 'fetch']

test.each(ADAPTERS)('axios with its %s adapter reaches the cluster, and other hosts as before', async (adapter) => {
  const result = await play(
    adapter,
    `const made = await api.post('configmaps', { metadata: { name: 'a' }, data: { b: 'c' } })
     const headers = { 'Content-Type': 'application/merge-patch+json' }
     const patched = await api.patch('configmaps/a', { data: { d: 'e' } }, { headers })
     let loaded = 0
     const onDownloadProgress = (event) => void (loaded = event.loaded)
     const list = await api.get('configmaps', { params: { fieldSelector: 'metadata.name=a' }, onDownloadProgress })
     const gone = await api.delete('configmaps/a')
     const own = await axios.get('${files.origin}/own.json', { adapter: '${adapter}' })
     export const result = [
       made.status, made.data.metadata.name, made.headers['content-type'], patched.data.data, list.data.items.length, loaded > 100,
       gone.data.status, own.data,
     ]`,
  )
  expect(result).toEqual([201, 'a', 'application/json', { b: 'c', d: 'e' }, 1, true, 'Success', { own: 1 }])
})

test.each(ADAPTERS)(
  'axios with its %s adapter reports API errors, timeouts, broken connections and aborts',
  async (adapter) => {
    const result = await play(
      adapter,
      `cluster.hooks.before({ kind: 'Secret' }, { cut: true })
     cluster.hooks.before({ kind: 'Service' }, { delay: '1h' })
     const told = (asked) => asked.then(() => 'answered', ({ code, response }) => [code, response?.status, response?.data.reason])
     const end = new AbortController()
     const ended = told(api.get('services', { signal: end.signal }))
     end.abort()
     export const result = await Promise.all([
       told(api.get('configmaps/none')), told(api.get('services', { timeout: 50 })), told(api.get('secrets')), ended,
     ])`,
    )
    expect(result).toEqual([
      ['ERR_BAD_REQUEST', 404, 'NotFound'],
      [adapter === 'xhr' ? 'ECONNABORTED' : 'ETIMEDOUT', undefined, undefined],
      ['ERR_NETWORK', undefined, undefined],
      ['ERR_CANCELED', undefined, undefined],
    ])
  },
)
