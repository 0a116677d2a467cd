import { change } from '../change.js'
import type { Steps } from '../../base/turns/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'

/** Adds the finalizer that protects an object, and removes it once the object is being deleted and not in use. */
export function* keepFinalizer(
  type: string,
  { metadata }: KubeObject,
  finalizer: string,
  world: WorldInSteps,
  inUse: () => boolean,
): Steps<void> {
  const { name = '', namespace, uid, finalizers = [], deletionTimestamp } = metadata
  const there = finalizers.includes(finalizer)
  if (there !== (deletionTimestamp !== undefined) || (deletionTimestamp && inUse())) return
  const left = there ? finalizers.filter((each) => each !== finalizer) : [...finalizers, finalizer]
  yield* change(
    world,
    type,
    { name, ...(namespace ? { namespace } : {}) },
    { metadata: { uid, finalizers: left.length > 0 ? left : null } },
  )
}
