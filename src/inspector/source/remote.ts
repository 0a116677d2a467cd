import { isObject } from '../../base/json/json.js'
import { messageOf } from '../../base/errors/status.js'
import { readJson } from '../../base/json/json-text.js'
import type { Bundle, BundleChange, BundleObject, BundleRequest, BundleTold } from '../../cluster/bundle/types.js'
import type { Newer } from '../model/session.js'
import { append } from '../../base/lists/lists.js'
import type { BundlePart, Glance } from '../../cluster/bundle/bundle-parts.js'
import { nextTask } from './timers.js'

/** The answer of a server: a value, or its error. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly causes: readonly Complaint[] }

/** One of several causes of an error. */
type Complaint = { readonly field: string; readonly message: string }

/** The options of a request. */
export type Asked = { readonly method?: string; readonly body?: string; readonly type?: string }

/** The cluster behind a live page. */
export type Remote = {
  /**
   * Sends a request to the control API or the Kubernetes API. It never rejects: if the server is gone, the answer has
   * the code 0.
   */
  readonly ask: (path: string, asked?: Asked) => Promise<Answer>
  /**
   * Loads the whole Bundle. `onGlance` gets the data of the first view early, for the first of the kinds in `look` that
   * has objects.
   */
  readonly whole: (look: readonly string[], onGlance: OnGlance) => Promise<Answer>
  /** Loads what is newer than a revision and a request. */
  readonly newer: (newer: Newer) => Promise<Answer>
}

/** The path of the control API. */
export const CONTROL = '/_fakecluster'

/** Creates the client of the server that the page came from; an empty token is not sent. */
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
      return unheard(messageOf(error))
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

/** Returns the Bundle in an answer to a query for one. */
export const bundleIn = (value: unknown): Bundle => value as Bundle // from this page's own server

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

/** Called at the first part of a Bundle that is loaded in parts. */
type OnGlance = (bundle: Bundle, glance: Glance) => void

/** Number of characters after which the reader yields, so that the page stays responsive. */
const AT_ONCE = 1024 * 1024

/** Reads a Bundle from its parts, one per line; undefined if they end early. */
export async function readParts(stream: ReadableStream<Uint8Array>, onGlance: OnGlance): Promise<Bundle | undefined> {
  let head: Bundle | undefined
  const start: BundleObject[] = []
  const changes: BundleChange[] = []
  const requests: BundleRequest[] = []
  const told: BundleTold[] = []
  let read = 0
  for await (const line of linesOf(stream)) {
    const part = readJson(line) as BundlePart // from this page's own server
    if (part.type === 'head') onGlance((head = part.bundle), part.glance)
    else if (part.type === 'start') append(start, part.items)
    else if (part.type === 'changes') append(changes, part.items)
    else if (part.type === 'requests') append(requests, part.items)
    else if (part.type === 'told') append(told, part.items)
    else return head && { ...head, start, changes, requests, told }
    read += line.length
    if (part.type !== 'head' && read < AT_ONCE) continue
    read = 0
    await nextTask()
  }
  return undefined
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let begun: string[] = []
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const [first = '', ...others] = decoder.decode(piece.value, { stream: true }).split('\n')
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
}
