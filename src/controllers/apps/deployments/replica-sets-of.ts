import type { Steps } from '../../../base/turns/steps.js'
import { highestOf } from '../../../base/lists/lists.js'
import { REVISION, annotationsOf, revisionOf } from './annotations.js'
import { conditionOf, progressDeadline, withProgress } from './conditions.js'
import { type Deployment, type Found, type ReplicaSet, writeDeployment } from './deployment.js'
import { jsonEqual } from '../../../base/json/json.js'
import { storedName } from '../../../schema/object.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { setOfTemplate } from './templates.js'

/**
 * Finds the current and the old ReplicaSets of a Deployment, and updates the annotations of the current one and the
 * revision of the Deployment.
 */
export function* findReplicaSets(
  world: WorldInSteps,
  deployment: Deployment,
  sets: readonly ReplicaSet[],
): Steps<Found> {
  const current = setOfTemplate(deployment, sets)
  const old = sets.filter((set) => set !== current)
  return current
    ? { ...(yield* kept(world, deployment, current, nextRevision(old))), old }
    : { deployment, current, old }
}

/** Returns the revision that follows those of old ReplicaSets. */
export const nextRevision = (old: readonly ReplicaSet[]): number =>
  highestOf([0, ...old.map((set) => revisionOf(set) ?? 0)]) + 1

function* kept(
  world: WorldInSteps,
  deployment: Deployment,
  current: ReplicaSet,
  revision: number,
): Steps<Omit<Found, 'old'>> {
  const { annotations = {} } = current.metadata
  const next = annotationsOf(deployment, annotations, revision)
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0
  const spec = current.spec
  if (!jsonEqual(next, annotations) || (spec && (spec.minReadySeconds ?? 0) !== minReadySeconds)) {
    const changed = { ...current, metadata: { ...current.metadata, annotations: next } }
    return {
      deployment,
      current: yield* world.update('ReplicaSet', {
        ...changed,
        ...(spec ? { spec: { ...spec, minReadySeconds } } : {}),
      }),
    }
  }
  const numbered = withRevision(deployment, annotations[REVISION] ?? '')
  const isNew = progressDeadline(deployment) !== undefined && !conditionOf(deployment.status, 'Progressing')
  const found = isNew
    ? withProgress(world, numbered, {
        status: 'True',
        reason: 'FoundNewReplicaSet',
        message: `Found new replica set "${storedName(current)}"`,
      })
    : numbered
  return { deployment: found === deployment ? deployment : yield* writeDeployment(world, found), current }
}

/** Returns a Deployment with a revision; the same object if it has it already. */
export function withRevision(deployment: Deployment, revision: string): Deployment {
  const { metadata } = deployment
  if (metadata.annotations?.[REVISION] === revision) return deployment
  return { ...deployment, metadata: { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } } }
}
