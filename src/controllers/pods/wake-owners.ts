import { jsonEqual } from '../../base/json.js'
import { type LabelSelector, selects } from '../../registry/label-selector.js'
import { type Identity, identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { Key, MapToKeys, ObjectChange, Reader } from '../runtime/types.js'
import { controllerOf } from './owner.js'

/** An owner, by its apiVersion and kind. */
export type OwnerKind = Pick<Identity, 'apiVersion' | 'kind'>

type Selecting = KubeObject & { readonly spec?: { readonly selector?: LabelSelector } }

/**
 * Which owners of a kind a change of what they own wakes: those that control it or did, and for what nobody controls those
 * that might adopt it, when its labels or its owner change.
 */
export const ownersWoken = ({ apiVersion, kind }: OwnerKind): MapToKeys =>
  function* ({ prev, next }: ObjectChange, world): Iterable<Key> {
    const [before, after] = [prev && controllerOf(prev), next && controllerOf(next)]
    const namespace = (next ?? prev)?.metadata.namespace ?? ''
    const isOurs = (ref: typeof before) =>
      ref?.kind === kind && ref.apiVersion.split('/')[0] === apiVersion.split('/')[0]
    if (before && isOurs(before) && before.uid !== after?.uid) yield { apiVersion, kind, namespace, name: before.name }
    if (after && isOurs(after)) yield { apiVersion, kind, namespace, name: after.name }
    if (!next || after) return
    if (prev && !before && jsonEqual(prev.metadata.labels, next.metadata.labels)) return
    for (const owner of adopters({ apiVersion, kind }, next, world)) yield identityOf(owner)
  }

/** The owners of a kind whose selectors select an object. */
const adopters = ({ apiVersion, kind }: OwnerKind, { metadata }: KubeObject, world: Reader): readonly Selecting[] =>
  world
    .list<Selecting>(`${apiVersion}/${kind}`, { namespace: metadata.namespace ?? '' })
    .filter(({ spec }) => selects(spec?.selector, metadata.labels))
