import type { Cluster } from '../../src/cluster/types.js'
import type { KindDef } from '../../src/model/registry/kind-def.js'
import type { KubeObject } from '../../src/schema/object.js'
import { collectionPath, exampleOf } from './samples.js'
import type { Connection } from './transport.js'

/** The optional parts of a request. */
export type Request = {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly type?: string
}

/** A reply, without managedFields and the deprecation warning of the kind, which have tests of their own. */
export type Answer = { readonly status: number; readonly body: Body; readonly warning?: string }

/** The fields of an object, a list and a Status together: a test reads those of what it expects. */
export type Body = KubeObject & {
  readonly metadata: { readonly continue?: string }
  readonly items: readonly KubeObject[]
  readonly message: string
  readonly details: { readonly causes: readonly { readonly field: string }[] }
}

/** An open watch. */
export type Watch = { readonly next: () => Promise<unknown>; readonly close: () => Promise<void> }

/** What a case works with: a fresh cluster, one kind, and functions that send requests. */
export type Trial = {
  readonly def: KindDef
  readonly cluster: Cluster
  /** Sends a request as is, for cases that `ask` does not cover. */
  readonly fetch: Connection['fetch']
  /** The path of the kind's collection, in the namespace `default`. */
  readonly collection: string
  readonly item: (object: KubeObject, subresource?: string) => string
  readonly ask: (method: string, path: string, request?: Request) => Promise<Answer>
  /** Creates an object and returns it as stored. */
  readonly make: (body?: KubeObject) => Promise<KubeObject>
  /** Reads an object as stored. */
  readonly read: (object: KubeObject) => Promise<KubeObject>
  readonly watch: (path: string, query?: Readonly<Record<string, string>>) => Promise<Watch>
}

/** Opens a trial of one kind. */
export function openTrial(def: KindDef, { cluster, fetch }: Connection): Trial {
  const collection = collectionPath(def)
  const item = ({ metadata: { name, namespace } }: KubeObject, subresource?: string) =>
    `${collectionPath(def, namespace)}/${name}${subresource ? `/${subresource}` : ''}`
  const send = (method: string, path: string, { query, body, type = 'application/json' }: Request) =>
    fetch(`${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'suite/1.0',
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const ask: Trial['ask'] = async (method, path, request = {}) => {
    const response = await send(method, path, method === 'DELETE' ? unorphaned(def, request) : request)
    const warning = notOfKind(def, response.headers.get('warning'))
    return {
      status: response.status,
      body: withoutOwners(await response.text()) as Body,
      ...(warning === null ? {} : { warning }),
    }
  }
  return {
    def,
    cluster,
    fetch,
    collection,
    item,
    ask,
    async make(body = exampleOf(def)) {
      const { status, body: made } = await ask('POST', collectionPath(def, body.metadata.namespace), { body })
      if (status !== 201) throw new Error(`creating the ${def.kind} was answered with ${status}: ${made.message}`)
      return made
    },
    read: async (object) => (await ask('GET', item(object))).body,
    async watch(path, query = {}) {
      const response = await send('GET', path, { query: { watch: 'true', ...query } })
      if (response.status !== 200)
        throw new Error(`the watch was answered with ${response.status}: ${await response.text()}`)
      return readLines(response)
    },
  }
}

/** Removes the deprecation warning of the kind. */
function notOfKind({ discovery: { deprecation } }: KindDef, warning: string | null): string | null {
  const always = `299 - "${deprecation}"`
  return warning === always ? null : (warning?.replace(`${always}, `, '') ?? null)
}

const withoutOwners = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === 'managedFields' ? undefined : value))

function readLines(response: Response): Watch {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  return {
    async next() {
      for (let end = rest.indexOf('\n'); end < 0; end = rest.indexOf('\n')) {
        const { done, value } = await reader.read()
        if (done) return 'end'
        rest += value
      }
      const end = rest.indexOf('\n')
      const line = rest.slice(0, end)
      rest = rest.slice(end + 1)
      return withoutOwners(line)
    },
    close: () => reader.cancel(),
  }
}

/** Creates an object, and writes it once more where the first update of a kind stores what is filled in on read. */
export async function makeSettled({ def, make, ask, item }: Trial): Promise<KubeObject> {
  const made = await make()
  return def.storage.filledOnRead || def.storage.reread
    ? ((await ask('PUT', item(made), { body: made })).body as KubeObject)
    : made
}

// Where a kind orphans dependents by default, the finalizer `orphan` would keep each deleted object.
function unorphaned({ delete: { garbageCollection } }: KindDef, request: Request): Request {
  if (garbageCollection !== 'orphan' || JSON.stringify(request).includes('propagationPolicy')) return request
  const propagationPolicy = 'Background'
  return request.body
    ? { ...request, body: { ...request.body, propagationPolicy } }
    : { ...request, query: { ...request.query, propagationPolicy } }
}
