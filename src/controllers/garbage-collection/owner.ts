import type { ObjectMeta, OwnerReference } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { World } from '../runtime/types.js'

/** A reference as stored: validation saw to it that nothing is missing. */
export type Owned = Required<Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>> & OwnerReference

/** The references of an object to its owners. */
// Validated.
export const refsOf = ({ ownerReferences = [] }: ObjectMeta): readonly Owned[] => ownerReferences as readonly Owned[]

/** A reference to an owner, and the owner; undefined where there is none. */
type Owner = { readonly ref: Owned; readonly owner: KubeObject | undefined }

/**
 * The owners of an object; undefined where it cannot be told who they are: a kind is not served, or a namespaced object
 * cannot own.
 */
export function ownersOf({ metadata }: KubeObject, world: World): readonly Owner[] | undefined {
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

/** Records an Event about each reference to an object that lives in another namespace. */
export function reportStrangers(object: KubeObject, owners: readonly Owner[], world: World): void {
  const { apiVersion, kind, metadata } = object
  const { name, namespace = '', uid } = metadata
  for (const { ref, owner } of owners) {
    if (owner || !world.resourceOf(ref).namespaced || !livesElsewhere(ref, namespace, world)) continue
    recordCoreEvent(
      world,
      { apiVersion, kind, metadata: { ...(name ? { name } : {}), namespace, ...(uid ? { uid } : {}) } },
      {
        type: 'Warning',
        reason: 'OwnerRefInvalidNamespace',
        message: `ownerRef [${typeOf(ref)}, namespace: ${namespace}, name: ${ref.name}, uid: ${ref.uid}] does not exist in namespace "${namespace}"`,
        component: 'garbage-collector-controller',
      },
    )
  }
}

const livesElsewhere = (ref: Owned, namespace: string, world: World): boolean =>
  world.list('Namespace').some(({ metadata: { name = '' } }) => {
    const found = name === namespace ? undefined : world.get(typeOf(ref), { namespace: name, name: ref.name })
    return found?.metadata.uid === ref.uid
  })

const typeOf = ({ apiVersion, kind }: Owned): string => `${apiVersion}/${kind}`
