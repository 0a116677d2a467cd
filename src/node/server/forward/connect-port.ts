import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import stream from 'node:stream'
import type { PortConnection, PortOutput, PortServer } from '../../../model/call/forwarding.js'

const MIB = 1024 * 1024
/** The most bytes that wait for a script to read them. */
const MOST_UNREAD = 8 * MIB
const TOO_MUCH = `fakecluster keeps no more than ${MOST_UNREAD / MIB} MiB of what is sent to a forwarded port and not read there\n`

/** Connects to a port at which a script answers HTTP/1.1: a connection of its own, without a network. */
export function connectPort(answer: PortServer, output: PortOutput): PortConnection {
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false, hostname: 'localhost' }))
  const [near, far] = stream.duplexPair()
  let isOver = false
  const finish = (words?: string) => {
    if (!isOver) output.end(words)
    isOver = true
  }
  const over = () => finish()
  near.on('data', (bytes: Buffer) => {
    if (!isOver && !output.send(bytes)) near.pause()
  })
  near.on('end', over).on('close', over).on('error', over)
  far.on('error', over)
  // When the server ends the connection, it is over for the client too.
  far.on('close', () => setImmediate(() => near.destroy()))
  server.emit(
    'connection',
    Object.assign(far, { setKeepAlive: same, setNoDelay: same, setTimeout: same, ref: same, unref: same }),
  )
  const close = () => {
    isOver = true
    near.destroy()
    far.destroy()
  }
  return {
    receive(bytes) {
      near.write(bytes)
      if (near.writableLength <= MOST_UNREAD) return
      finish(TOO_MUCH)
      close()
    },
    end: () => void near.end(),
    resume: () => void near.resume(),
    close,
  }
}

// Settings of a socket, which have no effect without a network.
function same<T>(this: T): T {
  return this
}
