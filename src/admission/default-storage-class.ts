import type { Claim } from '../kinds/core/persistent-volume-claim/schema.js'
import { CLASS_ANNOTATION } from '../kinds/core/persistent-volume-claim/validate-update.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { newestDefault } from './newest-default.js'

const DEFAULT = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

/** DefaultStorageClass: a claim without a class gets the newest class marked as default. */
export const defaultStorageClass = defineAdmissionPlugin<Claim>({
  name: 'DefaultStorageClass',
  handles: writesOf({ operations: ['create'], resource: 'persistentvolumeclaims' }),
  admit({ object }, { list }) {
    const { metadata, spec = {} } = object
    if (metadata.annotations?.[CLASS_ANNOTATION] !== undefined || spec.storageClassName !== undefined) return object
    const name = newestDefault(list('storage.k8s.io/storageclasses'), DEFAULT)?.metadata.name
    return name === undefined ? object : { ...object, spec: { ...spec, storageClassName: name } }
  },
})
