import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedCluster, startCluster } from '../../src/node.js'
import { type Chromium, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
let server: StartedCluster
beforeAll(async () => {
  ;[chromium, files, server] = await Promise.all([startChromium(), serveFiles(), startCluster({ port: 0 })])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close(), server?.close()])
})

// Browsers take the second for another site than the server's address.
test.each(['127.0.0.1', 'localhost'])(
  'a page on a loopback origin reads, writes and watches over the port, while control is shut: %s',
  async (name) => {
    const visit = await chromium.open(files.origin.replace('127.0.0.1', name))
    const result = await visit.run(
      `const path = '${server.url}/api/v1/namespaces/default/configmaps'
       const json = { 'Content-Type': 'application/json' }
       const made = await fetch(path, { method: 'POST', headers: json, body: '{"metadata":{"name":"a"}}' })
       const merge = { 'Content-Type': 'application/merge-patch+json', Authorization: 'Bearer any' }
       const patched = await fetch(path + '/a', { method: 'PATCH', headers: merge, body: '{"data":{"a":"b"}}' })
       const read = await (await fetch(path + '/a')).json()

       const watch = await fetch(path + '?watch=1&fieldSelector=metadata.name=a')
       const { value } = await watch.body.pipeThrough(new TextDecoderStream()).getReader().read()
       const socket = new WebSocket(path.replace('http', 'ws') + '?watch=1&fieldSelector=metadata.name=a')
       const message = await new Promise((resolve) => (socket.onmessage = ({ data }) => resolve(data)))
       socket.close()

       const control = '${server.url}/_fakecluster/snapshots/start/restore'
       const shut = await fetch(control, { method: 'POST', headers: json, body: '{}' }).catch((error) => error.name)
       // Sent without a preflight; its reply cannot be read.
       await fetch(control, { method: 'POST', mode: 'no-cors', body: '{}' })
       const kept = await fetch(path + '/a')
       const deleted = await fetch(path + '/a', { method: 'DELETE' })
       export const result = {
         codes: [made.status, patched.status, kept.status, deleted.status],
         data: read.data,
         types: [value, message].map((text) => JSON.parse(text.split('\\n')[0]).type),
         shut,
       }`,
    )
    expect(result).toEqual({
      codes: [201, 200, 200, 200],
      data: { a: 'b' },
      types: ['ADDED', 'ADDED'],
      shut: 'TypeError',
    })
    // That it asked another origin, and that control refused.
    await visit.close(/^asked|^opened|_fakecluster/)
  },
)

test('a page of the server itself uses control', async () => {
  const visit = await chromium.open(`${server.url}/version`)
  await server.cluster.create('ConfigMap', { metadata: { name: 'left', namespace: 'default' } })
  const status = await visit.run(
    `const json = { 'Content-Type': 'application/json' }
     const reset = await fetch('${server.url}/_fakecluster/snapshots/start/restore', { method: 'POST', headers: json, body: '{}' })
     const left = await fetch('${server.url}/api/v1/namespaces/default/configmaps/left')
     export const result = [reset.status, left.status]`,
  )
  expect(status).toEqual([200, 404])
  await visit.close(/favicon|left/)
})
