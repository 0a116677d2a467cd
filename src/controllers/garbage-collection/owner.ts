import type { Steps } from '../../base/turns/steps.js'
import type { ObjectMeta, OwnerReference } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { WorldInSteps } from '../runtime/types.js'

/** A stored owner reference: validation ensures that no field is missing. */
export type Owned = Required<Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>> & OwnerReference

/** Returns the owner references of an object. */
// Validated.
export const refsOf = ({ ownerReferences = [] }: ObjectMeta): readonly Owned[] => ownerReferences as readonly Owned[]

/** An owner reference and its owner; undefined if that does not exist. */
type Owner = { readonly ref: Owned; readonly owner: KubeObject | undefined }

/**
 * Returns the owners of an object; undefined if they cannot be determined: a kind is not served, or a cluster-scoped
 * object has a namespaced owner.
 */
export function ownersOf({ metadata }: KubeObject, world: WorldInSteps): readonly Owner[] | undefined {
  const { namespace } = metadata
  const owners: Owner[] = []
  for (const ref of refsOf(metadata)) {
    const type = typeOf(ref)
    if (!world.serves(type) || (!namespace && world.resourceOf(ref).namespaced)) return undefined
    const found = world.get(type, { name: ref.name, ...(namespace ? { namespace } : {}) })
    owners.push({ ref, owner: found?.metadata.uid === ref.uid ? found : undefined })
  }
  return owners
}

/**
 * Records an Event about each owner reference to an object in another namespace, or from a cluster-scoped object to one
 * in any.
 */
export function* reportStrangers({ apiVersion, kind, metadata }: KubeObject, world: WorldInSteps): Steps<void> {
  const { name = '', namespace, uid } = metadata
  const subject = { name, ...(namespace ? { namespace } : {}), ...(uid ? { uid } : {}) }
  for (const ref of refsOf(metadata)) {
    if (!world.serves(typeOf(ref)) || !world.resourceOf(ref).namespaced || !livesElsewhere(ref, namespace, world))
      continue
    yield* recordCoreEvent(
      world,
      { apiVersion, kind, metadata: subject },
      {
        type: 'Warning',
        reason: 'OwnerRefInvalidNamespace',
        message: `ownerRef [${typeOf(ref)}, namespace: ${namespace ?? ''}, name: ${ref.name}, uid: ${ref.uid}] does not exist in namespace "${namespace ?? ''}"`,
        component: 'garbage-collector-controller',
      },
    )
  }
}

const livesElsewhere = (ref: Owned, namespace: string | undefined, world: WorldInSteps): boolean =>
  world.list('Namespace').some(({ metadata: { name = '' } }) => {
    const found = name === namespace ? undefined : world.get(typeOf(ref), { namespace: name, name: ref.name })
    return found?.metadata.uid === ref.uid
  })

const typeOf = ({ apiVersion, kind }: Owned): string => `${apiVersion}/${kind}`
