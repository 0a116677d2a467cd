import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** An upgrade request, of which Node.js has parsed the head only, and the bytes read after it. */
export type Upgrade = { readonly incoming: IncomingMessage; readonly socket: Socket; readonly head: Buffer }

/**
 * Passes an upgrade request back to its server without the Upgrade header. Node.js stops parsing after the head of such
 * a request, and would read neither its body nor later requests.
 */
export function passOver(server: Server, scheme: 'http' | 'https', { incoming, socket, head }: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = incoming
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (!/^upgrade$/i.test(rawHeaders[at] ?? '')) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  // Node.js decodes headers as Latin-1.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(scheme === 'https' ? 'secureConnection' : 'connection', socket)
}
