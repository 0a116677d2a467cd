import { mustHave } from '../../base/must-have.js'
import { type KubeObject, storedName, storedUid } from '../../schema/object.js'
import type { OwnerReference } from '../../schema/metadata.js'

/** Creates a controller reference to an owner. */
export const controllerRef = (owner: KubeObject): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: storedName(owner),
  uid: storedUid(owner),
  controller: true,
  blockOwnerDeletion: true,
})

/** Returns the controller reference of an object; undefined if it has none. */
export const controllerOf = ({ metadata }: Pick<KubeObject, 'metadata'>): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)

/** Returns whether an object is controlled by another. */
export const isControlledBy = (object: Pick<KubeObject, 'metadata'>, { metadata }: KubeObject): boolean =>
  controllerOf(object)?.uid === metadata.uid

/** Returns the namespace and name of a stored, namespaced object. */
export const refOf = (object: KubeObject): { readonly namespace: string; readonly name: string } => ({
  namespace: mustHave(object.metadata.namespace, 'the namespace of a namespaced object'),
  name: storedName(object),
})
