import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { jsonEqual } from '../../base/json/json.js'
import {
  KUBERNETES_SERVICE,
  kubernetesEndpointSlice,
  kubernetesEndpoints,
  kubernetesService,
} from '../../kinds/bootstrap/kubernetes-service.js'
import { changedObject } from '../../schema/object.js'
import type { Again, Controller, Key, ObjectChange, WorldInSteps } from '../runtime/types.js'

const KEY: Key = { apiVersion: 'v1', kind: 'Service', ...KUBERNETES_SERVICE }
/** How often the real server reconciles them, in milliseconds. */
const INTERVAL = 10_000

const wake = ({ prev, next }: ObjectChange): readonly Key[] => {
  const { name, namespace } = changedObject({ prev, next }).metadata
  return prev && name === KEY.name && namespace === KEY.namespace ? [KEY] : []
}

/**
 * Restores the Service `kubernetes`, its Endpoints and its EndpointSlice ten seconds after they were deleted or
 * changed.
 */
export const kubernetesServiceKeeper: Controller<'Service' | 'Endpoints' | 'EndpointSlice'> = {
  name: 'kubernetes-service',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: { Service: wake, Endpoints: wake, EndpointSlice: wake },
  *reconcileInSteps(_, world): Steps<Again | undefined> {
    const due = world.memory
    if (world.stated || !world.profile.bootstrap || isRight(world)) {
      world.remember(undefined)
      return undefined
    }
    const isDue = typeof due === 'number' && world.now() >= due
    if (isDue && (yield* putRight(world))) {
      world.remember(undefined)
      return undefined
    }
    const next = typeof due === 'number' && !isDue ? due : world.now() + INTERVAL
    world.remember(next)
    return { at: next }
  },
}

const isRight = (world: WorldInSteps): boolean =>
  world.get('Service', KUBERNETES_SERVICE) !== undefined && endpointsFit(world) && sliceFits(world)

const endpointsFit = (world: WorldInSteps): boolean =>
  jsonEqual(world.get('Endpoints', KUBERNETES_SERVICE)?.subsets, kubernetesEndpoints['subsets'])

function sliceFits(world: WorldInSteps): boolean {
  const { endpoints, ports } = world.get('EndpointSlice', KUBERNETES_SERVICE) ?? {}
  return jsonEqual(
    { endpoints, ports },
    { endpoints: kubernetesEndpointSlice['endpoints'], ports: kubernetesEndpointSlice['ports'] },
  )
}

/** Writes what is not right; returns false if that is refused, as while another Service has the address. */
function* putRight(world: WorldInSteps): Steps<boolean> {
  try {
    if (!world.get('Service', KUBERNETES_SERVICE)) yield* world.create('Service', kubernetesService)
    if (!endpointsFit(world)) yield* put(world, 'Endpoints', kubernetesEndpoints)
    if (!sliceFits(world)) yield* put(world, 'EndpointSlice', kubernetesEndpointSlice)
    return true
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return false
  }
}

function* put(
  world: WorldInSteps,
  kind: 'Endpoints' | 'EndpointSlice',
  object: typeof kubernetesEndpoints,
): Steps<unknown> {
  return world.get(kind, KUBERNETES_SERVICE) ? yield* world.update(kind, object) : yield* world.create(kind, object)
}
