import type { Steps } from '../../../base/turns/steps.js'
import type { Pod } from '../../pods/pod-state.js'
import { availableSince, makeStatedPod, withoutOwnTaints } from '../../pods/stated-pod.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { placesOf } from './daemon-plan.js'
import { daemonPod } from './daemon-pod.js'
import type { DaemonSet, Node } from './daemon-set.js'
import { fitOf } from './node-fit.js'

/** A DaemonSet as a fixture states it, and the nodes and pods that exist. */
type Stated = {
  readonly world: WorldInSteps
  readonly set: DaemonSet
  readonly hash: string
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
}

/**
 * Creates the pods that the status of a DaemonSet counts, as a fixture states it: first the ready ones, on the first
 * eligible nodes, then those that are not ready. Returns whether any pods were missing.
 */
export function* makeAsStated({ world, set, hash, nodes, pods }: Stated): Steps<boolean> {
  const { places } = placesOf(nodes.map(withoutOwnTaints), pods, fitOf(set))
  const { currentNumberScheduled = 0, numberReady = 0 } = set.status ?? {}
  const wanted = places.filter(({ fit }) => fit.starts).slice(0, Math.max(currentNumberScheduled, numberReady))
  const readyOnes = new Set(wanted.slice(0, numberReady))
  const vacant = wanted.filter(({ pods }) => pods.length === 0)
  for (const place of vacant) {
    const ready = readyOnes.has(place)
    const { metadata, spec = { containers: [] } } = daemonPod(set, place.name, hash)
    const draft = { metadata: metadata ?? {}, spec: { ...spec, ...(ready ? { nodeName: place.name } : {}) } }
    yield* makeStatedPod(world, draft, { ready, since: availableSince(world, set.spec?.minReadySeconds) })
  }
  return vacant.length > 0
}
