// Serves the playground and the built package on a loopback address: node examples/browser/serve.js [PORT]
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const port = Number(process.argv[2] ?? 8081)

createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
  if (path === '/') return response.writeHead(302, { Location: '/examples/browser/index.html' }).end()
  const file = join(root, path)
  const isServed = /^\/(dist|examples\/browser|src\/inspector\/styles)\//.test(path) && extname(path) in TYPES
  if (!isServed || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': TYPES[extname(path)] })
  createReadStream(file).pipe(response)
}).listen(port, '127.0.0.1', () => process.stdout.write(`the playground is at http://127.0.0.1:${port}/\n`))
