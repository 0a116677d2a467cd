import type { Call } from '../../model/call/call.js'
import type { Env } from '../../base/time/env.js'
import { isObject } from '../../base/json/json.js'
import type { BundleEffect, BundleRequest } from '../bundle/types.js'
import type { Note } from '../../server/journal/note.js'

/** The recorded effects of hook functions on requests; each can be taken once. */
export type Effects = {
  /** Matches a request of the replay, by its sequence number, to a recorded one. */
  readonly match: (sequence: number, recorded: BundleRequest) => void
  /**
   * Takes the effect of a hook on the request that a call belongs to; undefined if the hook had none, or it was taken.
   */
  readonly take: (note: Note | undefined, hook: number) => BundleEffect | undefined
}

/** Indexes the effects of a recording. Requests of controllers are matched by controller, in order. */
export function createEffects(requests: readonly BundleRequest[]): Effects {
  const left = new Map<BundleRequest, BundleEffect[]>()
  const bySequence = new Map<number, BundleRequest>()
  const ofControllers = new Map<string, BundleRequest[]>()
  for (const request of requests) {
    const { effects, by, method, path } = request
    if (effects) left.set(request, [...effects])
    if (!by || !effects) continue
    const id = `${by.controller} ${method} ${path}`
    ofControllers.set(id, [...(ofControllers.get(id) ?? []), request])
  }
  const recordedOf = (note: Note): BundleRequest | undefined => {
    const found = bySequence.get(note.sequence)
    if (found || !note.by) return found
    const [id] = [...ofControllers.keys()].filter((key) => key.startsWith(`${note.by?.controller ?? ''} `))
    const next = id === undefined ? undefined : ofControllers.get(id)?.shift()
    if (next) bySequence.set(note.sequence, next)
    return next
  }
  return {
    match: (sequence, recorded) => void bySequence.set(sequence, recorded),
    take(note, hook) {
      const recorded = note && recordedOf(note)
      const effects = recorded && left.get(recorded)
      const at = effects?.findIndex((effect) => effect.hook === hook) ?? -1
      return at < 0 ? undefined : effects?.splice(at, 1)[0]
    },
  }
}

/** Returns what the hook function returned, after the same delay; throws what it threw. */
export function resultOf(effect: BundleEffect | undefined, env: Env, given: unknown, call: Call): unknown {
  if (!effect) return undefined
  if (!effect.after) return made(effect, given, call)
  return new Promise<void>((resolve) => void env.setTimer(resolve, effect.after ?? 0)).then(() =>
    made(effect, given, call),
  )
}

function made({ result }: BundleEffect, given: unknown, call: Call): unknown {
  switch (result.type) {
    case 'nothing':
      return undefined
    case 'given':
      return given
    case 'error':
      throw new Error(result.message)
    case 'call':
      return {
        ...call,
        options: { ...call.options, ...(isObject(result.options) ? result.options : {}) },
        ...(call.body ? { body: { ...call.body, value: result.body } } : {}),
      }
    case 'value':
      // The kind definition, which JSON cannot hold, is that of the call.
      return isObject(result.value) && (result.value['type'] === 'object' || result.value['type'] === 'list')
        ? { ...result.value, def: call.target.def }
        : result.value
  }
}
