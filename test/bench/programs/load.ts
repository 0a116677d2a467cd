import type { Socket } from 'node:net'
import { type Connection, openConnection, openSocket } from './connection.js'

/** A request; in its path and body `{i}` stands for its number with six digits, `{n}` for the plain number. */
export type Template = {
  readonly method: string
  readonly path: string
  readonly contentType?: string
  readonly body?: string
}

/** The questions to the load generator. */
export type Load =
  | {
      readonly type: 'requests'
      readonly port: number
      readonly template: Template
      readonly from: number
      readonly count: number
      readonly connections: number
    }
  | { readonly type: 'watch'; readonly port: number; readonly path: string; readonly count: number }
  | {
      readonly type: 'fan-out'
      readonly port: number
      readonly template: Template
      readonly from: number
      readonly count: number
    }

const watches = new Map<number, Watch>()

/** Keeps a request in flight on each connection until `count` are answered; returns the milliseconds. */
async function sendAll(load: Extract<Load, { type: 'requests' }>): Promise<number> {
  const requests = Array.from({ length: load.count }, (_, i) => requestBytes(load.template, load.from + i))
  let next = 0
  return withConnections(load.port, load.connections, async (open) => {
    const start = performance.now()
    await Promise.all(
      open.map(async (connection) => {
        while (next < requests.length) await connection.exchange(requests[next++]!)
      }),
    )
    return performance.now() - start
  })
}

/** Opens connections for one measurement, as servers close idle ones. */
async function withConnections<T>(
  port: number,
  count: number,
  run: (open: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  return run(open).finally(() => open.forEach(({ close }) => close()))
}

function requestBytes({ method, path, contentType = 'application/json', body }: Template, i: number): Buffer {
  const fill = (text: string) => text.replaceAll('{i}', String(i).padStart(6, '0')).replaceAll('{n}', String(i))
  const content = body === undefined ? '' : fill(body)
  const lines = [
    `${method} ${fill(path)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: bench/1.0',
    'Accept: application/json',
  ]
  if (body !== undefined) lines.push(`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(content)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`)
}

type Watch = {
  readonly sockets: readonly Socket[]
  /** Resolves when every watcher has one more frame. */ readonly frame: () => Promise<void>
}

const FRAME_END = Buffer.from('}\n')

async function openWatch({ port, path, count }: Extract<Load, { type: 'watch' }>): Promise<void> {
  const sockets: Socket[] = []
  let missing = 0
  let done: () => void = () => undefined
  const request = requestBytes({ method: 'GET', path }, 0)
  for (let i = 0; i < count; i++) {
    const socket = await openSocket(port)
    const head = new Promise<void>((resolve) => socket.once('data', () => resolve()))
    socket.write(request)
    await head
    socket.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(FRAME_END); at >= 0; at = chunk.indexOf(FRAME_END, at + 2))
        if (--missing === 0) done()
    })
    sockets.push(socket)
  }
  const frame = () =>
    new Promise<void>((resolve) => {
      missing += count
      done = resolve
    })
  watches.set(port, { sockets, frame })
}

/** Writes objects in sequence, each when every watcher has seen the one before; returns the milliseconds. */
async function fanOut({ port, template, from, count }: Extract<Load, { type: 'fan-out' }>): Promise<number> {
  const requests = Array.from({ length: count }, (_, i) => requestBytes(template, from + i))
  const watch = watches.get(port)!
  return withConnections(port, 1, async ([connection]) => {
    const start = performance.now()
    for (const request of requests) await Promise.all([watch.frame(), connection!.exchange(request)])
    return performance.now() - start
  })
}

/**
 * Keeps the event loop busy during work: the kernel would wake a sleeping reader at the expense of the slower server
 * only.
 */
async function awake<T>(work: Promise<T>): Promise<T> {
  let working = true
  const spin = () => void (working && setImmediate(spin))
  spin()
  return work.finally(() => (working = false))
}

process.on('message', async (load: Load) => {
  if (load.type === 'requests') return process.send!(await awake(sendAll(load)))
  if (load.type === 'fan-out') return process.send!(await awake(fanOut(load)))
  await openWatch(load)
  return process.send!('done')
})
process.send!('ready')
