import { mustHave } from '../../base/must-have.js'
import { storedName, storedUid } from '../../schema/stored-metadata.js'
import type { OwnerReference } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'

/** The reference of what an object controls to it. */
export const controllerRef = (owner: KubeObject): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: storedName(owner),
  uid: storedUid(owner),
  controller: true,
  blockOwnerDeletion: true,
})

/** The reference of an object to the one that controls it; undefined where nobody does. */
export const controllerOf = ({ metadata }: Pick<KubeObject, 'metadata'>): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)

/** Tells whether an object is controlled by another. */
export const isControlledBy = (object: Pick<KubeObject, 'metadata'>, { metadata }: KubeObject): boolean =>
  controllerOf(object)?.uid === metadata.uid

/** The namespace and name of a stored, namespaced object. */
export const refOf = (object: KubeObject): { readonly namespace: string; readonly name: string } => ({
  namespace: mustHave(object.metadata.namespace, 'the namespace of a namespaced object'),
  name: storedName(object),
})
