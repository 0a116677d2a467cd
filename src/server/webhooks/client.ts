import { messageOf } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import { escapedPath, parseGoUrl, urlHost } from '../../base/go/url.js'
import type { Env } from '../../base/time/env.js'
import type { Service } from '../../kinds/core/service/service-types.js'
import {
  type CallWebhook,
  type Dial,
  type ServiceTarget,
  type WebhookAddress,
  type WebhookAsked,
  type WebhookCall,
  type WebhookCredentials,
  type WebhookFault,
  type WebhookReply,
  WebhookUnreached,
} from '../../model/registry/webhook.js'
import type { KubeObject } from '../../schema/object.js'
import { cleanPath } from './clean-path.js'
import { askHandler } from './handler.js'

/** The host and port that a Service is at, or why there are none. */
type Found = { readonly host: string; readonly fault?: undefined } | { readonly fault: string }

const BY_ADDRESS: readonly unknown[] = ['ClusterIP', 'LoadBalancer', 'NodePort']

/** Returns where a Service is (apiserver/pkg/util/proxy: ResolveCluster). */
function serviceAddress(stored: KubeObject | undefined, name: string, port: number): Found {
  if (!stored) return { fault: `service ${goQuote(name)} not found` }
  // From the table of Services.
  const { type = 'ClusterIP', clusterIP = '', externalName = '', ports } = (stored as Service).spec ?? {}
  if (type === 'ExternalName') return { host: `${externalName}:${port}` }
  if (!BY_ADDRESS.includes(type)) return { fault: `unsupported service type ${goQuote(type)}` }
  if (clusterIP === 'None') return { fault: 'cannot route to service with ClusterIP "None"' }
  if (!ports?.some((one) => one.port === port))
    return { fault: `no service port ${port} found for service ${goQuote(name)}` }
  return { host: `${clusterIP.includes(':') ? `[${clusterIP}]` : clusterIP}:${port}` }
}

/** What calls of webhooks need. */
export type WebhookContext = {
  readonly env: Env
  readonly services: { readonly [name: string]: ServiceTarget }
  /** Returns what sends requests over sockets; undefined where there are none. */
  readonly dial: () => Dial | undefined
  /** Returns what is to come of a call of a webhook for a request, other than its reply. */
  readonly faultOf: (request: object | undefined, webhook: string) => WebhookFault | undefined
  /** Told of each call. */
  readonly asked: (request: object | undefined, asked: WebhookAsked) => void
  readonly serviceOf: (namespace: string, name: string) => KubeObject | undefined
}

/** A webhook's URL as errors print it, and how it is reached. */
type Endpoint = {
  readonly url: string
  readonly send: (request: Sent) => Promise<WebhookReply>
  /** How to wait, by the clock that times the calls. */
  readonly clock: Clock
}

type Sent = {
  /** The URL, or that of a redirect. */
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly body: string | undefined
  /** What is left of the time for the call, in milliseconds. */
  readonly left: number | undefined
}

type Clock = { readonly now: () => number; readonly wait: (ms: number) => Promise<void> }

const MOST_REDIRECTS = 10
const MOST_RETRIES = 10
const LATE = 'context deadline exceeded'

