import { compareBytes } from '../../../base/json/json.js'
import { hasEnded } from '../../../kinds/shared/pods.js'
import { storedName } from '../../../schema/stored-metadata.js'
import type { Pod } from '../../pods/pod-state.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { nodeOf } from './daemon-pod.js'
import type { DaemonSet, Node } from './daemon-set.js'
import type { Fit } from './node-fit.js'

/** A node, whether it is eligible for a DaemonSet, and the DaemonSet's pods for it. */
export type NodePods = {
  readonly name: string
  readonly fit: Fit
  /** In the order in which they are kept: scheduled ones first, then by age. */
  readonly pods: readonly Pod[]
}

/** The state that one sync works on. */
export type Look = {
  readonly world: WorldInSteps
  readonly set: DaemonSet
  /** The hash of the current template. */
  readonly hash: string
  /** One for each node. */
  readonly places: readonly NodePods[]
  /** One for each missing node that pods are meant for. */
  readonly elsewhere: readonly NodePods[]
}

/** The pods to delete, and the nodes to create pods for. */
export type Plan = { readonly going: readonly Pod[]; readonly coming: readonly string[] }

/** Groups pods by node, ignoring finished ones that are being deleted. */
export function placesOf(
  nodes: readonly Node[],
  pods: readonly Pod[],
  fit: (node: Node) => Fit,
): Pick<Look, 'places' | 'elsewhere'> {
  const byNode = new Map<string, Pod[]>()
  for (const pod of pods) {
    const name = hasEnded(pod) && pod.metadata.deletionTimestamp ? undefined : nodeOf(pod)
    if (name === undefined) continue
    const there = byNode.get(name)
    if (there) there.push(pod)
    else byNode.set(name, [pod])
  }
  const places = nodes.map((node) => {
    const name = storedName(node)
    const there = byNode.get(name) ?? []
    byNode.delete(name)
    return { name, fit: fit(node), pods: there.length > 1 ? there.sort(compareAges) : there }
  })
  const elsewhere = [...byNode].map(([name, there]) => ({ name, fit: NOWHERE, pods: there.sort(compareAges) }))
  return { places, elsewhere }
}

const NOWHERE: Fit = { starts: false, stays: false }

const compareAges = (a: Pod, b: Pod): number =>
  Number(!a.spec?.nodeName) - Number(!b.spec?.nodeName) ||
  compareBytes(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '') ||
  compareBytes(storedName(a), storedName(b))
