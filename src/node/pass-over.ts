import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A request that asks for an upgrade, of which Node has read no more than the head, and what else it has read by then.
 */
export type Upgrade = { readonly incoming: IncomingMessage; readonly socket: Socket; readonly head: Buffer }

/**
 * Gives a request that asks for an upgrade back to its server without that. Node has stopped reading at the end of its
 * head by then, and would read neither its body nor what comes after it.
 */
export function passOver(server: Server, scheme: 'http' | 'https', { incoming, socket, head }: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = incoming
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (!/^upgrade$/i.test(rawHeaders[at] ?? '')) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  // Node reads headers as bytes of Latin-1.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(scheme === 'https' ? 'secureConnection' : 'connection', socket)
}
