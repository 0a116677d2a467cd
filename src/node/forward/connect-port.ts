import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import stream from 'node:stream'
import type { PortConnection, PortOutput, PortServer } from '../../api/forwarding.js'

/** Connects to a port at which a script answers HTTP/1.1: a connection of its own, without a network. */
export function connectPort(answer: PortServer, output: PortOutput): PortConnection {
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false, hostname: 'localhost' }))
  const [near, far] = stream.duplexPair()
  let isOver = false
  const finish = () => {
    if (!isOver) output.end()
    isOver = true
  }
  near.on('data', (bytes: Buffer) => isOver || output.send(bytes))
  near.on('end', finish).on('close', finish).on('error', finish)
  far.on('error', finish)
  // When the server ends the connection, it is over for the client too.
  far.on('close', () => setImmediate(() => near.destroy()))
  server.emit(
    'connection',
    Object.assign(far, { setKeepAlive: same, setNoDelay: same, setTimeout: same, ref: same, unref: same }),
  )
  return {
    receive: (bytes) => void near.write(bytes),
    end: () => void near.end(),
    close() {
      isOver = true
      near.destroy()
      far.destroy()
    },
  }
}

// Settings of a socket, which have no effect without a network.
function same<T>(this: T): T {
  return this
}
