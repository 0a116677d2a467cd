import { StatusError } from '../../base/status.js'
import type { KubeObject } from '../../schema/object.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { WorkSteps, World } from '../runtime/types.js'
import { isNamespaceEnding } from '../pods/make-pod.js'
import { TRIGGER_TIME } from './services.js'
import type { Plan, Slice } from './slices.js'

/** A slice that says since when what it states is so; undefined where that is not known. */
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

/** A slice as protobuf carries it, which has no empty lists: nobody owns those of a new slice. */
const asSent = ({ endpoints, ports, ...slice }: Slice): KubeObject => ({
  ...slice,
  endpoints: endpoints.length > 0 ? endpoints : null,
  ports: ports && ports.length > 0 ? ports : null,
})

/**
 * Makes, changes and deletes slices, each in a step of its own; none is made for what is being deleted itself. `time`
 * says since when what they state is so.
 */
export function* writePlan(world: World, owner: KubeObject, plan: Plan, time?: string): WorkSteps<void> {
  const dated = (slice: Slice) => asSent(withTrigger(slice, time))
  if (!owner.metadata.deletionTimestamp)
    for (const slice of plan.create) {
      try {
        world.create(SLICE, dated(slice))
      } catch (error) {
        if (error instanceof StatusError && isNamespaceEnding(error)) return
        throw error
      }
      yield
    }
  for (const slice of plan.update) {
    world.update(SLICE, dated(slice))
    yield
  }
  for (const slice of plan.delete) {
    world.delete('EndpointSlice', { namespace: slice.metadata.namespace ?? '', name: storedName(slice) })
    yield
  }
}
