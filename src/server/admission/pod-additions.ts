import { withMembers } from '../../base/json/json.js'
import type { Pod, Toleration } from '../../kinds/core/pod/pod-types.js'
import type { KubeObject } from '../../schema/object.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import type { AdmissionContext } from './types.js'

const PATIENCE: readonly Toleration[] = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

/** DefaultTolerationSeconds: pods tolerate a not-ready or unreachable node for five minutes. */
export const defaultTolerationSeconds = defineAdmissionPlugin<Pod>({
  name: 'DefaultTolerationSeconds',
  handles: writesOf({ operations: ['create', 'update'], resource: 'pods' }),
  admit: ({ object }) => withPatience(object),
  fill: withPatience,
})

const lasts = ({ effect }: Toleration) => !effect || effect === 'NoExecute'

function withPatience(object: Pod): Pod {
  const { spec = {} } = object
  const { tolerations = [] } = spec
  const missing = PATIENCE.filter(
    ({ key }) => !tolerations.some((each) => (each.key === key || !each.key) && lasts(each)),
  )
  return missing.length > 0
    ? { ...object, spec: withMembers(spec, { tolerations: [...tolerations, ...missing] }) }
    : object
}

/** The fields of a Pod and of a Binding that name a node. */
type Placed = KubeObject & {
  readonly spec?: { readonly nodeName?: string }
  readonly target?: { readonly kind?: string; readonly name?: string }
}

const LABELS = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone']

const pods = { operations: ['create'], resource: 'pods' } as const
// The scheduler of this cluster posts to `bindings`; one that posts to pods is served as well.
const handled = [pods, { ...pods, subresource: 'binding' }, { ...pods, resource: 'bindings' }].map(writesOf)

/** PodTopologyLabels: a pod gets the zone and region of its node as labels, by its Binding or when it is created. */
export const podTopologyLabels = defineAdmissionPlugin<Placed>({
  name: 'PodTopologyLabels',
  handles: (target, profile) => handled.some((handles) => handles(target, profile)),
  admit: ({ object }, context) =>
    context.featureGates.PodTopologyLabelsAdmission ? withLabels(object, nodeOf(object), context) : object,
})

const nodeOf = ({ spec, target }: Placed): string | undefined =>
  target ? (target.kind === 'Node' ? target.name : undefined) : spec?.nodeName

function withLabels(object: Placed, nodeName: string | undefined, { get }: AdmissionContext): Placed {
  const labels = (nodeName ? get('/nodes', nodeName) : undefined)?.metadata.labels ?? {}
  const found = LABELS.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]] as const]))
  if (found.length === 0) return object
  return {
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...Object.fromEntries(found) } },
  }
}
