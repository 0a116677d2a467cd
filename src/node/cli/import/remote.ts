import { depthProblem } from '../../../base/json/json-depth.js'
import { type JsonObject, isObject } from '../../../base/json/json.js'
import { mebibytes } from '../../../base/json/size.js'
import { type Tls, ask } from '../send-request.js'
import type { Bounds } from './bounds.js'
import { printableLine } from '../../printable.js'

/** How to access a server. */
export type Access = {
  /** The URL, without a slash at its end. */
  readonly base: string
  readonly token?: string | undefined
  /** Accepts any certificate. */
  readonly insecure?: boolean
  readonly tls?: Tls
}

/** The response to a GET request; `value` is the text as a JSON object, unless it is none. */
type RemoteReply = { readonly status: number; readonly text: string; readonly value: JsonObject | undefined }

/** A client of a server that only reads. */
export type Remote = {
  readonly base: string
  /**
   * Sends a GET request.
   *
   * @throws ImportError if there is no response, the server requires authentication, or a bound is passed
   */
  readonly get: (path: string) => Promise<RemoteReply>
  /**
   * Reads an object.
   *
   * @param what the action as a phrase for error messages: `list the kinds`
   * @throws ImportError for any other response
   */
  readonly read: (path: string, what: string) => Promise<JsonObject>
}

/** Creates the client of a server. */
export function createRemote({ base, token, insecure = false, tls }: Access, bounds: Bounds): Remote {
  const { patience, reply: complete, replyBytes } = bounds
  const began = performance.now()
  let bytes = 0
  const get = async (path: string): Promise<RemoteReply> => {
    if (performance.now() - began > bounds.all)
      throw new ImportError(
        `${base} is still answering after ${bounds.all / 60_000} minutes, which is given up. ${LESS}.`,
      )
    const url = new URL(base + path)
    const limits = { patience, complete, bytes: replyBytes }
    const userAgent = 'fakecluster-import'
    const reply = await ask({ url, method: 'GET', token, insecure, tls, limits, userAgent })
    if ('failure' in reply) {
      const remedy = reply.code === 'ECONNREFUSED' ? '; start it with kubectl proxy, or name another with --server' : ''
      throw new ImportError(`${base} cannot be reached: ${reply.failure}${remedy}.`)
    }
    if (reply.status === 401) throw new ImportError(`${base} does not know who asks (401). ${ASK_AS}.`)
    bytes += reply.text.length
    if (bytes > bounds.bytes)
      throw new ImportError(`${base} answers with more than ${mebibytes(bounds.bytes)} in all. ${LESS}.`)
    const value = parsed(reply.text)
    const tooDeep = depthProblem(value)
    if (tooDeep !== undefined)
      throw new ImportError(`${base} answers JSON at ${path} that is nested too deeply: ${tooDeep}.`)
    return { ...reply, value }
  }
  return {
    base,
    get,
    async read(path, what) {
      const reply = await get(path)
      if (reply.status === 200 && reply.value) return reply.value
      throw new ImportError(failureOf(base, what, reply))
    },
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function failureOf(base: string, what: string, { status, value }: RemoteReply): string {
  const said = typeof value?.['message'] === 'string' ? `: ${value['message']}` : ''
  if (status === 403) return `${base} does not let you ${what} (403)${said}. ${ASK_AS}.`
  const answer = status === 200 ? 'no JSON' : `${status}`
  return `${base} answers ${answer} where it is asked to ${what}${said || '; is it a Kubernetes API?'}`
}

/** Advice for an import that is too large. */
export const LESS = 'Import less: fewer kinds with --objects, or some namespaces with --namespace NAME…'

/** Advice for a request that was refused. */
export const ASK_AS = 'Ask as somebody who may: through kubectl proxy, with --kubeconfig FILE, or with --token T'

/**
 * An import that failed because of the server or its contents. The message is a sentence for people, which may quote
 * the server.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options)
  }
}
