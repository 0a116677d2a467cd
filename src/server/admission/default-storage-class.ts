import type { Claim } from '../../kinds/core/persistent-volume-claim/schema.js'
import { classNameOf, isDefaultStorageClass, newestDefault } from '../../model/registry/storage-classes.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'

/** DefaultStorageClass: a claim without a class gets the newest class marked as default. */
export const defaultStorageClass = defineAdmissionPlugin<Claim>({
  name: 'DefaultStorageClass',
  handles: writesOf({ operations: ['create'], resource: 'persistentvolumeclaims' }),
  admit({ object }, { list }) {
    const { spec = {} } = object
    if (classNameOf(object) !== undefined) return object
    const name = newestDefault(list('storage.k8s.io/storageclasses'), isDefaultStorageClass)?.metadata.name
    return name === undefined ? object : { ...object, spec: { ...spec, storageClassName: name } }
  },
})
