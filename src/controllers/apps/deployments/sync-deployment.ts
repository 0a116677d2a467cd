import type { Steps } from '../../../base/turns/steps.js'
import { claim, claimable } from '../../pods/claim.js'
import { restBeside } from '../../runtime/in-turns.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
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
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined | void> {
  const deployment = world.get('Deployment', { namespace, name })
  if (!deployment) return undefined
  const { selector } = deployment.spec ?? {}
  const sets = yield* claim(
    world,
    { owner: deployment, selector },
    claimable<ReplicaSet>(world, 'ReplicaSet', deployment),
  )
  if (yield* isLeftAsStated(world, deployment, sets)) return undefined
  const isDeleted = deployment.metadata.deletionTimestamp !== undefined
  const found = yield* findReplicaSets(world, isDeleted ? deployment : yield* tellPause(world, deployment), sets)
  if (isDeleted) return void (yield* syncStatus(world, found))
  yield* restBeside(world, deployment)
  const { paused } = found.deployment.spec ?? {}
  const asked = rollbackOf(found.deployment)
  if (!paused && asked !== undefined) return yield* goBack(world, found, asked)
  return paused || wasScaled(found) ? yield* resize(world, found) : yield* rollOut(world, found)
}

/** Rolls back to a revision; the ReplicaSet of the current template is created first. */
function* goBack(world: WorldInSteps, found: Found, asked: number): Steps<void> {
  const made = found.current ? found : yield* createReplicaSet(world, found.deployment, found.old)
  if (made) yield* rollBack(world, made, asked)
}

/** Updates the Progressing condition when a Deployment is paused or resumed. */
function* tellPause(world: WorldInSteps, deployment: Deployment): Steps<Deployment> {
  const reason = conditionOf(deployment.status, 'Progressing')?.reason
  if (progressDeadline(deployment) === undefined || reason === 'ProgressDeadlineExceeded') return deployment
  const paused = deployment.spec?.paused ?? false
  if (paused === (reason === 'DeploymentPaused')) return deployment
  const saying = paused
    ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
    : { reason: 'DeploymentResumed', message: 'Deployment is resumed' }
  return yield* writeDeployment(world, withProgress(world, deployment, { status: 'Unknown', ...saying }))
}

/** Only scales the ReplicaSets: the Deployment is paused, or was scaled. */
function* resize(world: WorldInSteps, found: Found): Steps<undefined> {
  yield* scaleAll(world, found)
  if (found.deployment.spec?.paused) yield* cleanUp(world, found)
  yield* syncStatus(world, found)
}

function* rollOut(world: WorldInSteps, found: Found): Steps<Again | undefined> {
  const { deployment } = found
  if (!isRolling(deployment) && ((yield* emptyOld(world, found)) || hasOldPods(world, found)))
    return yield* syncRollout(world, found)
  const made = found.current ? found : yield* createReplicaSet(world, deployment, found.old)
  const { current } = made ?? {}
  if (!made || !current) return undefined
  const { deployment: now } = made
  if (!found.current) yield* restBeside(world, now)
  if (!isRolling(now)) yield* scaleTo(world, now, current, wantedBy(now))
  else if (yield* rollOn(world, made, current)) return yield* syncRollout(world, made)
  if (isComplete(now, now.status)) yield* cleanUp(world, made)
  return yield* syncRollout(world, made)
}
