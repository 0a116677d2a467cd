import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { root } from '../package/install.js'

/** A server of files on a free port of the loopback address. */
export type FileServer = { readonly origin: string; readonly close: () => Promise<void> }

/** Texts by their path, as `/index.html`; and folders by theirs, as `/dist/`. */
export type Served = {
  readonly texts?: Readonly<Record<string, string>>
  readonly folders?: Readonly<Record<string, string>>
}

/** The types of the files a page loads; what has another is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.yaml': 'text/yaml; charset=utf-8',
}

/** Serves what is given and the built package at `/dist/`. An empty page is at `/`, unless another is given. */
export async function serveFiles({ texts = {}, folders = {} }: Served = {}): Promise<FileServer> {
  const all = new Map(Object.entries({ '/': '<!doctype html><title>empty</title>', ...texts }))
  const roots = Object.entries({ '/dist/': join(root, 'dist'), ...folders })
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const text = all.get(path)
    const type = path.endsWith('/') ? TYPES['.html'] : TYPES[extname(path)]
    const folder = roots.find(([prefix]) => path.startsWith(prefix))
    // A browser asks for it by itself.
    if (path === '/favicon.ico') response.writeHead(204).end()
    else if (text !== undefined && type) response.writeHead(200, { 'Content-Type': type }).end(text)
    else if (folder && type) void sendFile(response, join(folder[1], path.slice(folder[0].length)), type)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
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
