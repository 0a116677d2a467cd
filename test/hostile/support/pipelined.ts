import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A reply as received. */
export type RawReply = { readonly status: number; readonly body: string }

/** Opens a keep-alive connection to a server. */
export async function openSocket(url: string): Promise<Socket> {
  const { protocol, port } = new URL(url)
  const to = { host: '127.0.0.1', port: Number(port) }
  const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
  await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect')
  return socket
}

/**
 * Sends requests on one connection, `ahead` of them at a time, and returns the replies; rejects when the connection
 * ends before the last.
 */
export function askInOrder(
  socket: Socket,
  count: number,
  ahead: number,
  request: (index: number) => string,
): Promise<readonly RawReply[]> {
  return new Promise((resolve, reject) => {
    const replies: RawReply[] = []
    let sent = 0
    let rest = ''
    const send = () => {
      let text = ''
      while (sent < count && sent - replies.length < ahead) text += request(sent++)
      if (text) socket.write(text)
    }
    const end = (error?: Error) =>
      reject(error ?? new Error(`the connection ended after ${replies.length} of ${sent} requests sent`))
    socket.on('error', end).on('close', () => end())
    socket.setEncoding('latin1').on('data', (piece: string) => {
      rest += piece
      for (let read = takeReply(rest); read; read = takeReply(rest)) {
        replies.push(read.reply)
        rest = rest.slice(read.end)
      }
      if (replies.length === count) resolve(replies)
      else send()
    })
    send()
  })
}

/** Returns the first reply in the received bytes once it is complete. */
function takeReply(text: string): { readonly reply: RawReply; readonly end: number } | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const [, length = '0'] = /^content-length: (\d+)/im.exec(text.slice(0, head)) ?? []
  const end = head + 4 + Number(length)
  if (text.length < end) return undefined
  return { reply: { status: Number(text.slice(9, 12)), body: text.slice(head + 4, end) }, end }
}

/** A request as text. */
export const requestText = (method: string, path: string, headers: readonly string[], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n')
