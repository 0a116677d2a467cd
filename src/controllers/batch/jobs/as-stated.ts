import type { Steps } from '../../../base/turns/steps.js'
import { makeStatedPod, nodesForStated } from '../../pods/stated-pod.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { freeIndexes } from './manage-pods.js'
import { indexedPod, plainPod } from './new-pods.js'
import { draftFor } from './pod-writes.js'
import type { JobSnapshot } from './job-snapshot.js'

/** Creates the pods that the status of a Job counts, as a fixture states it; returns whether any pods were missing. */
export function* makeAsStated(snapshot: JobSnapshot, world: WorldInSteps): Steps<boolean> {
  const { job, spec, activePods } = snapshot
  const { active = 0, ready = 0 } = job.status ?? {}
  const missing = spec.suspend ? 0 : active - activePods.length
  if (missing <= 0) return false
  const pods = snapshot.indexes
    ? freeIndexes(snapshot, missing).map((index) => indexedPod(snapshot, index))
    : Array.from({ length: missing }, () => plainPod(snapshot))
  const nodes = nodesForStated(world, spec.template.spec, pods.length)
  for (const [i, pod] of pods.entries()) {
    const isReady = i < ready - snapshot.ready
    const { metadata = {}, spec: podSpec = { containers: [] } } = draftFor(pod, job)
    const nodeName = isReady ? nodes[i] : undefined
    const draft = { metadata, spec: { ...podSpec, ...(nodeName === undefined ? {} : { nodeName }) } }
    yield* makeStatedPod(world, draft, { ready: isReady, since: world.now() })
  }
  return pods.length > 0
}
