import type { Cluster } from '../cluster/types.js'
import { isControl } from '../http/control.js'
import { createLocalFetch } from '../http/local-fetch.js'
import { sentHeaders } from './headers.js'
import type { Hosts } from './hosts.js'
import { addressOnPage } from './page-address.js'

/** Who answers in the place of hosts. */
export type Answering = Pick<Cluster, 'fetch' | 'handle'>

/** Puts a `fetch` that asks a cluster for some hosts in the place of the global one; returns what takes it back. */
export function patchFetch(cluster: Answering, find: Hosts): () => void {
  const before = globalThis.fetch
  let isOn = true
  // Async, so that a Request that cannot be made is a rejection.
  const answer = async (target: string, input: RequestInfo | URL, init?: RequestInit) =>
    answerRequest(cluster, target, new Request(input, init))
  const patched: typeof fetch = (input, init) => {
    const target = isOn ? targetOf(input, find) : undefined
    return target === undefined ? before(input, init) : answer(target, input, init)
  }
  globalThis.fetch = patched
  return () => {
    isOn = false
    // Where somebody has patched it since, theirs stays, and asks what was there before ours.
    if (globalThis.fetch === patched) globalThis.fetch = before
  }
}

/** What the cluster is asked for; undefined where it is not concerned. */
function targetOf(input: RequestInfo | URL, find: Hosts): string | undefined {
  const url = addressOnPage(input instanceof Request ? input.url : input)
  return url && find(url)
}

/** What a cluster answers to a request, for which it is asked at `target`. */
export async function answerRequest(cluster: Answering, target: string, request: Request): Promise<Response> {
  const response = await ask(cluster, target, request)
  const location = response.headers.get('Location')
  const isMoved = location !== null && response.status >= 300 && response.status < 400
  if (!isMoved || request.redirect === 'manual') return told(response, request.url, false)
  if (request.redirect === 'error') throw new TypeError(`fetch failed: ${request.url} is a redirect to ${location}`)
  // Only documents move, which nothing is sent to.
  return told(await ask(cluster, new URL(location, target).href, request), new URL(location, request.url).href, true)
}

function ask(cluster: Answering, target: string, request: Request): Promise<Response> {
  if (isControl(target)) return askControl(cluster, target, request)
  const { method, body } = request
  const headers = sentHeaders(request.headers)
  const asked = { method, url: target, body, headers, arrayBuffer: () => request.arrayBuffer() }
  return createLocalFetch(() => cluster.handle(asked))(request)
}

async function askControl(cluster: Answering, target: string, request: Request): Promise<Response> {
  const { method, headers, signal } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return cluster.fetch(target, { method, headers, signal, ...(hasBody ? { body: await request.arrayBuffer() } : {}) })
}

/** A response that says where it is from, which only the platform's own can be made to. */
const told = (response: Response, url: string, redirected: boolean): Response =>
  Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } })
