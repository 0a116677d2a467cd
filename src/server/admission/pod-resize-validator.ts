import { goQuote } from '../../base/go/printable.js'
import { quantitiesOf } from '../../base/numbers/quantities.js'
import { NONE, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { takenResources } from '../../kinds/core/pod/pod-resources.js'
import type { Pod } from '../../kinds/core/pod/pod-types.js'
import type { ResourceList } from '../../kinds/shared/resource-list.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { KubeObject } from '../../schema/object.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'

type Node = KubeObject & { readonly status?: { readonly allocatable?: ResourceList } }

const SYSTEM = 'kubernetes.io/os'

/** PodResizeValidator: since v1.36 a pod is resized only on a node of Linux, and to no more than that may allocate. */
export const podResizeValidator = defineAdmissionPlugin<Pod>({
  name: 'PodResizeValidator',
  handles: writesOf({ operations: ['update'], resource: 'pods', subresource: 'resize' }),
  validate(attributes, { get, serverVersion }) {
    const { object, oldObject } = attributes
    const { nodeName } = object.spec ?? {}
    const isChanged = object.metadata.generation !== oldObject?.metadata.generation
    if (!nodeName || !isChanged || !atLeast(serverVersion, '1.36')) return
    const node = get<Node>('/nodes', nodeName)
    if (!node) throw refused(attributes, `node ${goQuote(nodeName)} not found`)
    const system = node.metadata.labels?.[SYSTEM] ?? 'linux'
    if (system !== 'linux') {
      const why = `pod resize is only supported on linux nodes, node ${goQuote(nodeName)} is ${goQuote(system)}`
      throw refused(attributes, why, [{ reason: 'UnsupportedPlatform' }])
    }
    const lacking = lackingOn(node, object)
    if (lacking.length === 0) return
    const why = `node didn't have enough allocatable resources: ${lacking.join('; ')}`
    throw refused(attributes, why, [{ reason: 'NodeCapacity' }])
  },
})

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
