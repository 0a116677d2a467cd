import type { Cluster } from '../../src/index.js'
import type { Asked } from './asked.js'

/** Something that must not happen, and what it is known by. */
export type Finding = { readonly what: string; readonly at: string }

// A Status without a reason, in each form a reply may have; in protobuf the reason is the fourth member, before the code.
const WITHOUT_REASON = [
  /^\{\s*"kind": ?"Status"(?![^]*"reason")/,
  /^apiVersion: v1\ncode: 500\nkind: Status\n(?![^]*\nreason:)/,
  /^k8s\0\n\f\n\x02v1\x12\x06Status[^]*"\x000/,
]

// It gives a Service an address before it looks at the name that the address is written with.
const WITHOUT_NAME =
  /failed to allocate a serviceIP: IPAddress\.networking\.k8s\.io [^ ]+ is invalid: spec\.parentRef\.name/

/**
 * Tells whether kube-apiserver gives such a 500 too: of what it decodes into options or into a typed patch it makes no error of the API,
 * which is told without a reason.
 */
const isReal = (text: string): boolean =>
  WITHOUT_NAME.test(text) ||
  (WITHOUT_REASON.some((form) => form.test(text)) && !/undefined|not a function|JSON at|call stack/.test(text))

/** Sends requests to a fork of a cluster, in order, and lets it come to rest; what must not happen is told. */
export async function play(base: Cluster, requests: readonly Asked[]): Promise<Finding | undefined> {
  const cluster = base.fork()
  try {
    const isScripted = requests.some(({ path }) => path.includes('/hooks'))
    for (const asked of requests) {
      const found = await send(cluster, asked, isScripted)
      if (found) return found
    }
    // What a script or a controller does wrong is told here, and is nobody's fault.
    await cluster.settled().catch(() => undefined)
    return undefined
  } finally {
    cluster.close()
  }
}

// For how long a client waits for what a script may hold back by a clock that stands still, or for ever.
const PATIENCE = 1_000

async function send(cluster: Cluster, asked: Asked, isScripted: boolean): Promise<Finding | undefined> {
  const { method, path, headers, body } = asked
  // The timer of `AbortSignal.timeout` keeps no thread alive: one that waits for nothing else would end.
  const patience = isScripted ? new AbortController() : undefined
  const timer = patience && setTimeout(() => patience.abort(), PATIENCE)
  try {
    const reply = await cluster.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(patience ? { signal: patience.signal } : {}),
      }),
    )
    if (isWatch(path, reply)) return void (await reply.body?.cancel())
    const text = await reply.text()
    if (reply.status !== 500 || isReal(text)) return undefined
    // A HEAD tells no reason: it is that of the GET, or that of a hook, which may act once.
    if (method === 'HEAD' && isScripted) return undefined
    if (method === 'HEAD') return send(cluster, { ...asked, method: 'GET' }, isScripted)
    return { what: `500: ${text.slice(0, 500)}`, at: text.replace(/".*?"|\d+/g, '').slice(0, 80) }
  } catch (error) {
    if (patience?.signal.aborted) return undefined
    // A hook may cut a connection, which is told as fetch tells it.
    if (error instanceof TypeError && error.message === 'fetch failed') return undefined
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { what: stack, at: /^\s+at .*src\/.*$/m.exec(stack)?.[0] ?? stack.slice(0, 80) }
  } finally {
    clearTimeout(timer)
  }
}

// What is followed has no end either.
const isWatch = (path: string, { ok }: Response): boolean => ok && /[?&](?:watch|follow)|\/watch\//.test(path)
