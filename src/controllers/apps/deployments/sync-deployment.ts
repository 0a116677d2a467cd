import { claim, claimable } from '../../pods/claim.js'
import { begun, restBeside } from '../../runtime/in-turns.js'
import type { Again, Key, Reconcile, WorkSteps, World } from '../../runtime/types.js'
import { cleanUp } from './clean-up.js'
import { createReplicaSet } from './create-replica-set.js'
import { conditionOf, progressDeadline, withProgress } from './conditions.js'
import { type Deployment, type Found, type ReplicaSet, isRolling, wantedBy, writeDeployment } from './deployment.js'
import { isComplete } from './progress.js'
import { emptyOld, hasOldPods } from './recreate.js'
import { findReplicaSets } from './replica-sets-of.js'
import { rollBack, rollbackOf } from './roll-back.js'
import { rollOn } from './rolling.js'
import { scaleAll, scaleTo, wasScaled } from './scale.js'
import { isLeftAsStated } from './as-stated.js'
import { syncRollout, syncStatus } from './status.js'

/** Syncs a Deployment by one step, after which its ReplicaSets wake it for the next. */
export const reconcile: Reconcile = (key, world) => begun(sync(key, world))

function* sync({ namespace, name }: Key, world: World): WorkSteps<Again | undefined | void> {
  const deployment = world.get('Deployment', { namespace, name })
  if (!deployment) return undefined
  const { selector } = deployment.spec ?? {}
  const sets = claim(world, { owner: deployment, selector }, claimable<ReplicaSet>(world, 'ReplicaSet', deployment))
  if (isLeftAsStated(world, deployment, sets)) return undefined
  const isDeleted = deployment.metadata.deletionTimestamp !== undefined
  const found = findReplicaSets(world, isDeleted ? deployment : tellPause(world, deployment), sets)
  if (isDeleted) return void syncStatus(world, found)
  yield* restBeside(world, deployment)
  const { paused } = found.deployment.spec ?? {}
  const asked = rollbackOf(found.deployment)
  if (!paused && asked !== undefined) return yield* goBack(world, found, asked)
  return paused || wasScaled(found) ? resize(world, found) : yield* rollOut(world, found)
}

/** Rolls back to a revision; the ReplicaSet of the current template is created first. */
function* goBack(world: World, found: Found, asked: number): WorkSteps<void> {
  const made = found.current ? found : yield* createReplicaSet(world, found.deployment, found.old)
  if (made) rollBack(world, made, asked)
}

/** Updates the Progressing condition when a Deployment is paused or resumed. */
function tellPause(world: World, deployment: Deployment): Deployment {
  const reason = conditionOf(deployment.status, 'Progressing')?.reason
  if (progressDeadline(deployment) === undefined || reason === 'ProgressDeadlineExceeded') return deployment
  const paused = deployment.spec?.paused ?? false
  if (paused === (reason === 'DeploymentPaused')) return deployment
  const saying = paused
    ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
    : { reason: 'DeploymentResumed', message: 'Deployment is resumed' }
  return writeDeployment(world, withProgress(world, deployment, { status: 'Unknown', ...saying }))
}

/** Only scales the ReplicaSets: the Deployment is paused, or was scaled. */
function resize(world: World, found: Found): undefined {
  scaleAll(world, found)
  if (found.deployment.spec?.paused) cleanUp(world, found)
  syncStatus(world, found)
}

function* rollOut(world: World, found: Found): WorkSteps<Again | undefined> {
  const { deployment } = found
  if (!isRolling(deployment) && (emptyOld(world, found) || hasOldPods(world, found))) return syncRollout(world, found)
  const made = found.current ? found : yield* createReplicaSet(world, deployment, found.old)
  const { current } = made ?? {}
  if (!made || !current) return undefined
  const { deployment: now } = made
  if (!found.current) yield* restBeside(world, now)
  if (!isRolling(now)) scaleTo(world, now, current, wantedBy(now))
  else if (rollOn(world, made, current)) return syncRollout(world, made)
  if (isComplete(now, now.status)) cleanUp(world, made)
  return syncRollout(world, made)
}
