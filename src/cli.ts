import { createAdaptorServer } from '@hono/node-server'
import type { ServerResponse } from 'node:http'
import { createCluster } from './cluster.js'
import { sendReply } from './node/send.js'

const profile = process.argv.includes('kubernetes') ? 'kubernetes' : 'example'
const { app } = createCluster({ profile })
createAdaptorServer({
  overrideGlobalObjects: false,
  fetch: (request, env) => app.fetch(request, { send: (reply) => sendReply((env as { outgoing: ServerResponse }).outgoing, reply) }),
}).listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1')
