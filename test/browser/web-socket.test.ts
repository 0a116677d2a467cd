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

/** Runs a module in a page where a cluster with a node answers for the host `cluster.local`. */
async function play(module: string): Promise<unknown> {
  const visit = await chromium.open(files.origin)
  const result = await visit.run(
    `import { createCluster, intercept } from '${files.origin}/dist/browser.js'
     const containers = [{ image: 'shop', exec: ({ command, stdin }) => command.length > 1 ? 'shop-1' : stdin }]
     const cluster = createCluster({ seed: 1, nodes: 1, clock: 'virtual', containers })
     intercept(cluster, { hosts: ['cluster.local'] })
     const path = '/api/v1/namespaces/default/'
     const told = []
     const open = (rest, protocols) => {
       const socket = new WebSocket('ws://cluster.local' + path + rest, protocols)
       socket.binaryType = 'arraybuffer'
       socket.onopen = () => told.push('open ' + socket.protocol)
       socket.addEventListener('error', () => told.push('error'))
       return socket
     }
     const closed = (socket) => new Promise((resolve) => {
       socket.onclose = ({ code, wasClean }) => resolve([code, wasClean])
     })
     ${module}`,
  )
  await visit.close()
  return result
}

test('a watch sends a message for each event', async () => {
  const result = await play(
    `const socket = open('configmaps?watch=true&labelSelector=app', [])
     socket.onmessage = ({ data }) => {
       told.push(JSON.parse(data).type)
       if (told.length === 4) socket.close()
     }
     const over = closed(socket)
     for (const name of ['a', 'b']) await cluster.create('ConfigMap', { metadata: { name, labels: { app: 'x' } } })
     await cluster.delete('ConfigMap', { name: 'a' })
     const end = await over
     export const result = { told, end, left: cluster.watches().length, states: [socket.readyState, WebSocket.CLOSED] }`,
  )
  expect(result).toEqual({ told: ['open ', 'ADDED', 'ADDED', 'DELETED'], end: [1000, true], left: 0, states: [3, 3] })
})

test('a failed opening fires error, then close', async () => {
  const result = await play(
    `const ends = []
     for (const [rest, protocols] of [['configmaps/none', []], ['configmaps', []], ['configmaps?watch=true', ['a', 'b']]])
       ends.push(await closed(open(rest, protocols)))
     export const result = { told, ends, left: cluster.watches().length }`,
  )
  expect(result).toEqual({
    told: ['error', 'error', 'error'],
    ends: [
      [1006, false],
      [1006, false],
      [1006, false],
    ],
    left: 0,
  })
})

test('a cut watch closes with 1006', async () => {
  const result = await play(
    `const socket = open('configmaps?watch=true', [])
     const over = closed(socket)
     await cluster.settled()
     for (const watch of cluster.watches()) watch.cut()
     export const result = { told: [...told], end: await over }`,
  )
  expect(result).toEqual({ told: ['open '], end: [1006, false] })
})

test('exec runs a command in a container, with stdin', async () => {
  const result = await play(
    `await cluster.create('Pod', { metadata: { name: 'shop' }, spec: { containers: [{ name: 'c', image: 'shop' }] } })
     await cluster.settled({ until: '1m' })
     const outputs = []
     const run = (query, input) => new Promise((resolve) => {
       const socket = open('pods/shop/exec?' + query, ['v5.channel.k8s.io'])
       const text = []
       socket.onmessage = ({ data }) => {
         const [channel, ...bytes] = new Uint8Array(data)
         text.push([channel, new TextDecoder().decode(Uint8Array.from(bytes))])
       }
       socket.addEventListener('open', () => {
         if (input === undefined) return
         socket.send(Uint8Array.of(0, ...new TextEncoder().encode(input)))
         socket.send(new Blob([Uint8Array.of(255, 0)]))
       })
       socket.onclose = () => resolve(text.filter(([channel, piece]) => channel === 3 || piece !== ''))
     })
     outputs.push(await run('stdout=true&command=cat&command=/etc/hostname'))
     outputs.push(await run('stdin=true&stdout=true&command=cat', 'hello'))
     export const result = outputs`,
  )
  expect(result).toEqual([
    [
      [1, expect.stringContaining('shop-1')],
      [3, expect.stringContaining('"Success"')],
    ],
    [
      [1, expect.stringContaining('hello')],
      [3, expect.stringContaining('"Success"')],
    ],
  ])
})

test('invalid calls throw as on the platform', async () => {
  const result = await play(
    `const socket = open('configmaps?watch=true', [])
     const nameOf = (run) => { try { run() } catch ({ name }) { return name } }
     const early = nameOf(() => socket.send('x'))
     const code = nameOf(() => socket.close(999))
     export const result = [early, code, nameOf(() => new WebSocket('http://['))]`,
  )
  expect(result).toEqual(['InvalidStateError', 'InvalidAccessError', 'SyntaxError'])
})
