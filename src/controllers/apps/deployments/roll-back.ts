import type { World } from '../../runtime/types.js'
import { isOwn, revisionOf } from './annotations.js'
import { type Deployment, type Found, type ReplicaSet, allOf } from './deployment.js'
import { say } from './say.js'
import { sameTemplate, withoutHash } from './templates.js'

/** The annotation by which the first versions of the API asked for a rollback: the revision, 0 for the one before. */
const ROLLBACK_TO = 'deprecated.deployment.rollback.to'

/** The revision a Deployment is to go back to; undefined where nobody asked for one. */
export function rollbackOf({ metadata }: Deployment): number | undefined {
  const text = metadata.annotations?.[ROLLBACK_TO] ?? ''
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined
}

/** Gives a Deployment the template of a revision it had, and forgets that it was asked for. */
export function rollBack(world: World, found: Found, asked: number): void {
  const { deployment } = found
  const sets = allOf(found)
  const revision = asked || lastRevision(sets)
  if (revision === 0) return giveUp(world, deployment, 'Unable to find last revision.')
  const set = sets.find((each) => revisionOf(each) === revision)
  if (!set) return giveUp(world, deployment, 'Unable to find the revision to rollback to.')
  const name = deployment.metadata.name ?? ''
  if (sameTemplate(deployment.spec?.template, set.spec?.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`
    say(world, deployment, 'Warning', 'DeploymentRollbackTemplateUnchanged', message)
    return write(world, deployment)
  }
  write(world, withTemplate(deployment, set))
  say(world, deployment, 'Normal', 'DeploymentRollback', `Rolled back deployment "${name}" to revision ${revision}`)
}

/** The last revision but one; 0 where there is none. */
function lastRevision(sets: readonly ReplicaSet[]): number {
  const known = sets.flatMap((set) => revisionOf(set) ?? []).sort((a, b) => b - a)
  return known[1] ?? 0
}

/**
 * A Deployment with the template of a ReplicaSet, and its annotations beside those that are no affair of ReplicaSets.
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

function giveUp(world: World, deployment: Deployment, message: string): void {
  say(world, deployment, 'Warning', 'DeploymentRollbackRevisionNotFound', message)
  write(world, deployment)
}

function write(world: World, deployment: Deployment): void {
  const { [ROLLBACK_TO]: _, ...annotations } = deployment.metadata.annotations ?? {}
  world.update('Deployment', { ...deployment, metadata: { ...deployment.metadata, annotations } })
}
