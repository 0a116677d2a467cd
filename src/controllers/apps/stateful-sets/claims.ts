import type { Steps } from '../../../base/turns/steps.js'
import { append } from '../../../base/lists/lists.js'
import { StatusError, plainError } from '../../../base/errors/status.js'
import type { Draft, ObjectOf } from '../../../kinds/object-types.js'
import { storedName } from '../../../schema/object.js'
import { refOf } from '../../pods/owner.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'
import { remarkOnClaim } from './pod-events.js'

const KIND = 'PersistentVolumeClaim'

export type StorageClaim = ObjectOf<'PersistentVolumeClaim'>
/** A template of a StatefulSet's claims. */
type ClaimTemplate = ReturnType<typeof claimTemplatesOf>[number]

/** Returns the claim templates of a StatefulSet. */
export const claimTemplatesOf = ({ spec }: StatefulSet) => spec?.volumeClaimTemplates ?? []

/** Returns the name of a pod's claim. */
export const claimName = (set: StatefulSet, { metadata }: ClaimTemplate, ordinal: number): string =>
  `${metadata?.name ?? ''}-${storedName(set)}-${ordinal}`

/** Returns the existing claims of the pod with an ordinal. */
export const claimsThere = (world: WorldInSteps, set: StatefulSet, ordinal: number): readonly StorageClaim[] =>
  claimTemplatesOf(set).flatMap(
    (template) => world.get(KIND, { ...refOf(set), name: claimName(set, template, ordinal) }) ?? [],
  )

/**
 * Creates the missing claims of the pod with an ordinal, with an Event for each, one per step.
 *
 * @throws StatusError for claims that were refused or are being deleted, after all were tried
 */
export function* createClaims(world: WorldInSteps, set: StatefulSet, pod: string, ordinal: number): Steps<void> {
  const refusals: string[] = []
  for (const draft of claimsOf(set, ordinal)) {
    append(refusals, yield* createClaim(world, set, pod, draft))
    yield
  }
  const [first, ...others] = refusals
  if (first === undefined) return
  throw plainError(others.length === 0 ? first : `[${refusals.join(', ')}]`)
}

function* createClaim(world: WorldInSteps, set: StatefulSet, pod: string, draft: NamedClaim): Steps<readonly string[]> {
  const { name } = draft.metadata
  const there = world.get(KIND, draft.metadata)
  if (there) return there.metadata.deletionTimestamp ? [`pvc ${name} is being deleted`] : []
  try {
    yield* world.create(KIND, draft)
    yield* remarkOnClaim(world, set, { claim: name, pod })
    return []
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (error.status.reason !== 'AlreadyExists') yield* remarkOnClaim(world, set, { claim: name, pod, error })
    return [`failed to create PVC ${name}: ${error.message}`]
  }
}

/** A claim to be created. */
export type NamedClaim = Draft<'PersistentVolumeClaim'> & {
  readonly metadata: { readonly name: string; readonly namespace: string }
}

/** Returns the claims to create for the pod with an ordinal. */
export const claimsOf = (set: StatefulSet, ordinal: number): readonly NamedClaim[] =>
  claimTemplatesOf(set).map((template) => claimOf(set, template, ordinal))

function claimOf(set: StatefulSet, template: ClaimTemplate, ordinal: number): NamedClaim {
  const { metadata, spec } = template
  const { namespace } = refOf(set)
  const labels = { ...metadata?.labels, ...set.spec?.selector.matchLabels }
  return {
    metadata: { ...metadata, name: claimName(set, template, ordinal), namespace, labels },
    ...(spec ? { spec } : {}),
  }
}
