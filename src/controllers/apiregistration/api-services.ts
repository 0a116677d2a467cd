import { type KubeObject, identityOf, changedObject } from '../../schema/object.js'
import { type StatusCondition, setCondition } from '../../model/registry/status-condition.js'
import { jsonEqual } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { Controller, WorldInSteps } from '../runtime/types.js'

type APIService = ObjectOf<'APIService'>
type Service = KubeObject & {
  readonly spec?: {
    readonly type?: string
    readonly ports?: readonly { readonly port?: number; readonly name?: string }[]
  }
}
type Judgement = Pick<StatusCondition, 'status' | 'reason' | 'message'>

/**
 * Sets the condition Available of each APIService, as far as the objects show it: whether an aggregated API server
 * answers is not checked.
 */
export const apiServices: Controller = {
  name: 'api-services',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: {
    APIService: 'own',
    *Service({ prev, next }, world) {
      const { name, namespace } = changedObject({ prev, next }).metadata
      for (const asking of world.list('APIService')) {
        const { service } = asking.spec ?? {}
        if (service?.name === name && service?.namespace === namespace) yield identityOf(asking)
      }
    },
  },
  *reconcileInSteps({ name }, world) {
    const object = world.get('APIService', { name })
    if (world.stated && object?.status?.conditions?.some(({ type }) => type === 'Available')) return
    const judgement = object && judge(object, world)
    if (!judgement) return
    const condition = { type: 'Available', ...judgement, lastTransitionTime: formatTime(world.now()) }
    const before = object.status?.conditions ?? []
    const conditions = setCondition(before, condition)
    if (!jsonEqual(conditions, before))
      yield* world.update(
        'APIService',
        { ...object, status: { ...object.status, conditions } },
        { subresource: 'status' },
      )
  },
}

const no = (reason: string, message: string): Judgement => ({ status: 'False', reason, message })

/** Returns the Available condition of an APIService; undefined to keep one that something else has set. */
function judge({ spec, status }: APIService, world: WorldInSteps): Judgement | undefined {
  const service = spec?.service
  // This group is served here, whatever is behind the Service.
  if (service && world.serves(`${spec.group}/${spec.version}/PodMetrics`))
    return { status: 'True', reason: 'Passed', message: 'all checks passed' }
  if (!service) return { status: 'True', reason: 'Local', message: 'Local APIServices are always available' }
  const { name = '', namespace = '', port = 443 } = service
  const where = `service/${name} in "${namespace}"`
  const found = world.get<Service>('v1/Service', { name, namespace })
  if (!found) return no('ServiceNotFound', `${where} is not present`)
  const { type = 'ClusterIP', ports = [] } = found.spec ?? {}
  const listening = ports.find((each) => each.port === port)
  if (type === 'ClusterIP' && !listening) return no('ServicePortError', `${where} is not listening on port ${port}`)
  const said = status?.conditions?.find((condition) => condition.type === 'Available')?.reason
  if (said !== undefined && !['Local', 'ServiceNotFound', 'ServicePortError'].includes(said)) return undefined
  return no('MissingEndpoints', `endpoints for ${where} have no addresses with port name "${listening?.name ?? ''}"`)
}
