import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { Server } from 'node:http'
import { type Replies, answerQuestions } from './serve.js'

// A bare Hono app on the Node.js adapter, as in its documentation.
let replies: Replies = {}
let frame = new Uint8Array()
const watchers = new Set<ReadableStreamDefaultController<Uint8Array>>()
const headers = { 'Content-Type': 'application/json' }

const app = new Hono()
app.get('*', (c) => {
  const { url } = c.req
  if (url.includes('watch=')) return c.body(createWatch(), 200, headers)
  return c.body(replies[url.slice(url.indexOf('/', 8))]!, 200, headers)
})
app.post('*', async (c) => {
  const text = JSON.stringify(await c.req.json())
  for (const watcher of watchers) watcher.enqueue(frame)
  return c.body(text, 201, headers)
})
app.patch('*', async (c) => c.body(JSON.stringify(await c.req.json()), 200, headers))

function createWatch(): ReadableStream<Uint8Array> {
  let own: ReadableStreamDefaultController<Uint8Array>
  return new ReadableStream({
    start: (controller) => void watchers.add((own = controller)),
    cancel: () => void watchers.delete(own),
  })
}

answerQuestions(createAdaptorServer({ fetch: app.fetch }) as Server, {
  replies: (given) => void (replies = given),
  frame: (given) => void (frame = given),
})
