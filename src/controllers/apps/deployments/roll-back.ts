import type { Steps } from '../../../base/turns/steps.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { isOwn, revisionOf } from './annotations.js'
import { type Deployment, type Found, type ReplicaSet, allOf } from './deployment.js'
import { say } from './say.js'
import { sameTemplate, withoutHash } from './templates.js'

/** The annotation that requests a rollback, as extensions/v1beta1 did: the revision, 0 for the previous one. */
const ROLLBACK_TO = 'deprecated.deployment.rollback.to'

/** Returns the revision to roll back to; undefined if no rollback is requested. */
export function rollbackOf({ metadata }: Deployment): number | undefined {
  const text = metadata.annotations?.[ROLLBACK_TO] ?? ''
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined
}

/** Restores the template of an earlier revision, and removes the request. */
export function* rollBack(world: WorldInSteps, found: Found, asked: number): Steps<void> {
  const { deployment } = found
  const sets = allOf(found)
  const revision = asked || lastRevision(sets)
  if (revision === 0) return yield* giveUp(world, deployment, 'Unable to find last revision.')
  const set = sets.find((each) => revisionOf(each) === revision)
  if (!set) return yield* giveUp(world, deployment, 'Unable to find the revision to rollback to.')
  const name = deployment.metadata.name ?? ''
  if (sameTemplate(deployment.spec?.template, set.spec?.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`
    yield* say(world, deployment, 'Warning', 'DeploymentRollbackTemplateUnchanged', message)
    return yield* write(world, deployment)
  }
  yield* write(world, withTemplate(deployment, set))
  yield* say(
    world,
    deployment,
    'Normal',
    'DeploymentRollback',
    `Rolled back deployment "${name}" to revision ${revision}`,
  )
}

/** Returns the second highest revision; 0 if there is none. */
function lastRevision(sets: readonly ReplicaSet[]): number {
  const known = sets.flatMap((set) => revisionOf(set) ?? []).sort((a, b) => b - a)
  return known[1] ?? 0
}

/**
 * Returns a Deployment with the template and annotations of a ReplicaSet; it keeps the annotations that are its own.
 */
function withTemplate(deployment: Deployment, set: ReplicaSet): Deployment {
  const { metadata, spec } = deployment
  const annotations = Object.fromEntries([
    ...Object.entries(metadata.annotations ?? {}).filter(([name]) => isOwn(name)),
    ...Object.entries(set.metadata.annotations ?? {}).filter(([name]) => !isOwn(name)),
  ])
  const template = set.spec?.template && withoutHash(set.spec.template)
  return {
    ...deployment,
    metadata: { ...metadata, annotations },
    ...(spec && template ? { spec: { ...spec, template } } : {}),
  }
}

function* giveUp(world: WorldInSteps, deployment: Deployment, message: string): Steps<void> {
  yield* say(world, deployment, 'Warning', 'DeploymentRollbackRevisionNotFound', message)
  yield* write(world, deployment)
}

function* write(world: WorldInSteps, deployment: Deployment): Steps<void> {
  const { [ROLLBACK_TO]: _, ...annotations } = deployment.metadata.annotations ?? {}
  yield* world.update('Deployment', { ...deployment, metadata: { ...deployment.metadata, annotations } })
}
