import { callerError } from '../../base/check/arguments.js'
import { suggest } from '../../base/check/shape.js'
import { goQuote } from '../../base/go/printable.js'
import { methodNotAllowed } from '../../base/errors/status.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { RequestVerb } from '../../model/call/target.js'

/**
 * Checks that a kind serves a verb on a subresource.
 *
 * @throws TypeError if the kind has no such subresource, StatusError 405 if the verb is not served
 */
export function checkServed(verb: RequestVerb, def: KindDef, subresource: SubresourceName): void {
  const served = Object.hasOwn(def.subresources, subresource) ? def.subresources[subresource] : undefined
  if (!served)
    throw callerError(`${def.kind} has no subresource ${goQuote(subresource)}; ${othersOf(def, subresource)}`)
  // Watching a kind that does not support it fails in the watch itself.
  if (verb !== 'watch' && !served.verbs.includes(verb)) throw methodNotAllowed()
}

function othersOf({ subresources }: KindDef, wrong: string): string {
  const names = Object.keys(subresources).filter((name) => name !== 'main')
  return names.length === 0 ? 'it has none' : suggest(wrong, names)
}
