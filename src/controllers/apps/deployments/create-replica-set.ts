import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import { noteTemplate } from '../../../server/client/templates.js'
import type { Draft } from '../../../kinds/object-types.js'
import { storedName } from '../../../schema/object.js'
import { isNamespaceEnding } from '../../pods/make-pod.js'
import { controllerRef, isControlledBy, refOf } from '../../pods/owner.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import { TEMPLATE_HASH, templateHash } from '../../pods/template-hash.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { annotationsOf, sizeAnnotations } from './annotations.js'
import { progressDeadline, withProgress } from './conditions.js'
import { type Deployment, type Found, type ReplicaSet, writeDeployment } from './deployment.js'
import { nextRevision, withRevision } from './replica-sets-of.js'
import { say, sayScaled } from './say.js'
import { newSize } from './size.js'
import { sameTemplate, setOfTemplate } from './templates.js'

/**
 * Creates the ReplicaSet of a Deployment's current template, as large as the rollout allows. On a name collision,
 * increments the Deployment's collisionCount, so that the retry uses another name. Returns undefined if the namespace
 * is being deleted.
 *
 * @throws StatusError if the write is refused, after reporting it by a condition and an Event
 */
export function* createReplicaSet(
  world: WorldInSteps,
  deployment: Deployment,
  old: readonly ReplicaSet[],
): Steps<Found | undefined> {
  const revision = nextRevision([...old, ...goneAfter(world, deployment)])
  const size = newSize(deployment, old, 0)
  const draft = draftOf(deployment, size, revision, world.profile.version)
  try {
    const current = yield* world.createFor<ReplicaSet>(deployment, 'ReplicaSet', draft)
    if (size > 0) yield* sayScaled(world, deployment, current, 0, size)
    const made = withRevision(deployment, String(revision))
    const message = `Created new replica set "${storedName(current)}"`
    const next =
      progressDeadline(deployment) === undefined
        ? made
        : withProgress(world, made, { status: 'True', reason: 'NewReplicaSetCreated', message })
    return { deployment: next === deployment ? next : yield* writeDeployment(world, next), current, old }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return yield* refused(world, deployment, { draft, old, revision, error })
  }
}

/**
 * Returns the old ReplicaSets that were deleted along with the current one and after it: when the deletion of the
 * current one is handled they are still known.
 */
function goneAfter(world: WorldInSteps, deployment: Deployment): readonly ReplicaSet[] {
  const gone = (world.told as readonly ReplicaSet[]) // as the watch of ReplicaSets passes them
    .filter((set) => isControlledBy(set, deployment))
  const current = setOfTemplate(deployment, gone)
  return current ? gone.slice(gone.indexOf(current) + 1) : []
}

/** Returns the ReplicaSet to create for a Deployment's template, as in a version of Kubernetes. */
export function draftOf(
  deployment: Deployment,
  replicas: number,
  revision: number,
  version: KubernetesVersion,
): Draft<'ReplicaSet'> {
  const { selector, template, minReadySeconds } = deployment.spec ?? {}
  const hash = templateHash(template, version, deployment.status?.collisionCount)
  const labels = { ...template?.metadata?.labels, [TEMPLATE_HASH]: hash }
  const { namespace, name } = refOf(deployment)
  if (template) noteTemplate(deployment, template)
  return {
    metadata: {
      name: nameOf(name, hash, version),
      namespace,
      ownerReferences: [controllerRef(deployment)],
      labels,
      annotations: { ...annotationsOf(deployment, {}, revision), ...sizeAnnotations(deployment) },
    },
    spec: {
      replicas,
      ...(minReadySeconds ? { minReadySeconds } : {}),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [TEMPLATE_HASH]: hash } },
      template: { ...template, metadata: { ...template?.metadata, labels } },
    },
  } as Draft<'ReplicaSet'> // fields read from a stored Deployment can be written
}

/** Since 1.34 a name that would be too long is cut. */
const nameOf = (deployment: string, hash: string, version: KubernetesVersion): string =>
  `${atLeast(version, '1.34') ? deployment.slice(0, LONGEST_NAME - 1 - hash.length) : deployment}-${hash}`

const LONGEST_NAME = 253

type Attempt = {
  readonly draft: Draft<'ReplicaSet'>
  readonly old: readonly ReplicaSet[]
  readonly revision: number
  readonly error: StatusError
}

function* refused(
  world: WorldInSteps,
  deployment: Deployment,
  { draft, old, revision, error }: Attempt,
): Steps<Found | undefined> {
  const name = String(draft.metadata?.name)
  if (error.reason === 'AlreadyExists') {
    const other = world.get('ReplicaSet', { ...refOf(deployment), name })
    if (other && isControlledBy(other, deployment) && sameTemplate(other.spec?.template, deployment.spec?.template)) {
      const next = withRevision(deployment, String(revision))
      return { deployment: next === deployment ? next : yield* writeDeployment(world, next), current: other, old }
    }
    const { status = {} } = deployment
    yield* writeDeployment(world, {
      ...deployment,
      status: { ...status, collisionCount: (status.collisionCount ?? 0) + 1 },
    })
    throw error
  }
  if (isNamespaceEnding(error)) return undefined
  const message = `Failed to create new replica set "${name}": ${error.message}`
  const reason = 'ReplicaSetCreateError'
  if (progressDeadline(deployment) !== undefined)
    yield* writeDeployment(world, withProgress(world, deployment, { status: 'False', reason, message }))
  yield* say(world, deployment, 'Warning', reason, message)
  throw error
}
