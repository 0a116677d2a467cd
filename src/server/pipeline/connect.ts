import type { Routed } from '../../model/call/routed.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import { mustHave } from '../../base/must-have.js'
import { formatHttpDate } from '../../base/time/time.js'
import { openForwarding } from '../../rest/connect/forwarding.js'
import { type LogTail, followLog, readLog } from '../../rest/connect/log.js'
import { readLogOptions } from '../../rest/connect/log-options.js'
import { pass, placeOf } from '../../rest/connect/proxy.js'
import { splitName } from '../../rest/connect/proxy-places.js'
import { openSession } from '../../rest/connect/session.js'
import { handlerFormat, passRouter } from '../wire/accept.js'
import type { Reply } from '../wire/reply.js'
import { unescaped } from '../wire/route.js'
import type { PipelineContext } from './context.js'
import { readBytes } from '../wire/body.js'
import type { Given } from '../../rest/connect/connection-options.js'
import { answerKubelet } from '../kubelet/answer.js'
import type { HttpRequest } from './request.js'

/** A request that connects to a pod, a Service or a node. */
export type Connect = Extract<Routed, { type: 'connect' }>

/** Returns the name in a proxy URL without scheme and port. */
export const hostOf = (name: string): string => splitName(name)?.name ?? name

/** Makes the reply to such a request: a log, a session with a container, or the reply of a proxied server. */
export function replyTo(
  context: PipelineContext,
  request: HttpRequest,
  routed: Connect,
  { all, path }: Given,
): Reply | Promise<Reply> {
  const { part } = routed
  if (part === 'log') return logReply(context, request, routed)
  if (part === 'proxy') return proxyReply(context, request, routed, path)
  const { namespace, name } = routed
  const transport = transportOf(request)
  if (part === 'portforward')
    return {
      ...headOf(request, 101, {}),
      body: {
        type: 'forwarding',
        forwarding: openForwarding(context, {
          namespace,
          name,
          ports: all('ports'),
          isUpgrade: transport !== 'none',
        }),
      },
    }
  const session = openSession(context, {
    part,
    namespace,
    name,
    get: (option) => all(option)[0],
    command: all('command'),
    transport,
  })
  return { ...headOf(request, 101, {}), body: { type: 'session', session } }
}

function transportOf({ raw: { headers } }: HttpRequest) {
  if (headers.get('upgrade')?.toLowerCase() === 'websocket') return 'websocket'
  return headers.get('x-stream-protocol-version') === null ? 'none' : 'spdy'
}

const headOf = ({ auditId, now }: HttpRequest, status: number, headers: Reply['headers']) => ({
  status,
  headers: { 'Audit-Id': auditId, 'Cache-Control': 'no-cache, private', Date: formatHttpDate(now()), ...headers },
  warnings: [],
})

function logReply(context: PipelineContext, request: HttpRequest, { namespace, name }: Connect): Reply {
  const accept = request.raw.headers.get('accept')
  passRouter(accept, 'log')
  handlerFormat(accept, 'log')
  const options = readLogOptions(request.query.get, name)
  const head = headOf(request, 200, { 'Content-Type': 'text/plain' })
  const ref = { namespace, name }
  if (!options.follow) {
    const text = readLog(context, ref, options)
    return text === undefined
      ? { ...headOf(request, 204, {}), body: { type: 'text', text: '' } }
      : { ...head, body: { type: 'text', text } }
  }
  const def = mustHave(context.registry.at('', 'v1', 'pods'), 'the kind Pod')
  const stream = { id: '', def, ...streamOf(followLog(context, ref, options)) }
  return { ...head, body: { type: 'watch', stream, format: { media: 'json' }, encode: textOf } }
}

/** Presents a log being followed as a watch stream, with one chunk per event. */
function streamOf(tail: LogTail) {
  let isOver = false
  const end = () => {
    isOver = true
    tail.close()
  }
  return {
    next(): WatchEvent | undefined | 'end' {
      const text = isOver ? undefined : tail.next()
      if (text === undefined) return 'end'
      return text === '' ? undefined : { type: 'ADDED', object: { apiVersion: 'v1', kind: 'Log', metadata: {}, text } }
    },
    onReady: tail.onReady,
    isBehind: () => false,
    end,
    close: end,
  }
}

const textOf = (event: WatchEvent): string => (event.type === 'ERROR' ? '' : String(event.object['text']))

/** Headers about a single connection, or about the encoding of a body. */
const HOP = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']

/**
 * Returns the path that a proxied server is asked for: what follows `/proxy`, unescaped, cleaned (path.Join) and
 * escaped again; `''` if nothing follows.
 */
export function behindProxy(path: string, namespace: string): string {
  // /api/v1/nodes/NAME/proxy, /api/v1/namespaces/NAMESPACE/pods/NAME/proxy
  const rest = (unescaped(path) ?? path).split('/').slice(namespace === '' ? 6 : 8)
  const kept: string[] = []
  for (const segment of rest) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(escapedSegment(segment))
  }
  const cleaned = kept.map((segment) => `/${segment}`).join('')
  return rest.at(-1) === '' || (cleaned === '' && rest.length > 0) ? `${cleaned}/` : cleaned
}

/** Escapes a segment of a path as Go does, which leaves other characters than JavaScript. */
const escapedSegment = (segment: string): string =>
  encodeURIComponent(segment)
    .replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

async function proxyReply(
  context: PipelineContext,
  request: HttpRequest,
  routed: Connect,
  rest: string,
): Promise<Reply> {
  const { resource, namespace, name } = routed
  const { raw, method, path } = request
  const place = placeOf(context, { resource, namespace, id: name })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const mark = raw.url.indexOf('?')
  const query = mark < 0 ? '' : raw.url.slice(mark)
  if (rest === '')
    return { ...headOf(request, 301, { Location: `${path}/${query}` }), body: { type: 'bytes', pieces: [] } }
  const answered =
    place.node && answerKubelet(context, place.node, { method, path: rest, query: new URLSearchParams(query) })
  if (answered) {
    const { code, type, text } = answered
    return { ...headOf(request, code, { 'Content-Type': type }), body: { type: 'text', text } }
  }
  const headers = new Headers()
  for (const header of ['accept', 'content-type', 'user-agent']) {
    const value = raw.headers.get(header)
    if (value !== null) headers.set(header, value)
  }
  const body = hasBody ? { body: new Uint8Array(await readBytes(raw)) } : {}
  const passed = new Request(`http://${hostOf(name)}${rest}${query}`, { method, headers, ...body })
  const answer = await pass(context, place, passed)
  const given = Object.fromEntries([...answer.headers].filter(([header]) => !HOP.includes(header)))
  const pieces = [new Uint8Array(await answer.arrayBuffer())]
  return { ...headOf(request, answer.status, given), body: { type: 'bytes', pieces } }
}