/** Creates what calls webhooks, as the clients of a real server do (client-go's RESTClient). */
export function createWebhookClient(context: WebhookContext): CallWebhook {
  return async (call) => {
    const { webhook, review, request, timeoutSeconds: seconds } = call
    const place = placeOf(context, call, seconds === undefined ? '' : `?timeout=${seconds}s`)
    const [time, began] = [context.env.now(), place.clock.now()]
    const told = (reply: WebhookReply | undefined, failure: string) =>
      context.asked(request, {
        webhook,
        review,
        reply,
        failure,
        time,
        url: place.url,
        duration: Math.round(place.clock.now() - began),
      })
    try {
      const fault = context.faultOf(request, webhook)
      const reply = await (fault ? underFault(context, place, call, fault) : answered(place, call))
      told(reply, '')
      return reply
    } catch (error) {
      told(undefined, messageOf(error))
      throw error
    }
  }
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 443}`
}

/** Calls a webhook under a fault, within the time for the call by the cluster's clock. */
function underFault(
  { env }: WebhookContext,
  place: Endpoint,
  call: WebhookCall,
  fault: WebhookFault,
): Promise<WebhookReply> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(unreached('Post', place.url, why))
    const { timeoutSeconds: seconds } = call
    const cancel = seconds === undefined ? undefined : env.setTimer(() => failed(LATE), seconds * 1000)
    const ask = () => {
      const told = fault.ask(hostOf(place.url), () => answered(place, call))
      told
        .then(resolve, (error: unknown) => {
          // What the webhook itself fails with names the request already.
          if (error instanceof WebhookUnreached && !error.message.startsWith('Post ')) failed(error.message)
          else reject(error)
        })
        .finally(cancel)
    }
    if (fault.delay === 0) ask()
    else env.setTimer(ask, fault.delay)
  })
}

/** Sends a review until the webhook does not ask to wait any more. */
async function answered(place: Endpoint, { review, timeoutSeconds: seconds }: WebhookCall): Promise<WebhookReply> {
  const until = seconds === undefined ? undefined : place.clock.now() + seconds * 1000
  const left = () => (until === undefined ? undefined : Math.max(0, until - place.clock.now()))
  for (let tries = 0; ; tries++) {
    const reply = await followed(place, review, left)
    const pause = tries < MOST_RETRIES ? askedToWait(reply) : undefined
    if (pause === undefined) return reply
    const rest = left()
    await place.clock.wait(rest === undefined ? pause : Math.min(pause, rest))
    if (rest !== undefined && pause >= rest) throw unreached('Post', place.url, LATE)
  }
}

/** Returns the milliseconds that an overloaded webhook asks to wait for (rest: checkWait). */
function askedToWait({ status, header }: WebhookReply): number | undefined {
  const after = status === 429 || status >= 500 ? header('retry-after') : null
  return after !== null && /^\d{1,9}$/.test(after) ? Number(after) * 1000 : undefined
}

/** Sends a review, and follows where the replies point to (net/http: Client). */
async function followed(place: Endpoint, review: string, left: () => number | undefined): Promise<WebhookReply> {
  let asked: { readonly url: string; readonly method: 'POST' | 'GET' } = { url: place.url, method: 'POST' }
  for (let redirects = 0; ; redirects++) {
    const verb = asked.method === 'POST' ? 'Post' : 'Get'
    let reply: WebhookReply
    try {
      const { url, method } = asked
      reply = await place.send({ url, method, body: method === 'POST' ? review : undefined, left: left() })
    } catch (error) {
      throw error instanceof WebhookUnreached ? unreached(verb, asked.url, error.message) : error
    }
    const location = isRedirect(reply.status) ? reply.header('location') : null
    if (!location) return reply
    if (redirects >= MOST_REDIRECTS) throw unreached(verb, asked.url, `stopped after ${MOST_REDIRECTS} redirects`)
    const next = redirected(location, asked.url)
    if (next === undefined) throw unreached(verb, asked.url, `failed to parse Location header "${location}"`)
    asked = { url: next, method: keepsMethod(reply.status) ? asked.method : 'GET' }
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)
const keepsMethod = (status: number): boolean => status === 307 || status === 308

function redirected(location: string, from: string): string | undefined {
  try {
    return new URL(location, from).href
  } catch {
    return undefined
  }
}

const unreached = (verb: string, url: string, why: string) => new WebhookUnreached(`${verb} "${url}": ${why}`)

function placeOf(context: WebhookContext, call: WebhookCall, query: string): Endpoint {
  const { address } = call
  if (address.service) return placeOfService(context, call, address.service, query)
  const parsed = parseGoUrl(address.url ?? '')
  if (typeof parsed === 'string') throw new WebhookUnreached(`Unparsable URL: ${parsed}`)
  const path = escapedPath({ ...parsed, path: cleanPath(parsed.path), rawPath: '' })
  return overSocket(context, call, `${parsed.scheme}://${urlHost(parsed)}${path}${query}`)
}

