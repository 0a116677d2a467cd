import { isObject } from '../../base/json.js'
import { readJson } from '../../base/read-json.js'
import type { Bundle } from '../../bundle/types.js'
import type { Newer } from '../model/session.js'
import { type OnGlance, readParts } from './parts.js'

/** What a server said: a value, or why not, in its own words. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly causes: readonly Complaint[] }

/** One thing that is wrong, and where. */
type Complaint = { readonly field: string; readonly message: string }

/** What is asked of a server: a path, a method, and a body as text. */
export type Asked = { readonly method?: string; readonly body?: string; readonly type?: string }

/** The cluster behind a live page. */
export type Remote = {
  /**
   * Asks for a path of the server, control's or the API's. It never rejects: a server that is gone is an answer with
   * code 0.
   */
  readonly ask: (path: string, asked?: Asked) => Promise<Answer>
  /**
   * The bundle, whole. Told first is what a first view of one of the kinds looked at needs, the first there are objects
   * of.
   */
  readonly whole: (look: readonly string[], onGlance: OnGlance) => Promise<Answer>
  /** What of the bundle is newer than a revision and a request. */
  readonly newer: (newer: Newer) => Promise<Answer>
}

/** Control's path. */
export const CONTROL = '/_fakecluster'

/** Makes what asks the server a page came from, with a token where there is one. */
export function createRemote(token: string, send: typeof fetch = fetch): Remote {
  const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` }
  const read = async (
    path: string,
    { method = 'GET', body, type = 'application/json' }: Asked,
    answered: (reply: Response) => Promise<Answer>,
  ): Promise<Answer> => {
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
      return await answered(reply)
    } catch (error) {
      return unheard(error instanceof Error ? error.message : String(error))
    }
  }
  const whole = async (reply: Response) => readAnswer(reply.ok, reply.status, await reply.text())
  const ask: Remote['ask'] = (path, asked = {}) => read(path, asked, whole)
  return {
    ask,
    whole: (look, onGlance) =>
      read(`${CONTROL}/bundle/parts?look=${look.map(encodeURIComponent).join(',')}`, {}, async (reply) => {
        if (!reply.ok || !reply.body) return whole(reply)
        const value = await readParts(reply.body, onGlance)
        return value ? { ok: true, value } : unheard('The answer was cut off.')
      }),
    newer: ({ since, requests, told }) => ask(`${CONTROL}/bundle?since=${since}&requests=${requests}&told=${told}`),
  }
}

const unheard = (message: string): Answer => ({ ok: false, code: 0, message, causes: [] })

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
    return readJson(text)
  } catch {
    return undefined
  }
}
