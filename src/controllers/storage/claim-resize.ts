import { storedName } from '../../schema/stored-metadata.js'
import { compareQuantity } from '../../base/quantity.js'
import { formatTime } from '../../base/time.js'
import { type Remark, recordCoreEvent } from '../core/record-core-event.js'
import { type Claim, classOf } from './storage.js'
import type { Controller, World } from '../runtime/types.js'
import type { Volume } from './volume.js'
import { identityOf } from '../../schema/identity.js'

/** Grows the volume of a bound claim that asks for more, where its class allows that, as the resizer of a driver does that needs no node. */
export const claimResize: Controller = {
  name: 'claim-resize',
  user: 'system:serviceaccount:kube-system:csi-resizer',
  manager: 'csi-resizer',
  watches: {
    // Of that kind, as it is the one watched.
    PersistentVolumeClaim: ({ next }) => (next && grows(next as Claim) ? [identityOf(next)] : []),
  },
  reconcile({ namespace, name }, world) {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (!claim || !grows(claim)) return
    const volume: Volume | undefined = world.get('v1/PersistentVolume', { name: claim.spec?.volumeName ?? '' })
    const storageClass = classOf(claim, world)
    if (volume && storageClass?.allowVolumeExpansion) resize(claim, volume, storageClass.provisioner ?? '', world)
  },
}

const wantedOf = ({ spec }: Claim): string => spec?.resources?.requests?.['storage'] ?? '0'

function grows(claim: Claim): boolean {
  const { phase, capacity, allocatedResourceStatuses } = claim.status ?? {}
  const wanted = wantedOf(claim)
  const there = capacity?.['storage']
  // What waits for a node is the node's to finish.
  if (allocatedResourceStatuses?.['storage'] === 'NodeResizePending') return false
  return phase === 'Bound' && there !== undefined && there !== wanted && compareQuantity(wanted, there) > 0
}

const RESIZING = ['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'NodeResizeError']

function resize(claim: Claim, volume: Volume, driver: string, world: World): void {
  const { namespace = '', name = '' } = claim.metadata
  const storage = wantedOf(claim)
  const others = (claim.status?.conditions ?? []).filter(({ type }) => !RESIZING.includes(type ?? ''))
  const say = (
    reason: string,
    message: string,
    component = `external-resizer ${driver}`,
    type: Remark['type'] = 'Normal',
  ) => recordCoreEvent(world, claim, { type, reason, message, component })
  const setStatus = (status: object) =>
    world.patch('PersistentVolumeClaim', { namespace, name }, { status }, { subresource: 'status' })
  const time = formatTime(world.now())
  say('ExternalExpanding', 'waiting for an external controller to expand this PVC', 'volume_expand')
  setStatus({
    conditions: [...others, { type: 'Resizing', status: 'True', lastProbeTime: null, lastTransitionTime: time }],
    allocatedResources: { storage },
    allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
  })
  say('Resizing', `External resizer is resizing volume ${volume.metadata.name}`)
  if (compareQuantity(storage, volume.spec?.capacity?.['storage'] ?? '0') > 0)
    world.patch('v1/PersistentVolume', { name: storedName(volume) }, { spec: { capacity: { storage } } })
  setStatus({ capacity: { storage }, conditions: others.length > 0 ? others : null, allocatedResourceStatuses: null })
  say('VolumeResizeSuccessful', 'Resize volume succeeded')
}
