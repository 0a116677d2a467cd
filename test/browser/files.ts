import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { root } from '../package/install.js'

/** A file server on a free port of the loopback address. */
export type FileServer = { readonly origin: string; readonly close: () => Promise<void> }

/** Texts by path, such as `/index.html`, and folders by path prefix, such as `/dist/`. */
export type Served = {
  readonly texts?: Readonly<Record<string, string>>
  readonly folders?: Readonly<Record<string, string>>
}

/** Media types by file extension; other extensions are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.yaml': 'text/yaml; charset=utf-8',
}

/**
 * Serves the given texts and folders, the built package at `/dist/`, and an empty page at `/` unless there is a text
 * for it.
 */
export async function serveFiles({ texts = {}, folders = {} }: Served = {}): Promise<FileServer> {
  const all = new Map(Object.entries({ '/': '<!doctype html><title>empty</title>', ...texts }))
  const roots = Object.entries({ '/dist/': join(root, 'dist'), ...folders })
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const text = all.get(path)
    const type = path.endsWith('/') ? TYPES['.html'] : TYPES[extname(path)]
    const folder = roots.find(([prefix]) => path.startsWith(prefix))
    // Browsers request it by themselves.
    if (path === '/favicon.ico') response.writeHead(204).end()
    else if (text !== undefined && type) response.writeHead(200, { 'Content-Type': type }).end(text)
    else if (folder && type) void sendFile(response, join(folder[1], path.slice(folder[0].length)), type)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // It listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function sendFile(response: ServerResponse, file: string, type: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) response.writeHead(404).end()
  else createReadStream(file).pipe(response.writeHead(200, { 'Content-Type': type }))
}
