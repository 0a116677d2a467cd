import type { Cluster } from '../../../../src/cluster/types.js'
import type { KubeObject } from '../../../../src/schema/object.js'

/** What a server refused. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
  ) {
    super(message)
  }
}

export type Event = { readonly type: string; readonly object: KubeObject & { readonly code?: number } }

/** A client as programs under test have one: all it asks goes through a cluster's `fetch`, and a refusal is thrown. */
export function createProgram({ fetch }: Pick<Cluster, 'fetch'>) {
  const ask = async (method: string, path: string, body?: unknown, type = 'application/json'): Promise<KubeObject> => {
    const sent = body === undefined ? {} : { headers: { 'Content-Type': type }, body: JSON.stringify(body) }
    const reply = await fetch(path, { method, ...sent })
    const value = (await reply.json()) as KubeObject & { reason?: string; message?: string }
    if (!reply.ok) throw new Refusal(reply.status, value.reason ?? '', value.message ?? '')
    return value
  }
  return {
    get: (path: string) => ask('GET', path),
    list: async (path: string) => (await ask('GET', path)) as KubeObject & { readonly items: readonly KubeObject[] },
    create: (path: string, object: object) => ask('POST', path, object),
    update: (path: string, object: object) => ask('PUT', path, object),
    patch: (path: string, patch: object) => ask('PATCH', path, patch, 'application/merge-patch+json'),
    delete: (path: string) => ask('DELETE', path),
    watch: (path: string, query = '', signal?: AbortSignal) =>
      eventsOf(fetch(`${path}?watch=1${query}`, signal ? { signal } : {})),
  }
}

/** Reads the events of a watch; breaking off the loop closes it. */
async function* eventsOf(opening: Promise<Response>): AsyncGenerator<Event> {
  const reply = await opening
  if (!reply.ok || !reply.body) throw new Refusal(reply.status, 'Watch', 'the watch was refused')
  let rest = ''
  const decoder = new TextDecoder()
  const reader = reply.body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      rest += decoder.decode(read.value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as Event
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
