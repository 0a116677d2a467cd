import type * as Http from 'node:http'
import { createRequire } from 'node:module'

/**
 * The module `node:http`. An import of it reads all that it exports, of which `WebSocket` loads the whole of fetch
 * since Node.js 22: that took a quarter of the time in which the command starts.
 */
export const http = createRequire(import.meta.url)('node:http') as typeof Http // what is required is any
