import { type ServerResponse, createServer } from 'node:http'
import { type Replies, answerQuestions } from './serve.js'

// A minimal Node.js server: it replies with given bytes, or parses a body and prints it.
let replies: Replies = {}
let frame = Buffer.alloc(0)
const watchers = new Set<ServerResponse>()

const server = createServer((request, response) => {
  const { url = '' } = request
  if (url.includes('watch=')) {
    watchers.add(response)
    response.on('close', () => watchers.delete(response))
    return response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders()
  }
  const given = request.method === 'GET' ? replies[url] : undefined
  if (given)
    return void response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': given.length })
      .end(given)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.from(JSON.stringify(JSON.parse(Buffer.concat(chunks).toString())))
    response
      .writeHead(request.method === 'POST' ? 201 : 200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      })
      .end(body)
    for (const watcher of watchers) watcher.write(frame)
  })
})

answerQuestions(server, {
  replies: (given) => void (replies = given),
  frame: (given) => void (frame = given),
})
