import type { Steps } from '../../base/turns/steps.js'
import { storedName } from '../../schema/object.js'
import { compareQuantity } from '../../base/numbers/quantity.js'
import { formatTime } from '../../base/time/time.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { type Claim, NO_PROVISIONER, grows, wantedOf, classOf } from './storage.js'
import type { Key, WorldInSteps } from '../runtime/types.js'
import type { Volume } from './volume.js'

/** Expands the volume of a claim that requests more, if its class allows expansion. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<void> {
  const claim = world.get('PersistentVolumeClaim', { namespace, name })
  if (!claim || !grows(claim)) return
  const volume: Volume | undefined = world.get('v1/PersistentVolume', { name: claim.spec?.volumeName ?? '' })
  const storageClass = classOf(claim, world)
  if (!volume || !storageClass?.allowVolumeExpansion) return
  yield* say(
    claim,
    'ExternalExpanding',
    'waiting for an external controller to expand this PVC',
    'volume_expand',
    world,
  )
  const { provisioner = '' } = storageClass
  if (provisioner !== NO_PROVISIONER) yield* resize(claim, volume, provisioner, world)
}

const say = (claim: Claim, reason: string, message: string, component: string, world: WorldInSteps) =>
  recordCoreEvent(world, claim, { type: 'Normal', reason, message, component })

const RESIZING = ['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'NodeResizeError']

function* resize(claim: Claim, volume: Volume, driver: string, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '' } = claim.metadata
  const storage = wantedOf(claim)
  const others = (claim.status?.conditions ?? []).filter(({ type }) => !RESIZING.includes(type ?? ''))
  const tell = (reason: string, message: string) => say(claim, reason, message, `external-resizer ${driver}`, world)
  const setStatus = (status: object) =>
    world.patch('PersistentVolumeClaim', { namespace, name }, { status }, { subresource: 'status' })
  const time = formatTime(world.now())
  yield* setStatus({
    conditions: [...others, { type: 'Resizing', status: 'True', lastProbeTime: null, lastTransitionTime: time }],
    allocatedResources: { storage },
    allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
  })
  yield* tell('Resizing', `External resizer is resizing volume ${volume.metadata.name}`)
  if (compareQuantity(storage, volume.spec?.capacity?.['storage'] ?? '0') > 0)
    yield* world.patch('v1/PersistentVolume', { name: storedName(volume) }, { spec: { capacity: { storage } } })
  yield* setStatus({
    capacity: { storage },
    conditions: others.length > 0 ? others : null,
    allocatedResourceStatuses: null,
  })
  yield* tell('VolumeResizeSuccessful', 'Resize volume succeeded')
}
