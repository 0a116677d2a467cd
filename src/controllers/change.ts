import { isObject } from '../base/json/json.js'
import type { Steps } from '../base/turns/steps.js'
import type { WriteOptions, Ref } from '../server/client/types.js'
import type { KubeObject } from '../schema/object.js'
import type { WorldInSteps } from './runtime/types.js'

/**
 * Reads an object and updates it with the members of a merge patch: so do real controllers, which may not patch such
 * objects.
 */
export const change = (
  world: WorldInSteps,
  kind: string,
  ref: Ref,
  patch: object,
  options?: WriteOptions,
): Steps<KubeObject> =>
  // A draft is changed by the names of its members.
  world.edit<KubeObject>(kind, ref, (draft) => mergeInto(draft as unknown as Record<string, unknown>, patch), options)

function mergeInto(target: Record<string, unknown>, patch: object): void {
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete target[name]
    else if (isObject(value))
      mergeInto((target[name] ??= {}) as Record<string, unknown>, value) // as in the patch
    else if (value !== undefined) target[name] = value
  }
}
