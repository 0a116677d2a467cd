import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, startChromium } from './chromium.js'
import { type FileServer, serveFiles } from './files.js'

let chromium: Chromium
let files: FileServer
beforeAll(async () => {
  ;[chromium, files] = await Promise.all([startChromium(), serveFiles()])
})
afterAll(async () => {
  await Promise.all([chromium?.close(), files?.close()])
})

test('a cluster runs in a page: its methods, fetch and a watch', async () => {
  const visit = await chromium.open(files.origin)
  const result = await visit.run(
    `import { createCluster } from '${files.origin}/dist/index.js'
     const cluster = createCluster()
     const watch = cluster.watch('Lease')
     await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } })
     await cluster.patch('Lease', { name: 'leader' }, { spec: { holderIdentity: 'b' } })
     await cluster.delete('Lease', { name: 'leader' })
     const told = []
     for await (const { type, object } of watch) {
       told.push([type, object.spec?.holderIdentity])
       if (type === 'DELETED') break
     }
     const send = async (method, path, body) => {
       const reply = await cluster.fetch('http://cluster' + path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
       return [reply.status, (await reply.json()).reason ?? 'fine']
     }
     const pods = '/api/v1/namespaces/default/pods'
     const replies = [
       await send('POST', pods, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
       await send('POST', pods, { metadata: { name: 'q' }, spec: {} }),
       await send('GET', pods + '/p'),
       await send('GET', pods + '/none'),
       await send('GET', '/openapi/v3'),
     ]
     export const result = { told, replies }`,
  )
  expect(result).toEqual({
    told: [
      ['ADDED', 'a'],
      ['MODIFIED', 'b'],
      ['DELETED', 'b'],
    ],
    replies: [
      [201, 'fine'],
      [422, 'Invalid'],
      [200, 'fine'],
      [404, 'NotFound'],
      [200, 'fine'],
    ],
  })
  await visit.close()
})

test('a visit records errors of its page and requests to another origin', async () => {
  const other = await serveFiles()
  const visit = await chromium.open(files.origin)
  await visit.run(
    `console.error('told')
     void Promise.reject(new Error('missed'))
     await fetch('${other.origin}', { mode: 'no-cors' })
     export const result = 'done'`,
  )
  await other.close()
  expect(visit.faults()).toHaveLength(3)
  expect(visit.faults()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('console: told'),
      expect.stringContaining('thrown: Error: missed'),
      `asked GET ${other.origin}/`,
    ]),
  )
  await expect(visit.close()).rejects.toThrow('told')
})
