import { createAdaptorServer } from '@hono/node-server'
import type { ServerResponse } from 'node:http'
import { assemble } from './cluster.js'
import { createApp } from './http/app.js'
import { sendReply } from './node/send.js'

const profile = process.argv.includes('kubernetes') ? 'kubernetes' : 'example'
const { pipeline } = assemble({ profile })
const app = createApp(pipeline.handle)
createAdaptorServer({
  overrideGlobalObjects: false,
  fetch: (request, env) => app.fetch(request, { send: (reply) => sendReply((env as { outgoing: ServerResponse }).outgoing, reply) }),
}).listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1')
