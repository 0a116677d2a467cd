import { createCluster } from '../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../src/cluster/options.js'

type Json = { readonly [member: string]: unknown }

/** The answer to a request. */
export type Answer = { readonly code: number; readonly warning: string | null; readonly body: Json }
/** Sends a request to a server; a text is sent as it is. */
export type Ask = (
  method: string,
  path: string,
  body?: object | string,
  more?: { readonly [header: string]: string },
) => Promise<Answer>

/** Creates a server with profile `kubernetes` and without controllers. */
export function openServer(options: ClusterOptions = {}): Ask {
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    profile: 'kubernetes',
    disableAdmissionPlugins: ['ServiceAccount'],
    ...options,
  })
  return async (method, path, body, more) => {
    const headers = {
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      ...more,
    }
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const reply = await cluster.fetch(path, { method, headers, ...(text === undefined ? {} : { body: text }) })
    return { code: reply.status, warning: reply.headers.get('warning'), body: (await reply.json()) as Json } // objects
  }
}

/** The validation errors in an answer, without the words before them; its status code if there are none. */
export const wordsOf = ({ code, body }: Answer): unknown =>
  code < 300 ? code : String(body['message']).replace(/^[\w.]+ "[\w.-]*" is invalid: /, '')

/** The validation errors of a new object named `a`. */
export const refusal = async (path: string, body: object): Promise<unknown> =>
  wordsOf(await openServer()('POST', path, { metadata: { name: 'a' }, ...body }))

/** The validation errors of a patch of an object named `a`. */
export async function changeRefusal(path: string, body: object, patch: object, subresource = ''): Promise<unknown> {
  const ask = openServer()
  const made = await ask('POST', path, { metadata: { name: 'a' }, ...body })
  return made.code === 201 ? wordsOf(await ask('PATCH', `${path}/a${subresource}`, patch)) : made.body
}
