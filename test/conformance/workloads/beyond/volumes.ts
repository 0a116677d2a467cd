import type { Chance } from '../chance.js'
import { type Family, some } from '../further/family.js'
import { type Manifest, type Step, create, deletePods, patch, remove } from '../scenario.js'
import { pod } from '../scenarios/manifests.js'

const CLAIM = 'v1/persistentvolumeclaims/data'
const storage = (size: number) => ({ resources: { requests: { storage: `${size}Gi` } } })

const volume = (chance: Chance, number: number, at: number): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: `pv-${number}-${at}`, labels: { scenario: `s${number}`, tier: chance.one('a', 'b') } },
  spec: {
    capacity: { storage: `${1 + chance.below(4)}Gi` },
    accessModes: chance.one<string[][]>(['ReadWriteOnce'], ['ReadWriteOnce', 'ReadOnlyMany'], ['ReadWriteOncePod']),
    storageClassName: `class-${number}`,
    persistentVolumeReclaimPolicy: chance.one('Retain', 'Delete', 'Recycle'),
    ...(chance.below(6) === 0 ? { volumeMode: 'Block' } : {}),
    ...chance.one<object[]>(
      { hostPath: { path: '/tmp/x' } },
      { nfs: { server: 'nfs', path: '/' } },
      { csi: { driver: 'example.io', volumeHandle: 'x' } },
    ),
  },
})

/**
 * PersistentVolumeClaims that bind by size, mode and labels, grow and are deleted, and volumes that are retained,
 * deleted or recycled.
 */
export const claims: Family = (chance, number) => {
  const storageClass: Manifest = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: `class-${number}` },
    provisioner: chance.one('kubernetes.io/no-provisioner', 'example.io/maker'),
    ...(chance.below(2) === 0 ? { allowVolumeExpansion: true } : {}),
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
  }
  const claim = (name: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: {
      accessModes: [chance.one('ReadWriteOnce', 'ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany')],
      storageClassName: chance.one(`class-${number}`, `class-${number}`, `class-${number}`, ''),
      ...storage(1 + chance.below(3)),
      ...chance.one<object[]>({}, {}, { selector: { matchLabels: { tier: 'a' } } }, { volumeName: `pv-${number}-1` }),
    },
  })
  const user = (name: string, claimName: string) =>
    pod(
      name,
      { schedulerName: 'nobody', volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] },
      { labels: { app: 'web' } },
    )
  const anyVolume = () => `v1/persistentvolumes!/pv-${number}-${chance.below(3)}`
  const change = (): Step =>
    chance.one(
      () => create(claim('more')),
      () => create(volume(chance, number, 2)),
      () => create(user(chance.one('one', 'two'), chance.one('data', 'more'))),
      () => patch(CLAIM, { spec: storage(5) }),
      () => patch(anyVolume(), { spec: { persistentVolumeReclaimPolicy: chance.one('Delete', 'Retain') } }),
      () => patch(anyVolume(), { spec: { capacity: { storage: '7Gi' } } }),
      () => patch(anyVolume(), { spec: { claimRef: null } }),
      () => remove(CLAIM),
      () => remove(CLAIM),
      () => remove(anyVolume()),
      () => deletePods('app=web', 1),
    )()
  return {
    byState: true,
    quiet: 17,
    also: [`v1/persistentvolumes!?labelSelector=scenario%3Ds${number}`],
    steps: [
      create(storageClass, volume(chance, number, 0), volume(chance, number, 1)),
      create(claim('data')),
      ...some(chance, 4, change),
    ],
  }
}
