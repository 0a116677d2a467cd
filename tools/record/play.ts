import { append } from '../../src/base/lists/lists.js'
import { fill } from './fill.js'
import type { Reply, Script, Step } from './story.js'

/** A server under test, and its clock. */
export type Server = {
  readonly fetch: (request: Request) => Promise<Response>
  /** Sends a request to the server of the webhooks that a story is played with. */
  readonly hooks?: (request: Request) => Promise<Response>
  /** The base URL of its paths (`http://127.0.0.1:8080`). */
  readonly base: string
  /** The bearer token of requests that state none (default: they carry none). */
  readonly admin?: string
  readonly now: () => number
  /** Lets a number of milliseconds of the server's time pass. */
  readonly pass: (ms: number) => Promise<void>
}

/** Plays a story step by step and returns the reply to each, undefined for requests that `fetch` cannot send. */
export async function play(server: Server, script: Script): Promise<readonly (Reply | undefined)[]> {
  const answered = new Map<string, unknown>()
  const watches = new Map<string, OpenWatch>()
  const replies: (Reply | undefined)[] = []
  for (const step of script.steps) {
    const reply = await playStep(server, step, answered, watches).catch((error: unknown) => ({ broke: String(error) }))
    replies.push(reply)
    if (step.name && reply && 'body' in reply) answered.set(step.name, reply['body'])
  }
  for (const watch of watches.values()) watch.close()
  return replies
}

async function playStep(
  server: Server,
  step: Step,
  answered: ReadonlyMap<string, unknown>,
  watches: Map<string, OpenWatch>,
): Promise<Reply | undefined> {
  if (step.sleep) return server.pass(step.sleep).then(() => ({}))
  if (step.read) return readWatch(server, step, watches.get(step.read)!)
  // fetch refuses to send a TRACE.
  if (step.method === 'TRACE') return undefined
  const abort = new AbortController()
  const ask = () => {
    const send = (step.to && server[step.to]) ?? server.fetch
    return send(requestOf(server, step, answered, abort.signal))
  }
  if (!step.open) return repliesUntil(server, step, () => ask().then(replyOf))
  const response = await ask()
  if (response.status !== 200) {
    watches.set(step.open, { events: [], ended: () => true, close: () => undefined })
    return replyOf(response)
  }
  watches.set(step.open, openWatch(response, abort))
  return { status: 200, type: response.headers.get('content-type'), opened: true }
}

/** Asks once, or until the reply is as the step wants it. */
async function repliesUntil(
  server: Server,
  { until, within = LONGEST_WAIT, blind }: Step,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await ask()
  if (until) {
    const isWanted = () =>
      (until.status === undefined || reply['status'] === until.status) && (!until.warning || Boolean(reply['warning']))
    for (const end = server.now() + within; !isWanted() && server.now() < end; reply = await ask())
      await server.pass(BETWEEN)
  }
  return blind ? {} : reply
}

const LONGEST_WAIT = 8000
const BETWEEN = 100

function requestOf(
  { base, now, admin }: Server,
  step: Step,
  answered: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Request {
  const filled = fill(
    { path: step.path, query: step.query, headers: step.headers ?? {}, body: step.body, token: step.token },
    answered,
    now,
  ) as Pick<Step, 'path' | 'query' | 'body' | 'token'> & {
    headers: NonNullable<Step['headers']>
  } // fill keeps the shape
  const { path, query, body, token = admin ?? null } = filled
  const given = Object.fromEntries(Object.entries(filled.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const all = {
    accept: 'application/json',
    'user-agent': 'stories/1.0',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...given,
  }
  const headers = Object.entries(all).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  )
  const search = query ? `?${typeof query === 'string' ? query : new URLSearchParams(query).toString()}` : ''
  // A body of bytes does not set a content type.
  const bytes =
    body === undefined ? {} : { body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)) }
  return new Request(`${base}${path}${search}`, { method: step.method ?? 'GET', headers, signal, ...bytes })
}

const NOTED = ['warning', 'retry-after', 'www-authenticate', 'allow']

async function replyOf(response: Response): Promise<Reply> {
  const type = response.headers.get('content-type') ?? undefined
  const noted = NOTED.flatMap((name) => (response.headers.get(name) ? [[name, response.headers.get(name)]] : []))
  const text = await response.text()
  const body = type?.includes('json') ? { body: parsed(text) } : text === '' ? {} : { body: text }
  // Header names and values are strings.
  return { status: response.status, type, ...(Object.fromEntries(noted) as Reply), ...body }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type OpenWatch = { readonly events: unknown[]; readonly ended: () => boolean; readonly close: () => void }

function openWatch(response: Response, abort: AbortController): OpenWatch {
  const events: unknown[] = []
  let over = false
  const pump = async () => {
    let rest = ''
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split('\n')
      rest = lines.pop()!
      append(events, lines.filter((line) => line.trim() !== '').map(parsed))
    }
  }
  // However the stream ends, the events before that count.
  pump().then(
    () => (over = true),
    () => (over = true),
  )
  return { events, ended: () => over, close: () => abort.abort() }
}

const PATIENCE = 3000
const TICK = 20

async function readWatch(
  server: Server,
  { count = 0, within = PATIENCE, settle, toEnd, keep }: Step,
  watch: OpenWatch,
): Promise<Reply> {
  const wait = async (enough: () => boolean) => {
    const until = server.now() + within
    while (!enough() && server.now() < until) await server.pass(TICK)
  }
  await wait(() => watch.events.length >= count || watch.ended())
  if (settle) await server.pass(settle)
  const events = watch.events.splice(0, settle ? watch.events.length : count)
  if (toEnd) await wait(watch.ended)
  if (!keep) watch.close()
  return { events, ...(toEnd ? { ended: watch.ended() } : {}) }
}
