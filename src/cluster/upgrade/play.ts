import { isObject } from '../../base/json/json.js'
import type { Status } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { Bundle, BundleRequest } from '../bundle/types.js'
import type { FromBundleOptions } from '../from-bundle.js'
import { playAgain } from '../replay/run.js'
import type { Answer } from '../replay/send.js'
import type { Server } from '../server.js'
import { type SteadyNames, createCounterparts, createSteadyNames } from './counterparts.js'

/** What a server said to a request, as far as it is compared. */
export type Said = {
  /** The status code; undefined without a reply, or if it was cut. */
  readonly code: number | undefined
  readonly reason: string
  readonly message: string
  readonly warnings: readonly string[]
  /** The object of the reply, the items of a list, or the last states of what a watch sent. */
  readonly objects: readonly KubeObject[]
}

/** How a version answered the requests of a recording. */
export type Played = {
  /** What was said to each request of a client, by its recorded number. */
  readonly said: ReadonlyMap<number, () => Said>
  readonly names: SteadyNames
  /** Tells whether the kind that a request is about is served. */
  readonly isServed: (request: BundleRequest) => boolean
  /** What of the objects at the beginning the version has no place for, a line each. */
  readonly misfits: readonly string[]
}

/** Plays the requests of a recording to a server of a version. */
export async function playTo(bundle: Bundle, options: FromBundleOptions): Promise<Played> {
  const { adjust, listed } = createCounterparts(bundle)
  const said = new Map<number, () => Said>()
  const names = createSteadyNames()
  let played: Server | undefined
  const { replayed, misfits } = await playAgain(bundle, options, {
    adjust: (server, request) => adjust((played = server), request),
    answered(request, answer) {
      if ('outcome' in answer && answer.outcome.type === 'list') listed(request, answer.outcome.metadata)
      if (request.via !== 'controller') said.set(request.sequence, () => saidIn(answer))
    },
  })
  for (const { object } of replayed.start) names.see(object)
  for (const { object } of replayed.changes) if (object) names.see(object)
  const isServed = ({ apiVersion, kind }: BundleRequest) => played?.context.registry.of(apiVersion, kind) !== undefined
  return { said, names, isServed, misfits }
}

const NOTHING: Said = { code: undefined, reason: '', message: '', warnings: [], objects: [] }

function saidIn(answer: Answer): Said {
  if ('reply' in answer) {
    const { status: code, warnings, body } = answer.reply
    return { ...NOTHING, code, warnings, ...(code >= 400 && body.type === 'text' ? textIn(body.text) : {}) }
  }
  const { outcome, events } = answer
  const { warnings = [] } = outcome
  switch (outcome.type) {
    case 'object':
      return { ...NOTHING, code: outcome.code, warnings, objects: [outcome.object] }
    case 'list':
      return { ...NOTHING, code: outcome.code, warnings, objects: outcome.items }
    case 'status':
      return { ...NOTHING, code: outcome.code, warnings, ...wordsOf(outcome.status) }
    case 'watch':
      return { ...NOTHING, code: 200, warnings, objects: lastStates(events) }
    case 'document':
      return { ...NOTHING, code: outcome.code, warnings }
    case 'cut':
    case 'spoilt':
      return { ...NOTHING, warnings }
  }
}

const wordsOf = ({ status, reason = '', message = '' }: Partial<Status>) =>
  status === 'Failure' ? { reason, message } : {}

/** Returns the words of a failure in a body, which may be plain text. */
function textIn(text: string): Partial<Said> {
  try {
    const body: unknown = JSON.parse(text)
    if (isObject(body)) return wordsOf(body as Partial<Status>) // as servers write failures
  } catch {
    // It is plain text.
  }
  return { message: text.trim() }
}

/** Returns the last state of each object that a watch sent. */
function lastStates(events: Extract<Answer, { readonly events: unknown }>['events']): readonly KubeObject[] {
  const last = new Map<string, KubeObject>()
  for (const event of events) {
    if (event.type === 'ERROR' || event.type === 'BOOKMARK') continue
    last.set(event.object.metadata.uid ?? '', event.object)
  }
  return [...last.values()]
}
