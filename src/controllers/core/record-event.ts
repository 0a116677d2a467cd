import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import { formatMicroTime } from '../../base/time/time.js'
import type { WorldInSteps } from '../runtime/types.js'

/** The content of an Event. */
type Said = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly note: string
  readonly action?: string
  readonly controller?: string
}

/** Records an Event about an object, in its namespace or in `default`. */
export function* recordEvent(
  world: WorldInSteps,
  object: KubeObject,
  { type, reason, note, action = reason, controller = 'fakecluster' }: Said,
): Steps<void> {
  const name = storedName(object)
  const { namespace, uid, resourceVersion } = object.metadata
  const digits = Array.from({ length: 16 }, () => Math.floor(world.random() * 16).toString(16)).join('')
  yield* world.create('Event', {
    metadata: { name: `${name}.${digits}`, namespace: namespace ?? 'default' },
    eventTime: formatMicroTime(world.now()),
    reportingController: controller,
    reportingInstance: controller,
    action,
    type,
    reason,
    note,
    regarding: {
      apiVersion: object.apiVersion,
      kind: object.kind,
      name,
      ...(namespace ? { namespace } : {}),
      ...(uid ? { uid } : {}),
      ...(resourceVersion ? { resourceVersion } : {}),
    },
  })
}
