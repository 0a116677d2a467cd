import { isObject } from '../../base/json/json.js'
import { StatusError } from '../../base/errors/status.js'
import type { Effect } from '../../server/journal/note.js'
import { plainJson } from './hooks.js'
import type { BundleEffect, WrittenHook } from './types.js'

/** A registered hook. */
type HookLike = Pick<WrittenHook, 'id' | 'phase' | 'site'> & {
  readonly match: object
  readonly then: unknown
  readonly options: unknown
}

/** Converts a hook to plain JSON; a function is reduced to the fact that there is one. */
export function writtenHook({ id, phase, site, match, then, options }: HookLike): WrittenHook {
  const { body, ...matched } = match as { readonly body?: unknown } // the other fields are data
  const isByCode = typeof body === 'function'
  return {
    ...{ id, phase, site, options },
    match: isByCode ? matched : match,
    ...(isByCode ? { byCode: true } : {}),
    ...(hasFunction(then) ? {} : { then: plainJson(then) }),
  }
}

const hasFunction = (value: unknown): boolean =>
  typeof value === 'function' || (isObject(value) && Object.values(value).some(hasFunction))

/** Converts the effect of a hook function on a request, which arrived at the time `came`, to plain JSON. */
export function writtenEffect({ hook, result, isThrown, time }: Effect, came: number): BundleEffect {
  return {
    hook,
    ...(time > came ? { after: time - came } : {}),
    ...(isThrown ? { thrown: true } : {}),
    result: writtenResult(result),
  }
}

function writtenResult(result: unknown): BundleEffect['result'] {
  if (result === undefined) return { type: 'nothing' }
  if (result instanceof StatusError) return { type: 'value', value: { status: plainJson(result.status) } }
  if (result instanceof Error) return { type: 'error', message: result.message }
  if (isObject(result) && 'target' in result) {
    const { options, body } = result
    return { type: 'call', options: plainJson(options), body: isObject(body) ? plainJson(body['value']) : undefined }
  }
  if (isObject(result) && result['type'] === 'watch') return { type: 'given' }
  if (isObject(result) && 'def' in result) {
    const { def: _, ...outcome } = result
    return { type: 'value', value: plainJson(outcome) }
  }
  return { type: 'value', value: plainJson(result) }
}
