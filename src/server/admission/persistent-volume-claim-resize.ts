import { compareQuantity } from '../../base/numbers/quantity.js'
import type { Claim } from '../../kinds/core/persistent-volume-claim/schema.js'
import { classNameOf } from '../../model/registry/storage-classes.js'
import type { KubeObject } from '../../schema/object.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { refused } from './refused.js'

type StorageClass = KubeObject & { readonly allowVolumeExpansion?: boolean }

/** PersistentVolumeClaimResize: only bound claims can be expanded, if their class allows it. */
export const persistentVolumeClaimResize = defineAdmissionPlugin<Claim>({
  name: 'PersistentVolumeClaimResize',
  handles: writesOf({ operations: ['update'], resource: 'persistentvolumeclaims' }),
  validate(attributes, { get }) {
    const { object: next, oldObject: old } = attributes
    if (!old || compareQuantity(sizeOf(next), sizeOf(old)) <= 0) return
    if (old.status?.phase !== 'Bound') throw refused(attributes, 'Only bound persistent volume claims can be expanded')
    const name = classOf(next)
    const allowed =
      name !== '' &&
      name === classOf(old) &&
      get<StorageClass>('storage.k8s.io/storageclasses', name)?.allowVolumeExpansion
    if (!allowed)
      throw refused(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      )
  },
})

const sizeOf = ({ spec }: Claim): string => spec?.resources?.requests?.['storage'] ?? '0'

const classOf = (claim: Claim): string => classNameOf(claim) ?? ''
