import { jsonEqual } from '../../base/json/json.js'
import {
  KUBERNETES_SERVICE,
  kubernetesEndpointSlice,
  kubernetesEndpoints,
  kubernetesService,
} from '../../kinds/bootstrap/kubernetes-service.js'
import { changedObject } from '../../schema/changed-object.js'
import type { Again, Controller, Key, ObjectChange, World } from '../runtime/types.js'

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
  reconcile(_, world): Again | undefined {
    const due = world.memory
    if (world.stated || !world.profile.bootstrap || isRight(world)) {
      world.remember(undefined)
      return undefined
    }
    if (typeof due === 'number' && world.now() >= due) {
      putRight(world)
      world.remember(undefined)
      return undefined
    }
    const next = typeof due === 'number' ? due : world.now() + INTERVAL
    world.remember(next)
    return { at: next }
  },
}

const isRight = (world: World): boolean =>
  world.get('Service', KUBERNETES_SERVICE) !== undefined && endpointsFit(world) && sliceFits(world)

const endpointsFit = (world: World): boolean =>
  jsonEqual(world.get('Endpoints', KUBERNETES_SERVICE)?.subsets, kubernetesEndpoints['subsets'])

function sliceFits(world: World): boolean {
  const { endpoints, ports } = world.get('EndpointSlice', KUBERNETES_SERVICE) ?? {}
  return jsonEqual(
    { endpoints, ports },
    { endpoints: kubernetesEndpointSlice['endpoints'], ports: kubernetesEndpointSlice['ports'] },
  )
}

function putRight(world: World): void {
  if (!world.get('Service', KUBERNETES_SERVICE)) world.create('Service', kubernetesService)
  if (!endpointsFit(world)) put(world, 'Endpoints', kubernetesEndpoints)
  if (!sliceFits(world)) put(world, 'EndpointSlice', kubernetesEndpointSlice)
}

const put = (world: World, kind: 'Endpoints' | 'EndpointSlice', object: typeof kubernetesEndpoints): unknown =>
  world.get(kind, KUBERNETES_SERVICE) ? world.update(kind, object) : world.create(kind, object)
