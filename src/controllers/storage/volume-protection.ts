import { identityOf } from '../../schema/object.js'
import { keepFinalizer } from './protect.js'
import type { Controller, Key, Reader } from '../runtime/types.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { Volume } from './volume.js'

const FINALIZER = 'kubernetes.io/pv-protection'

/** Keeps a deleted PersistentVolume while it is bound. */
export const volumeProtection: Controller = {
  name: 'volume-protection',
  user: 'system:serviceaccount:kube-system:pv-protection-controller',
  watches: { PersistentVolume: 'own' },
  *reconcileInSteps({ name }, world) {
    const volume: Volume | undefined = world.get('v1/PersistentVolume', { name })
    if (volume)
      yield* keepFinalizer('v1/PersistentVolume', volume, FINALIZER, world, () => volume.status?.phase === 'Bound')
  },
}

const CLASS_FINALIZER = 'kubernetes.io/vac-protection'
const NOTHING: readonly Key[] = []

/** Keeps a deleted VolumeAttributesClass while volumes or claims have it, or claims are to get it. */
export const attributesClassProtection: Controller = {
  name: 'attributes-class-protection',
  user: 'system:serviceaccount:kube-system:volumeattributesclass-protection-controller',
  watches: {
    VolumeAttributesClass: 'own',
    PersistentVolume: goingClasses,
    PersistentVolumeClaim: goingClasses,
  },
  *reconcileInSteps({ name }, world) {
    if (!world.serves('VolumeAttributesClass')) return
    const found = world.get('VolumeAttributesClass', { name })
    if (found) yield* keepFinalizer('VolumeAttributesClass', found, CLASS_FINALIZER, world, () => isUsed(name, world))
  },
}

type Claim = ObjectOf<'PersistentVolumeClaim'>

const classesOfVolume = ({ spec }: Volume) => [spec?.volumeAttributesClassName]
const classesOfClaim = ({ spec, status }: Claim) => [
  spec?.volumeAttributesClassName,
  status?.currentVolumeAttributesClassName,
  status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
]

const isUsed = (name: string, world: Reader): boolean =>
  world.list<Volume>('v1/PersistentVolume').some((volume) => classesOfVolume(volume).includes(name)) ||
  world.list('PersistentVolumeClaim').some((claim) => classesOfClaim(claim).includes(name))

/** Wakes the classes that are being deleted, which a volume or claim may no longer have. */
function goingClasses(_: unknown, world: Reader): readonly Key[] {
  if (!world.serves('VolumeAttributesClass')) return NOTHING
  const going = world.list('VolumeAttributesClass').filter(({ metadata }) => metadata.deletionTimestamp)
  return going.map(identityOf)
}
