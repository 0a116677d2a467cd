import { expect, test } from 'vitest'
import { ensureBuilt } from './built.js'
import { root, run } from './install.js'

const program = `
import { get } from 'node:http'
import { startCluster } from './dist/node.js'
const { url, close } = await startCluster()
const status = await new Promise((resolve) => get(url + process.argv[1], (reply) => resolve(reply.resume().statusCode)))
await close()
console.log(JSON.stringify({ status, modules: process.moduleLoadList }))
`

type Loaded = { readonly status: number; readonly modules: readonly string[] }

/** Returns the built-in modules that Node.js has loaded after a server has answered one request. */
async function loadedFor(path: string): Promise<Loaded> {
  await ensureBuilt()
  // The program prints it.
  return JSON.parse(await run(process.execPath, ['--input-type=module', '-e', program, path], root)) as Loaded
}

const HEAVY = /undici|http2|_tls_|node:zlib| zlib/

test('the first reply of the API loads none of fetch, HTTP/2, TLS and zlib', async () => {
  const { status, modules } = await loadedFor('/api/v1/namespaces/default')
  expect(status).toBe(200)
  expect(modules.filter((name) => HEAVY.test(name))).toEqual([])
})

test('a path that needs some of them loads them', async () => {
  const { status, modules } = await loadedFor('/_fakecluster')
  expect(status).toBe(200)
  expect(modules.filter((name) => HEAVY.test(name)).length).toBeGreaterThan(0)
})

const firstDocument = `
import { createCluster } from './dist/index.js'
const cluster = createCluster()
const read = async () => (await cluster.fetch('/openapi/v3/apis/coordination.k8s.io/v1')).text()
const first = await read()
await (await cluster.fetch('/openapi/v3')).text()
console.log(JSON.stringify({ described: first.includes('Lease defines a lease concept.'), same: first === (await read()) }))
`

test('the first document of a process has the texts that few documents need', async () => {
  await ensureBuilt()
  const printed = await run(process.execPath, ['--input-type=module', '-e', firstDocument], root)
  expect(JSON.parse(printed)).toEqual({ described: true, same: true })
})