function placeOfService(
  context: WebhookContext,
  call: WebhookCall,
  { namespace, name, path = '', port = 443 }: NonNullable<WebhookAddress['service']>,
  query: string,
): Endpoint {
  const host = `${name}.${namespace}.svc`
  const rest = `${cleanPath(path)}${query}`
  const url = `https://${host}:${port}${rest}`
  const target = context.services[`${namespace}/${name}:${port}`] ?? context.services[`${namespace}/${name}`]
  if (typeof target === 'function') return inCode(context, call, url, target)
  if (target !== undefined) return overSocket(context, call, url, { base: target, serverName: host })
  const found = serviceAddress(context.serviceOf(namespace, name), name, port)
  if (found.fault !== undefined) return { url, send: () => failed(found.fault), clock: realClock(context) }
  return overSocket(context, call, url, { base: `https://${found.host}`, serverName: host })
}

const failed = (why: string): Promise<never> => Promise.reject(new WebhookUnreached(why))

/** Returns what is shown to a webhook: by the host and port of its URL, which has none if there is none in it. */
function credentialsOf({ credentialsFor, address }: WebhookCall, url: string): WebhookCredentials | undefined {
  if (!credentialsFor) return undefined
  const { hostname, host } = new URL(url)
  return credentialsFor(address.service ? `${hostname}:${address.service.port ?? 443}` : host)
}

const headersOf = ({ userAgent }: WebhookCall, credentials: WebhookCredentials | undefined) => ({
  ...credentials?.headers,
  accept: 'application/json, */*',
  'content-type': 'application/json',
  'user-agent': userAgent,
})

const realClock = ({ env }: WebhookContext): Clock => env.real

/** A webhook over a socket, timed by the clock of the machine; a virtual clock stands while it is asked. */
function overSocket(
  context: WebhookContext,
  call: WebhookCall,
  url: string,
  behind?: { readonly base: string; readonly serverName: string },
): Endpoint {
  const { caBundle } = call.address
  const ca = caBundle ? atob(caBundle) : undefined
  const { origin } = new URL(url)
  const credentials = credentialsOf(call, url)
  // A redirect may lead elsewhere.
  const connectTo = (asked: string) => {
    const to = new URL(asked)
    return behind && to.origin === origin ? `${behind.base.replace(/\/$/, '')}${to.pathname}${to.search}` : asked
  }
  const send: Endpoint['send'] = ({ url: asked, method, body, left }) => {
    const dial = context.dial()
    if (!dial) return failed("webhooks over sockets take Node.js, and `import 'fakecluster/node'` once")
    const target = connectTo(asked)
    const answer = dial({
      url: target,
      method,
      headers: headersOf(call, credentials),
      body,
      ca,
      certificate: credentials?.certificate,
      serverName: target === asked ? undefined : behind?.serverName,
      timeout: left,
    })
    context.env.hold(answer.catch(() => undefined))
    return answer
  }
  return { url, send, clock: realClock(context) }
}

/** A webhook in code, timed by the cluster's clock. */
function inCode(
  { env }: WebhookContext,
  call: WebhookCall,
  url: string,
  handler: Exclude<ServiceTarget, string>,
): Endpoint {
  const send: Endpoint['send'] = ({ url: asked, method, body, left }) =>
    new Promise((resolve, reject) => {
      const cancel = left === undefined ? undefined : env.setTimer(() => reject(new WebhookUnreached(LATE)), left)
      const headers = headersOf(call, credentialsOf(call, url))
      const end =
        <T>(settle: (outcome: T) => void) =>
        (outcome: T) => {
          cancel?.()
          settle(outcome)
        }
      askHandler(handler, asked, { method, headers, body }).then(end(resolve), end(reject))
    })
  const wait = (ms: number) => new Promise<void>((go) => void env.setTimer(go, ms))
  return { url, send, clock: { now: env.now, wait } }
}
