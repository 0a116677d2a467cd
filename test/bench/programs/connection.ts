import { type Socket, connect } from 'node:net'

/** A keep-alive connection with one request in flight, and minimal work for each reply. */
export type Connection = {
  /** Sends a request and resolves when its reply is complete. */
  readonly exchange: (request: Buffer) => Promise<void>
  readonly close: () => void
}

const NONE = Buffer.alloc(0)
const HEAD_END = Buffer.from('\r\n\r\n')
const OK = /^HTTP\/1\.1 20[01] /
const LENGTH = /\r\ncontent-length: (\d+)/i

/** Connects to a local port. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await openSocket(port)
  let missing = -1 // bytes still missing; -1 before the head is read
  let head: Buffer = NONE
  let done: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const length = LENGTH.exec(text)
      if (!OK.test(text) || !length) return fail(new Error(`an unexpected reply:\n${head.toString('latin1', 0, 1000)}`))
      missing = Number(length[1]) - (head.length - end - HEAD_END.length)
      head = NONE
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    done()
  })
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        done = resolve
        fail = reject
        socket.write(request)
      }),
    close() {
      socket.removeAllListeners('close').destroy()
    },
  }
}

/** Opens a socket to a local port. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket.off('error', reject)))
  })
}
