import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { packedBundle } from '../../src/cluster/bundle/packed.js'
import { readBundle } from '../../src/cluster/bundle/read.js'
import type { Bundle } from '../../src/cluster/bundle/types.js'
import { serve } from '../../src/node/server/serve-cluster.js'
import { type Cluster, createCluster, fromBundle } from '../../src/index.js'
import type { Finding } from './play.js'
import { spliced, textCuts } from './texts.js'
import { type WebhookCase, tryWebhook, webhookCase } from './webhooks.js'
import { WORDS, anyValue, mutated, mutations } from './values.js'

/**
 * Input other than a single request: a bundle, an HTML page with one, options of populate, replies of a webhook, or
 * bytes on a connection.
 */
export type Other =
  | { readonly way: 'bundle' | 'page' | 'options'; readonly given: unknown }
  | { readonly way: 'webhook'; readonly given: WebhookCase }
  | { readonly way: 'connection'; readonly pieces: readonly string[]; readonly end: 'cut' | 'half' | 'wait' }

const POD = '/api/v1/namespaces/default/pods/a'
const PATHS = [
  '/api/v1/pods?watch=1',
  `${POD}/log?follow=true`,
  `${POD}/exec?command=a&stdout=1&stdin=1`,
  `${POD}/attach?stdin=1`,
  `${POD}/portforward?ports=80`,
  '/api/v1/nodes',
  '/_fakecluster/hooks',
]
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'base64.binary.k8s.io', 'portforward.k8s.io', 'a, ,b', '']
const HEADS = [
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  'Upgrade: SPDY/3.1\r\nConnection: Upgrade\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 12\r\n',
  'Upgrade: h2c, websocket\r\nConnection: keep-alive, Upgrade\r\n',
  'Content-Length: 5\r\nUpgrade: a\r\nConnection: upgrade\r\n',
  'Transfer-Encoding: chunked\r\n',
  '',
]
// Valid and invalid WebSocket frames, other bytes, and pipelined requests.
const AFTER = [
  '\x81\x80\0\0\0\0',
  '\x82\x82\0\0\0\0\0a',
  '\x88\x80\0\0\0\0',
  '\x89\xfe\xff\xff',
  '\x01\x80\0\0\0\0',
  '\xff\xff',
  '\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffff\r\n',
  'GET /api/v1/nodes HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET',
  '\r\n\r\n',
]
const head = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'POST', 'PATCH'),
    fc.constantFrom(...PATHS),
    fc.constantFrom(...HEADS),
    fc.constantFrom(...PROTOCOLS),
  )
  .map(([method, path, more, protocol]) => {
    const named = protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ''
    return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${more}${named}\r\n`
  })
const connection: fc.Arbitrary<Other> = fc
  .tuple(
    fc.array(head, { minLength: 1, maxLength: 2 }),
    textCuts(AFTER),
    fc.array(fc.constantFrom(...AFTER), { maxLength: 4 }),
    fc.nat({ max: 200 }),
    fc.constantFrom<'cut' | 'half' | 'wait'>('cut', 'half', 'wait'),
  )
  .map(([heads, cuts, after, at, end]) => {
    const text = spliced(heads.join(''), cuts)
    return { way: 'connection', pieces: [text.slice(0, at), text.slice(at), ...after].filter(Boolean), end }
  })

const SESSIONS = ['exec?command=a&stdin=1&stdout=1', 'attach?stdin=1&stdout=1', 'exec?command=a&stdin=1&tty=1']

/** Client frames, valid or not: of any type, fragmented, on any channel, with a length that may be wrong. */
const frame = fc
  .tuple(
    fc.constantFrom(1, 2, 2, 2, 2, 0, 8, 9, 10, 3, 15),
    fc.boolean(),
    fc.constantFrom(0x80, 0x80, 0x80, 0),
    fc.constantFrom(0, 0, 1, 2, 3, 4, 5, 254, 255),
    fc.oneof(fc.constantFrom('', 'a', '{"Width":1,"Height":-1}', '{', '\xff\xfe', 'a'.repeat(70_000)), fc.string()),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(1, -1, 2 ** 20, 2 ** 40) },
    ),
  )
  .map(([type, isLast, mask, channel, text, more]) => {
    const payload = Buffer.concat([Buffer.of(channel), Buffer.from(text, 'latin1')])
    const head = Buffer.alloc(mask ? 14 : 10)
    head[0] = type | (isLast ? 0x80 : 0)
    head[1] = mask | 127
    head.writeBigUInt64BE(BigInt(Math.max(0, payload.length + more)), 2)
    return Buffer.concat([head, payload]).toString('latin1')
  })
const session: fc.Arbitrary<Other> = fc
  .tuple(
    fc.constantFrom('/api/v1/pods?watch=1', ...SESSIONS),
    fc.array(frame, { minLength: 1, maxLength: 6 }),
    fc.constantFrom<'cut' | 'half' | 'wait'>('cut', 'half', 'wait'),
  )
  .map(([path, frames, end]) => {
    const [key = ''] = HEADS
    const protocol = path.startsWith('/')
      ? 'Origin: http://localhost\r\n'
      : 'Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n'
    const at = path.startsWith('/') ? path : `${POD}/${path}`
    return {
      way: 'connection',
      pieces: [`GET ${at} HTTP/1.1\r\nHost: localhost\r\n${key}${protocol}\r\n`, ...frames],
      end,
    }
  })

const words = fc.constantFrom(...WORDS)
const size = fc.oneof(fc.nat({ max: 12 }), anyValue, fc.constantFrom<unknown>(-1, 1.5, Infinity, 1e9, '3'))
const options: fc.Arbitrary<Other> = fc
  .dictionary(fc.oneof(fc.constantFrom('nodes', 'deployments', 'pods', 'namespaces', 'churn'), words), size, {
    maxKeys: 4,
  })
  .map((given) => ({ way: 'options', given }))

const sample: Promise<{ readonly [part: string]: unknown }> = (async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.create('ConfigMap', { metadata: { name: 'a' }, data: { a: 'b' } })
  await cluster.settled()
  // A copy of the bundle.
  const bundle = JSON.parse(JSON.stringify(await cluster.bundle())) as { readonly [part: string]: unknown }
  cluster.close()
  return bundle
})()

/** An arbitrary of such input. */
export async function others(): Promise<fc.Arbitrary<Other>> {
  const bundle = await sample
  // Mutates one part at a time: mutations of the whole bundle would mostly hit its beginning.
  const parts = fc.constantFrom(...Object.keys(bundle))
  const hostile = fc
    .tuple(parts, mutations)
    .map(([part, changes]): Other => ({ way: 'bundle', given: { ...bundle, [part]: mutated(bundle[part], changes) } }))
  const { packed, ...rest } = packedBundle(bundle as unknown as Bundle) // the copy is a Bundle
  const differences = fc
    .tuple(fc.constantFrom('start', 'changes', 'requests', 'told'), mutations)
    .map(([list, changes]): Other => {
      // `list` is one of its keys.
      const given = { ...rest, packed: { ...packed, [list]: mutated(packed[list as keyof typeof packed], changes) } }
      return { way: 'page', given: JSON.stringify(given) ?? '' }
    })
  const text = JSON.stringify(bundle)
  const page = `<script type="text/plain" id="bundle">${Buffer.from(text).toString('base64')}</script>`
  const pages = fc
    .tuple(
      fc.constantFrom(page, text.slice(0, 5000), '<html>'),
      textCuts(['</script>', '<script type="text/plain" id="bundle">', '{', '\0', 'H4sI']),
    )
    .map(([written, cuts]): Other => ({ way: 'page', given: spliced(written, cuts) }))
  return fc.oneof(
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: pages },
    { weight: 1, arbitrary: differences },
    { weight: 1, arbitrary: options },
    { weight: 2, arbitrary: webhookCase.map((given): Other => ({ way: 'webhook', given })) },
    { weight: 3, arbitrary: connection },
    { weight: 2, arbitrary: session },
  )
}

/** Messages of errors that are defects of ours rather than rejections of invalid input. */
const OURS =
  /undefined|not a function|not iterable|Cannot |call stack|Invalid array|circular|toFixed|BigInt|fakecluster has a bug/

/** Tries one input, and returns the defect it triggers, if any. */
export async function tryOther(base: Cluster, other: Other): Promise<Finding | undefined> {
  try {
    if (other.way === 'connection') return await tryConnection(base, other)
    if (other.way === 'webhook') await tryWebhook(other.given)
    else await take(base, other)
    return undefined
  } catch (error) {
    const { name, message, stack = message } = error as Error // only errors are thrown
    if (name === 'BundleError') return undefined
    if (name === 'Error' || OURS.test(message))
      return { what: stack, at: /^\s+at .*src\/.*$/m.exec(stack)?.[0] ?? message }
    return undefined
  }
}

async function take(base: Cluster, { way, given }: Exclude<Other, { way: 'connection' | 'webhook' }>): Promise<void> {
  // These accept anything, as JavaScript callers may pass anything.
  if (way === 'options') {
    const cluster = base.fork()
    return void (await cluster.populate(given as object).finally(() => cluster.close()))
  }
  const bundle = way === 'page' ? await readBundle(String(given), 'a page') : given
  const cluster = await fromBundle(bundle as Parameters<typeof fromBundle>[0])
  await cluster.list('ConfigMap').catch(() => undefined)
  await cluster.settled().catch(() => undefined)
  cluster.close()
}

async function tryConnection(
  base: Cluster,
  { pieces, end }: Extract<Other, { way: 'connection' }>,
): Promise<Finding | undefined> {
  const cluster = base.fork()
  const server = await serve(cluster)
  // A served cluster prints its own defects there.
  const { write } = process.stderr
  let told = ''
  process.stderr.write = (text: string | Uint8Array) => {
    told += String(text)
    return true
  }
  try {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, 'latin1', resolve))
    if (end === 'half') socket.end()
    if (end === 'cut') socket.resetAndDestroy()
    // Another client must still be answered.
    const reply = await fetch(`${server.url}/api/v1/namespaces/default`)
    await reply.text()
    socket.destroy()
    if (reply.status !== 200) return { what: `another is answered ${reply.status}`, at: 'another' }
    return told.includes('fakecluster failed')
      ? { what: told, at: /^\s+at .*src\/.*$/m.exec(told)?.[0] ?? 'told' }
      : undefined
  } finally {
    process.stderr.write = write
    await server.close()
    cluster.close()
  }
}
