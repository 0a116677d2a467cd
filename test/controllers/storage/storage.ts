import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

/** The controllers that make storage work. */
export const STORAGE = [
  'claim-binding',
  'scheduler',
  'claim-provisioning',
  'claim-resize',
  'claim-protection',
  'volume-protection',
]

/** A cluster with storage, and helpers for its objects. */
export function createStorage(
  controllers: readonly string[] = STORAGE,
  profile: 'example' | 'kubernetes' = 'kubernetes',
) {
  return storageOf(createCluster({ profile, seed: 1, controllers, disableAdmissionPlugins: ['ServiceAccount'] }))
}

/** The same helpers for an existing cluster. */
export function storageOf(cluster: Cluster) {
  return {
    cluster,
    fork: () => storageOf(cluster.fork()),
    volume: (name: string, spec: object = {}, metadata: object = {}) =>
      cluster.create('v1/PersistentVolume', {
        metadata: { name, ...metadata },
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' }, ...spec },
      }),
    claim: (name: string, spec: object = {}) =>
      cluster.create('PersistentVolumeClaim', {
        metadata: { name },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
      }),
    storageClass: (name: string, more: object = {}, metadata: object = {}) =>
      cluster.create('StorageClass', { metadata: { name, ...metadata }, provisioner: 'disk.example.io', ...more }),
    pod: (name: string, claimName: string, spec: object = {}) =>
      cluster.create('v1/Pod', {
        metadata: { name },
        spec: {
          containers: [{ name: 'c', image: 'i' }],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
          ...spec,
        },
      }),
    /** The phase and the volume of each claim, by name. */
    async claims() {
      const { items } = await cluster.list('PersistentVolumeClaim')
      return Object.fromEntries(
        items.map(({ metadata, spec, status }) => [
          metadata.name,
          [status?.phase, spec?.volumeName].filter(Boolean).join(' '),
        ]),
      )
    },
    /** The phase and the claim of each volume, by name. */
    async volumes() {
      const { items } = await cluster.list('v1/PersistentVolume')
      return Object.fromEntries(
        items.map((volume) => {
          const { spec, status } = volume as { spec?: { claimRef?: { name?: string } }; status?: { phase?: string } }
          return [volume.metadata.name, [status?.phase, spec?.claimRef?.name].filter(Boolean).join(' ')]
        }),
      )
    },
    /** The Events, one line each, in the order in which they were recorded. */
    async events() {
      const { items } = await cluster.list('Event')
      return [...items]
        .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
        .map(({ type, reason, note, regarding, deprecatedSource, deprecatedCount }) =>
          [
            type,
            `${regarding?.kind}/${regarding?.name}`,
            deprecatedSource?.component,
            reason,
            `x${deprecatedCount}`,
            note,
          ].join(' | '),
        )
    },
  }
}
