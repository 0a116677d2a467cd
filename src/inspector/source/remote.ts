import { isObject } from '../../base/json.js'
import type { Bundle } from '../../bundle/types.js'
import type { Newer } from '../model/session.js'

/** What a server said: a value, or why not, in its own words. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly causes: readonly Complaint[] }

/** One thing that is wrong, and where. */
export type Complaint = { readonly field: string; readonly message: string }

/** What is asked of a server: a path, a method, and a body as text. */
export type Asked = { readonly method?: string; readonly body?: string; readonly type?: string }

/** The cluster behind a live page. */
export type Remote = {
  /** Asks for a path of the server, control's or the API's. It never rejects: a server that is gone is an answer with code 0. */
  readonly ask: (path: string, asked?: Asked) => Promise<Answer>
  /** The bundle, whole or only what is newer than a revision and a request. */
  readonly bundle: (newer?: Newer) => Promise<Answer>
}

/** Control's path. */
export const CONTROL = '/_fakecluster'

/** Makes what asks the server a page came from, with a token where there is one. */
export function createRemote(token: string, send: typeof fetch = fetch): Remote {
  const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` }
  const ask: Remote['ask'] = async (path, { method = 'GET', body, type = 'application/json' } = {}) => {
    try {
      const reply = await send(path, {
        method,
        headers: {
          ...authorization,
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': type }),
        },
        ...(body === undefined ? {} : { body }),
        cache: 'no-store',
      })
      return readAnswer(reply.ok, reply.status, await reply.text())
    } catch (error) {
      return { ok: false, code: 0, message: error instanceof Error ? error.message : String(error), causes: [] }
    }
  }
  return {
    ask,
    bundle: (newer) => ask(`${CONTROL}/bundle${newer ? `?since=${newer.since}&requests=${newer.requests}` : ''}`),
  }
}

/** The bundle in an answer to the question for one. */
export const bundleIn = (value: unknown): Bundle => value as Bundle // the server of this very page made it

function readAnswer(ok: boolean, code: number, text: string): Answer {
  const value = parse(text)
  if (ok) return { ok, value }
  const status = isObject(value) ? value : {}
  const details = isObject(status['details']) ? status['details'] : {}
  const causes = Array.isArray(details['causes']) ? details['causes'].filter(isObject) : []
  return {
    ok,
    code,
    message: typeof status['message'] === 'string' ? status['message'] : text || `the server answered ${code}`,
    causes: causes.map((cause) => ({ field: String(cause['field'] ?? ''), message: String(cause['message'] ?? '') })),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
