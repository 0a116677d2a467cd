import { isObject, type JsonObject } from '../../base/json.js'
import { type Tls, ask } from '../ask.js'
import { ImportError } from './import-error.js'

/** How to access a server. */
export type Access = {
  /** The URL, without a slash at its end. */
  readonly base: string
  readonly token?: string | undefined
  /** Accepts any certificate. */
  readonly insecure?: boolean
  readonly tls?: Tls
}

/** The response to a GET request. */
type RemoteReply = { readonly status: number; readonly text: string }

/** A client of a server that only reads. */
export type Remote = {
  readonly base: string
  /** Sends a GET request. @throws ImportError if there is no response, or the server requires authentication */
  readonly get: (path: string) => Promise<RemoteReply>
  /**
   * Reads an object.
   *
   * @param what the action as a phrase for error messages: `list the kinds`
   * @throws ImportError for any other response
   */
  readonly read: (path: string, what: string) => Promise<JsonObject>
}

/** Creates the client of a server; requests fail after `patience` milliseconds without data. */
export function createRemote({ base, token, insecure = false, tls }: Access, patience: number): Remote {
  const get = async (path: string): Promise<RemoteReply> => {
    const url = new URL(base + path)
    const userAgent = 'fakecluster-import'
    const reply = await ask({ url, method: 'GET', token, insecure, tls, patience, userAgent })
    if ('failure' in reply) {
      const remedy = reply.code === 'ECONNREFUSED' ? '; start it with kubectl proxy, or name another with --server' : ''
      throw new ImportError(`${base} cannot be reached: ${reply.failure}${remedy}.`)
    }
    if (reply.status === 401) throw new ImportError(`${base} does not know who asks (401). ${ASK_AS}.`)
    return reply
  }
  return {
    base,
    get,
    async read(path, what) {
      const reply = await get(path)
      const value = parsed(reply.text)
      if (reply.status === 200 && value) return value
      throw new ImportError(failureOf(base, what, reply, value))
    },
  }
}

/** Parses a text as a JSON object; undefined if it is not one. */
export function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function failureOf(base: string, what: string, { status }: RemoteReply, value: JsonObject | undefined): string {
  const said = typeof value?.['message'] === 'string' ? `: ${value['message']}` : ''
  if (status === 403) return `${base} does not let you ${what} (403)${said}. ${ASK_AS}.`
  const answer = status === 200 ? 'no JSON' : `${status}`
  return `${base} answers ${answer} where it is asked to ${what}${said || '; is it a Kubernetes API?'}`
}

/** Advice for a request that was refused. */
export const ASK_AS = 'Ask as somebody who may: through kubectl proxy, with --kubeconfig FILE, or with --token T'
