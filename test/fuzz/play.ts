import type { Cluster } from '../../src/index.js'
import type { Asked } from './asked.js'

/** A defect: its description, and a key to recognize it by, such as a stack frame. */
export type Finding = { readonly what: string; readonly at: string }

// A Status without a reason, in each encoding of a reply; in protobuf the reason is the field before the code.
const WITHOUT_REASON = [
  /^\{\s*"kind": ?"Status"(?![^]*"reason")/,
  /^apiVersion: v1\ncode: 500\nkind: Status\n(?![^]*\nreason:)/,
  /^k8s\0\n\f\n\x02v1\x12\x06Status[^]*"\x000/,
]

// kube-apiserver allocates the address of a Service before it validates the name, which the IPAddress refers to.
const WITHOUT_NAME =
  /failed to allocate (?:a service)?IP: IPAddress\.networking\.k8s\.io [^ ]+ is invalid: \[?spec\.parentRef\.name/

// Steps before authorization answer in plain text.
const BEFORE_AUTHORIZATION =
  /^Internal Server Error: "[^]*(?:without impersonating a user|unable to determine kind and namespace from url, [^]*)\n$/

// A stored configuration has requests ask a webhook that nobody answers.
const WITHOUT_WEBHOOK = /Internal error occurred: failed calling webhook /

/**
 * Tells whether kube-apiserver answers with this 500 too: errors of decoding options or a typed patch are no API
 * errors, so that their Status has no reason.
 */
const isReal = (text: string): boolean =>
  WITHOUT_NAME.test(text) ||
  WITHOUT_WEBHOOK.test(text) ||
  BEFORE_AUTHORIZATION.test(text) ||
  (WITHOUT_REASON.some((form) => form.test(text)) && !/undefined|not a function|JSON at|call stack/.test(text))

/**
 * Sends requests to a fork of a cluster in order, waits until it is settled, and returns the defect they trigger, if
 * any.
 */
export async function play(base: Cluster, requests: readonly Asked[]): Promise<Finding | undefined> {
  const cluster = base.fork()
  try {
    const isScripted = requests.some(({ path }) => path.includes('/hooks'))
    for (const asked of requests) {
      const found = await send(cluster, asked, isScripted)
      if (found) return found
    }
    // Rejects with the faults of scripts and controllers, which are no defects.
    await cluster.settled().catch(() => undefined)
    return undefined
  } finally {
    cluster.close()
  }
}

const FAULT_OF_SCRIPT = /^the \w+ hook of script:\d+ returned /

// Milliseconds after which a request is aborted, as a script may delay it on a clock that stands still, or for ever.
const PATIENCE = 1_000

async function send(cluster: Cluster, asked: Asked, isScripted: boolean): Promise<Finding | undefined> {
  const { method, path, headers, body } = asked
  // Not `AbortSignal.timeout`: its timer would not keep the worker alive.
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
    // The reply to a HEAD has no body: the same GET shows its Status, unless a hook, which may act only once, has
    // caused it.
    if (method === 'HEAD' && isScripted) return undefined
    if (method === 'HEAD') return send(cluster, { ...asked, method: 'GET' }, isScripted)
    return { what: `500: ${text.slice(0, 500)}`, at: text.replace(/".*?"|\d+/g, '').slice(0, 80) }
  } catch (error) {
    if (patience?.signal.aborted) return undefined
    // A hook may cut the connection, which rejects as fetch does.
    if (error instanceof TypeError && error.message === 'fetch failed') return undefined
    // In process a request rejects with the fault of a script's hook, which over HTTP is a 500.
    if (error instanceof TypeError && FAULT_OF_SCRIPT.test(error.message)) return undefined
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { what: stack, at: /^\s+at .*src\/.*$/m.exec(stack)?.[0] ?? stack.slice(0, 80) }
  } finally {
    clearTimeout(timer)
  }
}

// A followed log does not end either.
const isWatch = (path: string, { ok }: Response): boolean => ok && /[?&](?:watch|follow)|\/watch\//.test(path)
