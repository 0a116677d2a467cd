import { createCluster } from '../../src/cluster/cluster.js'

type Json = { readonly [member: string]: unknown }

/** What came back. */
export type Answer = { readonly code: number; readonly warning: string | null; readonly body: Json }
/** Asks a server. */
export type Ask = (
  method: string,
  path: string,
  body?: object,
  more?: { readonly [header: string]: string },
) => Promise<Answer>

/** A fresh server with the real server's names and no controllers. */
export function openServer(): Ask {
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    profile: 'kubernetes',
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  return async (method, path, body, more) => {
    const headers = {
      ...more,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    }
    const reply = await cluster.fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { code: reply.status, warning: reply.headers.get('warning'), body: (await reply.json()) as Json } // objects
  }
}

/** What a reply says is wrong with an object, without the words before it; the reply's code where nothing is. */
export const wordsOf = ({ code, body }: Answer): unknown =>
  code < 300 ? code : String(body['message']).replace(/^[\w.]+ "[\w.-]*" is invalid: /, '')

/** What is wrong with a new object named `a`. */
export const refusal = async (path: string, body: object): Promise<unknown> =>
  wordsOf(await openServer()('POST', path, { metadata: { name: 'a' }, ...body }))

/** What is wrong with a change of an object named `a`. */
export async function changeRefusal(path: string, body: object, patch: object, subresource = ''): Promise<unknown> {
  const ask = openServer()
  const made = await ask('POST', path, { metadata: { name: 'a' }, ...body })
  return made.code === 201 ? wordsOf(await ask('PATCH', `${path}/a${subresource}`, patch)) : made.body
}
