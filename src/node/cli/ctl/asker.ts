import { isObject } from '../../../base/json/json.js'
import { PREFIX } from '../../../server/control/route.js'
import { ask } from '../send-request.js'
import type { Environment } from '../command.js'
import { UsageError } from '../usage-error.js'

/** A server, and how to connect to it. */
export type Server = { readonly url: string; readonly token: string | undefined; readonly insecure: boolean }

/** How flags name a server. */
type ServerFlags = {
  readonly server?: string | undefined
  readonly token?: string | undefined
  readonly insecure?: boolean | undefined
}

/** Returns the server that flags name, or else the environment. */
export const serverFrom = ({ server, token, insecure = false }: ServerFlags, env: Environment): Server => ({
  url: server ?? env['FAKECLUSTER_SERVER'] ?? 'http://127.0.0.1:8080',
  token: token ?? env['FAKECLUSTER_TOKEN'],
  insecure,
})

/** The server refused a request or is unreachable. The message is a sentence for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** A control request; the path includes the query. */
type ControlRequest = { readonly method: string; readonly path: string; readonly body?: string | undefined }

/**
 * Sends a request and returns the text of the response.
 *
 * @throws RefusedError, UsageError for a malformed URL
 */
export async function askText(
  { url: server, token, insecure }: Server,
  { method, path, body }: ControlRequest,
): Promise<string> {
  const reply = await ask({ url: urlOf(server), target: path, method, token, insecure, body })
  if ('failure' in reply) {
    const remedy =
      reply.code === 'ECONNREFUSED'
        ? '; start it with fakecluster, or name another with --server, such as the one that pause printed'
        : ''
    throw new RefusedError(`${server} cannot be reached: ${reply.failure}${remedy}.`)
  }
  if (reply.status !== 200) throw new RefusedError(messageOf(reply.text, reply.status))
  return reply.text
}

/**
 * Sends a control request, whose path is relative to `/_fakecluster`, and returns the parsed response.
 *
 * @throws RefusedError
 */
export async function askValue<T>(server: Server, method: string, path: string, body?: unknown): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  // The operation declares the type.
  return JSON.parse(await askText(server, { method, path: PREFIX + path, body: text })) as T
}

function urlOf(server: string): URL {
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError(`--server takes a URL such as http://127.0.0.1:8080, not ${JSON.stringify(server)}.`)
}

function messageOf(text: string, status: number): string {
  const elsewhere = `the server answered ${status}; is it a fakecluster, started without --no-control?`
  try {
    const value: unknown = JSON.parse(text)
    const message = isObject(value) ? value['message'] : undefined
    if (status === 401) return 'the server wants its token: --token T, or $FAKECLUSTER_TOKEN'
    return typeof message === 'string' && message !== 'the server could not find the requested resource'
      ? message
      : elsewhere
  } catch {
    return elsewhere
  }
}
