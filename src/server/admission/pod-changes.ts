import { goQuote } from '../../base/go/printable.js'
import { quantitiesOf } from '../../base/numbers/quantities.js'
import { NONE, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { featuresToChange, undeclaredOn } from '../../kinds/shared/declared-features.js'
import { takenResources } from '../../kinds/core/pod/pod-resources.js'
import type { Pod } from '../../kinds/core/pod/pod-types.js'
import type { ResourceList } from '../../kinds/shared/resource-list.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { KubeObject } from '../../schema/object.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

type Node = KubeObject & {
  readonly status?: { readonly allocatable?: ResourceList; readonly declaredFeatures?: readonly string[] }
}

const SYSTEM = 'kubernetes.io/os'

const onPods = { operations: ['update'], resource: 'pods' } as const
const [onSpec, onResize] = [writesOf(onPods), writesOf({ ...onPods, subresource: 'resize' })]

/** NodeDeclaredFeatureValidator: a pod is changed only in ways that the node it is on declares to have. */
export const nodeDeclaredFeatureValidator = defineAdmissionPlugin<Pod>({
  name: 'NodeDeclaredFeatureValidator',
  handles: (...target) => onSpec(...target) || onResize(...target),
  validate(attributes, context) {
    const { object, oldObject } = attributes
    if (!oldObject || !isChangedOnNode(attributes)) return
    const { serverVersion: version, featureGates } = context
    const features = featuresToChange(object, oldObject, { version, featureGates })
    if (features.length === 0) return
    const node = nodeOf(attributes, context)
    const lacking = undeclaredOn(node, features)
    if (lacking.length === 0) return
    const where = `not available on node ${goQuote(node.metadata.name ?? '')}`
    throw refused(attributes, `pod update requires features ${lacking.join(', ')} which are ${where}`)
  },
})

/** PodResizeValidator: since v1.36 a pod is resized only on a node of Linux, and to no more than that may allocate. */
export const podResizeValidator = defineAdmissionPlugin<Pod>({
  name: 'PodResizeValidator',
  handles: onResize,
  validate(attributes, context) {
    const { object } = attributes
    if (!isChangedOnNode(attributes) || !atLeast(context.serverVersion, '1.36')) return
    const node = nodeOf(attributes, context)
    const system = node.metadata.labels?.[SYSTEM] ?? 'linux'
    if (system !== 'linux') {
      const why = `pod resize is only supported on linux nodes, node ${goQuote(node.metadata.name ?? '')} is ${goQuote(system)}`
      throw refused(attributes, why, [{ reason: 'UnsupportedPlatform' }])
    }
    const lacking = lackingOn(node, object)
    if (lacking.length === 0) return
    const why = `node didn't have enough allocatable resources: ${lacking.join('; ')}`
    throw refused(attributes, why, [{ reason: 'NodeCapacity' }])
  },
})

/** Tells whether the spec of a pod changes that is on a node. */
const isChangedOnNode = ({ object, oldObject }: AdmissionAttributes<Pod>): boolean =>
  Boolean(object.spec?.nodeName) && object.metadata.generation !== oldObject?.metadata.generation

/** Returns the node of a pod; refuses the write if it is not there. */
function nodeOf(attributes: AdmissionAttributes<Pod>, { get }: AdmissionContext): Node {
  const { nodeName = '' } = attributes.object.spec ?? {}
  const node = get<Node>('/nodes', nodeName)
  if (!node) throw refused(attributes, `node ${goQuote(nodeName)} not found`)
  return node
}

/** Returns of what a pod requests more than a node may allocate: of processors in thousandths, of memory in bytes. */
function lackingOn({ status }: Node, { spec = {} }: Pod): readonly string[] {
  const requests = takenResources({ spec }, 'requests')
  const allocatable = quantitiesOf(status?.allocatable)
  return (
    [
      ['cpu', -3],
      ['memory', 0],
    ] as const
  ).flatMap(([name, unit]) => {
    const [requested, most] = [requests, allocatable].map((each) => scaledQuantity(each.get(name) ?? NONE, unit))
    return requested! > most! ? [`${name}, requested: ${requested}, allocatable: ${most}`] : []
  })
}
