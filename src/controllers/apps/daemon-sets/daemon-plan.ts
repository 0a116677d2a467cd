import { hasEnded } from '../../../base/pods.js'
import { storedName } from '../../../schema/stored-metadata.js'
import { compareBytes } from '../../../base/json.js'
import { type Pod } from '../../pods/pod-state.js'
import type { World } from '../../runtime/types.js'
import { nodeOf } from './node-of.js'
import type { DaemonSet, Node } from './daemon-set.js'
import type { Fit } from './node-fit.js'

/** A node, whether a DaemonSet is for it, and the pods the DaemonSet has there. */
export type NodePods = {
  readonly name: string
  readonly fit: Fit
  /** In the order in which they are kept: those on the node first, the oldest first. */
  readonly pods: readonly Pod[]
}

/** What is looked at in one go. */
export type Look = {
  readonly world: World
  readonly set: DaemonSet
  /** What tells which pods are of the template that the DaemonSet has. */
  readonly hash: string
  /** One for each node. */
  readonly places: readonly NodePods[]
  /** Of pods for nodes that are not there. */
  readonly elsewhere: readonly NodePods[]
}

/** What is to be done: pods to be deleted, and nodes to have one. */
export type Plan = { readonly going: readonly Pod[]; readonly coming: readonly string[] }

/** Sorts pods by their nodes. Those that have ended and are being deleted count no more. */
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
