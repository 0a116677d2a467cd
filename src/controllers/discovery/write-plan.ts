import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import { isNamespaceEnding } from '../pods/make-pod.js'
import { TRIGGER_TIME } from './services.js'
import type { Plan, Slice } from './slices.js'

/** Sets or removes the trigger time annotation of a slice. */
export function withTrigger({ metadata, ...slice }: Slice, time: string | undefined): Slice {
  const { [TRIGGER_TIME]: _, ...annotations } = metadata.annotations ?? {}
  return {
    ...slice,
    metadata: {
      ...metadata,
      annotations: { ...annotations, ...(time === undefined ? {} : { [TRIGGER_TIME]: time }) },
    },
  }
}

const SLICE = 'discovery.k8s.io/v1/EndpointSlice'

/**
 * Returns a slice as decoded from protobuf, which does not encode empty lists, so that they have no managed fields in a
 * new slice.
 */
const asSent = ({ endpoints, ports, ...slice }: Slice): KubeObject => ({
  ...slice,
  endpoints: endpoints.length > 0 ? endpoints : null,
  ports: ports && ports.length > 0 ? ports : null,
})

/**
 * Creates, updates and deletes slices, one per step; creates none for an owner that is being deleted. `time` is the
 * trigger time.
 */
export function* writePlan(world: WorldInSteps, owner: KubeObject, plan: Plan, time?: string): Steps<void> {
  const dated = (slice: Slice) => asSent(withTrigger(slice, time))
  if (!owner.metadata.deletionTimestamp)
    for (const slice of plan.create) {
      try {
        yield* world.create(SLICE, dated(slice))
      } catch (error) {
        if (error instanceof StatusError && isNamespaceEnding(error)) return
        throw error
      }
      yield
    }
  for (const slice of plan.update) {
    yield* world.update(SLICE, dated(slice))
    yield
  }
  for (const slice of plan.delete) {
    yield* world.delete('EndpointSlice', { namespace: slice.metadata.namespace ?? '', name: storedName(slice) })
    yield
  }
}
