// Objects of @kubernetes/client-node and of the cluster fit each other. Only its types are checked.
import type { KubernetesObject, V1ConfigMap, V1Lease, V1Pod } from '@kubernetes/client-node'
import { createCluster, type KindTypes } from 'fakecluster'

type Backup = KubernetesObject & { spec: { to: string } }
type Restore = KubernetesObject & { spec: { from: string } }
declare module 'fakecluster' {
  // Only an interface merges with another.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface KindTypes {
    readonly Restore: Restore
  }
}

const cluster = createCluster({ seed: 1 })
const ref = { name: 'a' }
declare const theirs: V1Lease
await cluster.create('Lease', theirs)
await cluster.update('Lease', theirs)
await cluster.patch('Lease', ref, theirs)
export const lease: V1Lease = await cluster.get('Lease', ref)
export const pods: V1Pod[] = (await cluster.list('Pod')).items
export const map: V1ConfigMap = await cluster.create('ConfigMap', { metadata: ref, data: { a: 'b' } })
export const any: KubernetesObject = await cluster.get('Certificate', ref)
export const backup: Backup = await cluster.get<Backup>('Backup', ref)
await cluster.create<Backup>('Backup', { metadata: { ...ref, creationTimestamp: new Date() }, spec: { to: 'x' } })
export const restore: Restore = await cluster.get('Restore', ref)
export const kind: keyof KindTypes = 'Restore'
// @ts-expect-error A Restore has a `from`.
await cluster.create('Restore', { spec: { form: 'x' } })
// @ts-expect-error A Lease has a holderIdentity.
await cluster.create('Lease', { spec: { holder: 'x' } })
// @ts-expect-error A Lease is no Pod.
export const wrong: V1Pod = await cluster.get('Lease', ref)
