import { stringifyJson } from '../../base/json/json.js'
import { readJson } from '../../base/json/json-text.js'
import type { WatchHookHandle } from '../../server/hooks/types.js'
import type { BundleHook } from './types.js'

/** Converts a registered hook to plain JSON. */
export const hookOf = ({ id, phase, match, then, options, site, calls, holding }: WatchHookHandle): BundleHook => ({
  id,
  phase,
  match: plainJson(match),
  then: plainJson(then),
  options: plainJson(options),
  site,
  calls,
  holding,
})

/** Converts a value to JSON, with the text `a function` in place of functions. */
export function plainJson(value: unknown): unknown {
  if (value === undefined) return undefined
  return readJson(stringifyJson(value, 0, (member) => (typeof member === 'function' ? 'a function' : member)))
}
