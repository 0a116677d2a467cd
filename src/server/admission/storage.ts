import type { Claim } from '../../kinds/core/persistent-volume-claim/schema.js'
import { classNameOf, isDefaultStorageClass, newestDefault } from '../../model/registry/storage-classes.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import { compareQuantity } from '../../base/numbers/quantity.js'
import type { KubeObject } from '../../schema/object.js'

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
