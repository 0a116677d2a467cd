import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Forwarding, PortConnection } from '../../../model/call/forwarding.js'
import { refuseHandshake } from '../../../server/http/websocket.js'
import type { Upgrade } from '../pass-over.js'
import { connectPort } from './connect-port.js'
import { createSpdyConnection } from './spdy-connection.js'

const PROTOCOL = 'portforward.k8s.io'
/** What kubectl asks for since v1.31: SPDY in the messages of a WebSocket. */
const TUNNEL = `SPDY/3.1+${PROTOCOL}`
const BINARY = 'v4.channel.k8s.io'
const BASE64 = 'v4.base64.channel.k8s.io'
const LONGEST_MESSAGE = 1024 * 1024
const NORMAL = 1000
/** The most bytes that wait for a client to read them: answers to its frames, as ports pause before. */
const MOST_UNREAD = 8 * 1024 * 1024

const options = { noServer: true, clientTracking: false, maxPayload: LONGEST_MESSAGE, perMessageDeflate: false }
const sockets = new WebSocketServer({ ...options, handleProtocols: ([name]) => name ?? false })
// The library refuses the name, which has a `/`.
const tunnels = new WebSocketServer(options).on('headers', (lines) => {
  lines.push(`Sec-WebSocket-Protocol: ${TUNNEL}`)
})

/** A WebSocket request, and the subprotocols it offers. */
type Opening = Upgrade & { readonly names: readonly string[] }

const refuse = (socket: Socket, line: string, text: string, headers = '') =>
  void socket.end(
    `HTTP/1.1 ${line}\r\n${headers}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )

/** Tells whether a client takes more at once. One that reads nothing, however much there is, is left. */
function takesMore(socket: Socket): boolean {
  if (socket.writableLength > MOST_UNREAD) socket.destroy()
  return !socket.writableNeedDrain
}

/** Forwards ports over a WebSocket: a tunnel of SPDY, or two channels for each port in the query. */
export function openForwardingSocket({ incoming, socket, head, names }: Opening, forwarding: Forwarding): void {
  const { headers } = incoming
  const { origin, 'sec-websocket-version': version, 'sec-websocket-key': key, host = '' } = headers
  const refused = refuseHandshake({ version, key, origin: origin ?? `http://${host}`, names: [] })
  if (refused) return void socket.end(`HTTP/1.1 ${refused.line}\r\n${refused.headers ?? ''}\r\n${refused.text}`)
  const protocol = [TUNNEL, BINARY, BASE64].find((name) => names.includes(name))
  if (protocol === undefined && names.length > 0) return refuse(socket, '403 Forbidden', '')
  if (protocol !== TUNNEL && forwarding.ports.length === 0)
    return refuse(socket, '400 Bad Request', 'query parameter "port" is required')
  if (protocol === undefined || protocol === TUNNEL) delete headers['sec-websocket-protocol']
  else headers['sec-websocket-protocol'] = protocol
  const server = protocol === TUNNEL ? tunnels : sockets
  server.handleUpgrade(incoming, socket, head, (opened) => {
    opened.on('error', () => socket.destroy())
    if (protocol === TUNNEL) tunnel(opened, socket, forwarding)
    else holdChannels(opened, socket, forwarding, protocol === BASE64)
  })
}

function tunnel(opened: WebSocket, socket: Socket, forwarding: Forwarding): void {
  const connection = createSpdyConnection(forwarding, {
    write(bytes) {
      opened.send(bytes)
      return takesMore(socket)
    },
    close: () => opened.close(NORMAL),
  })
  socket.on('drain', connection.resume)
  // By default, `ws` passes a message as a single Buffer.
  opened.on('message', (data: RawData) => connection.receive(data as Buffer))
  opened.on('close', connection.close)
}

/** Each port has a channel for data and one for its error, which both begin with the port, in little endian. */
function holdChannels(opened: WebSocket, socket: Socket, { ports, connect }: Forwarding, isText: boolean): void {
  const send = (channel: number, bytes: Uint8Array) => {
    if (opened.readyState !== opened.OPEN) return true
    if (isText) opened.send(`${channel}${Buffer.from(bytes).toString('base64')}`)
    else opened.send(Buffer.concat([Buffer.of(channel), bytes]))
    return takesMore(socket)
  }
  let open = ports.length
  const end = (channel: number, words = '') => {
    if (words) send(channel, Buffer.from(words))
    if (--open === 0) opened.close(NORMAL)
  }
  const connections = new Map<number, PortConnection>()
  for (const [index, port] of ports.entries()) {
    const [data, error] = [2 * index, 2 * index + 1]
    for (const channel of [data, error]) send(channel, Buffer.of(port & 0xff, port >> 8))
    const listening = connect(port)
    if (typeof listening === 'string') {
      end(error, listening)
      continue
    }
    const output = { send: (bytes: Uint8Array) => send(data, bytes), end: (words?: string) => end(error, words) }
    connections.set(data, connectPort(listening, output))
  }
  opened.on('message', (message: RawData) => {
    const bytes = message as Buffer // as `ws` passes it by default
    const [first = 0] = bytes
    const payload = isText ? Buffer.from(bytes.toString('latin1', 1), 'base64') : bytes.subarray(1)
    connections.get(isText ? first - '0'.charCodeAt(0) : first)?.receive(payload)
  })
  socket.on('drain', () => {
    for (const connection of connections.values()) connection.resume()
  })
  opened.on('close', () => {
    for (const connection of connections.values()) connection.close()
  })
}

/** Forwards ports over a connection that is upgraded to SPDY, as older clients ask for. */
export function openForwardingSpdy({ incoming, socket, head }: Upgrade, forwarding: Forwarding): void {
  const named = [incoming.headers['x-stream-protocol-version'] ?? []].flat().flatMap((list) => list.split(/,\s*/))
  if (named.length > 0 && !named.includes(PROTOCOL))
    return refuse(
      socket,
      '403 Forbidden',
      `unable to upgrade: unable to negotiate protocol: client supports [${named.join(' ')}], server accepts [${PROTOCOL}]\n`,
      `X-Accepted-Stream-Protocol-Versions: ${PROTOCOL}\r\n`,
    )
  const chosen = named.length > 0 ? `X-Stream-Protocol-Version: ${PROTOCOL}\r\n` : ''
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${chosen}Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n`)
  const connection = createSpdyConnection(forwarding, {
    write(bytes) {
      if (socket.writable) socket.write(bytes)
      return takesMore(socket)
    },
    close: () => void socket.end(),
  })
  socket
    .on('drain', connection.resume)
    .on('data', connection.receive)
    .on('end', () => socket.end())
    .on('close', connection.close)
  connection.receive(head)
}
