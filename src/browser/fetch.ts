import type { Cluster } from '../cluster/types.js'
import { isControl } from '../server/http/foreign.js'
import { createLocalFetch } from '../server/http/local-fetch.js'
import { sentHeaders, addressOnPage } from './page.js'
import type { Hosts } from './hosts.js'

/** The cluster that answers in place of hosts. */
export type Answering = Pick<Cluster, 'fetch' | 'handle'>

/**
 * Replaces the global `fetch` with one that sends requests for some hosts to a cluster. Returns a function to undo
 * that.
 */
export function patchFetch(cluster: Answering, find: Hosts): () => void {
  const before = globalThis.fetch
  let isOn = true
  // Async, so that an error of the Request constructor becomes a rejection.
  const answer = async (target: string, input: RequestInfo | URL, init?: RequestInit) =>
    answerRequest(cluster, target, new Request(input, init))
  const patched: typeof fetch = (input, init) => {
    const target = isOn ? targetOf(input, find) : undefined
    return target === undefined ? before(input, init) : answer(target, input, init)
  }
  globalThis.fetch = patched
  return () => {
    isOn = false
    // If other code has replaced `fetch` since, its version stays, and this one passes everything on.
    if (globalThis.fetch === patched) globalThis.fetch = before
  }
}

/** Returns the URL to ask the cluster for; undefined if the request is not for the cluster. */
function targetOf(input: RequestInfo | URL, find: Hosts): string | undefined {
  const url = addressOnPage(input instanceof Request ? input.url : input)
  return url && find(url)
}

/** Sends a request to a cluster, with `target` as its URL, and follows a redirect. */
export async function answerRequest(cluster: Answering, target: string, request: Request): Promise<Response> {
  const response = await ask(cluster, target, request)
  const location = response.headers.get('Location')
  const isMoved = location !== null && response.status >= 300 && response.status < 400
  if (!isMoved || request.redirect === 'manual') return told(response, request.url, false)
  if (request.redirect === 'error') throw new TypeError(`fetch failed: ${request.url} is a redirect to ${location}`)
  // Only static documents are redirected, and those take no request body.
  return told(await ask(cluster, new URL(location, target).href, request), new URL(location, request.url).href, true)
}

function ask(cluster: Answering, target: string, request: Request): Promise<Response> {
  if (isControl(target)) return askControl(cluster, target, request)
  const { method, body, signal } = request
  const headers = sentHeaders(request.headers)
  const asked = { method, url: target, body, headers, signal, arrayBuffer: () => request.arrayBuffer() }
  return createLocalFetch(() => cluster.handle(asked))(request)
}

async function askControl(cluster: Answering, target: string, request: Request): Promise<Response> {
  const { method, headers, signal } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return cluster.fetch(target, { method, headers, signal, ...(hasBody ? { body: await request.arrayBuffer() } : {}) })
}

/** Sets `url` and `redirected` of a response; the constructor of Response cannot. */
const told = (response: Response, url: string, redirected: boolean): Response =>
  Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } })
