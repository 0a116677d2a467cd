import type { Call } from '../../api/call.js'
import type { Env } from '../../base/env.js'
import { isObject } from '../../base/json.js'
import type { BundleEffect, BundleRequest } from '../../bundle/types.js'
import type { Note } from '../../journal/note.js'

/** What functions of hooks made of the requests of a recording, each to be had once. */
export type Effects = {
  /** Says that a request noted now stands for one of the recording. */
  readonly match: (sequence: number, recorded: BundleRequest) => void
  /** What a hook made of the request that a call belongs to; undefined where it left it alone, or nothing is left. */
  readonly take: (note: Note | undefined, hook: number) => BundleEffect | undefined
}

/** Makes what knows the effects of a recording. Requests of controllers are found by who made them, in their order. */
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

/** What a function returned that made this of a request, now or when it did; what it threw is thrown. */
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
      // Of which kind an outcome is the call says.
      return isObject(result.value) && (result.value['type'] === 'object' || result.value['type'] === 'list')
        ? { ...result.value, def: call.target.def }
        : result.value
  }
}
