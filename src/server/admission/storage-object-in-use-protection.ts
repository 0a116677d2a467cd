import type { KubeObject } from '../../schema/object.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'

const FINALIZERS: { readonly [resource: string]: string } = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
}
const CLASSES = 'volumeattributesclasses'

const operations = ['create'] as const
const ofStorage = Object.keys(FINALIZERS).map((resource) => writesOf({ operations, resource }))
const ofClasses = writesOf({ operations, group: 'storage.k8s.io', resource: CLASSES })

/**
 * StorageObjectInUseProtection: a finalizer protects claims, volumes and volume attributes classes while they are in
 * use.
 */
export const storageObjectInUseProtection = defineAdmissionPlugin({
  name: 'StorageObjectInUseProtection',
  handles: (target, profile) => [...ofStorage, ofClasses].some((handles) => handles(target, profile)),
  admit({ object, resource }, { featureGates }) {
    if (resource !== CLASSES) return protect(object, resource)
    return featureGates.VolumeAttributesClass ? withFinalizer(object, 'kubernetes.io/vac-protection') : object
  },
  fill: (object, { resource }) => protect(object, resource),
})

function protect(object: KubeObject, resource: string): KubeObject {
  const finalizer = FINALIZERS[resource]
  return finalizer === undefined ? object : withFinalizer(object, finalizer)
}

function withFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { finalizers = [] } = object.metadata
  return finalizers.includes(finalizer)
    ? object
    : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } }
}
