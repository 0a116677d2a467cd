// Checked by `npm run typecheck`; each expected error is one that users should get.
import type { Cluster, Draft, KindName, KindTypes, ObjectOf, OwnerReference } from '../../src/index.js'
import { createCluster, defineController, forbidden } from '../../src/index.js'
import type { ClusterMatchers } from '../../src/node.js'

type Backup = {
  readonly metadata: { readonly name?: string }
  readonly spec: { readonly to: string; readonly keep?: number }
  readonly status?: { readonly phase: string }
}
// A custom kind of a user.
type Restore = { readonly metadata: { readonly name?: string }; readonly spec: { readonly from: string } }
declare module '../../src/model/generated/kind-types.js' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface KindTypes {
    readonly Restore: Restore
  }
}

declare const cluster: Cluster
declare const expectCluster: ClusterMatchers<void>
const ref = { name: 'a' }

// Reads.
const lease: ObjectOf<'Lease'> = await cluster.get('Lease', ref)
export const renewed: string | undefined = lease.spec?.renewTime
export const parsed: Date = new Date(lease.metadata.creationTimestamp ?? 0)
// @ts-expect-error On the wire a time is a string, not a Date.
lease.spec?.renewTime?.getTime()
// @ts-expect-error A Lease is not a Pod.
export const pod: ObjectOf<'Pod'> = await cluster.get('Lease', ref)
export const images = (await cluster.list('Pod')).items.map(({ spec }) => spec?.containers[0]?.image)
export const ofOtherKind: unknown = (await cluster.get('Certificate', ref))['spec']
export const either: ObjectOf<'Lease'> | ObjectOf<'Node'> = await cluster.get('Lease' as 'Lease' | 'Node', ref)
export const generic = async <K extends KindName>(kind: K): Promise<ObjectOf<K>> => cluster.get(kind, ref)

// Writes.
await cluster.create('Lease', { metadata: ref, spec: { holderIdentity: 'x', renewTime: new Date() } })
await cluster.update('Lease', { ...lease, spec: { ...lease.spec, leaseTransitions: 2 } })
// @ts-expect-error A Lease has a holderIdentity.
await cluster.create('Lease', { spec: { holder: 'x' } })
// @ts-expect-error A holderIdentity is a string.
await cluster.update('Lease', { spec: { holderIdentity: 1 } })
// @ts-expect-error A container has a name.
await cluster.create('Pod', { spec: { containers: [{ image: 'x' }] } })
export const draft: Draft<'Lease'> = { spec: { renewTime: '2024-01-01T00:00:00.000000Z' } }
export const owner = ({ apiVersion, kind, metadata }: ObjectOf<'Lease'>): OwnerReference => ({
  ...{ apiVersion, kind, name: metadata.name ?? '' },
  uid: metadata.uid ?? '',
})

// Patches.
await cluster.patch('Lease', ref, { spec: { holderIdentity: null, renewTime: new Date() } })
await cluster.patch('Lease', ref, [{ op: 'test', path: '/spec/holderIdentity', value: 'x' }])
await cluster.patch('Pod', ref, { spec: { containers: [{ name: 'a', $patch: 'delete' }] } }, { type: 'strategic' })
await cluster.patch('Lease', ref, { metadata: { '$deleteFromPrimitiveList/finalizers': ['x'] } }, { type: 'strategic' })
// @ts-expect-error A Lease has a holderIdentity.
await cluster.patch('Lease', ref, { spec: { holder: 'x' } })
// @ts-expect-error There is no such operation.
await cluster.patch('Lease', ref, [{ op: 'set', path: '/spec', value: 1 }])
await cluster.edit('Lease', ref, (each) => {
  each.metadata.finalizers?.push('x')
  each.spec = { renewTime: new Date(0).toISOString() }
  // @ts-expect-error A Lease has a holderIdentity.
  each.spec.holder = 'x'
})

// Custom kinds: typed at the call, or once in KindTypes.
export const backup: Backup = await cluster.get<Backup>('Backup', ref)
await cluster.create<Backup>('Backup', { metadata: ref, spec: { to: 'x' } })
// @ts-expect-error A Backup has a `to`.
await cluster.create<Backup>('Backup', { metadata: ref, spec: { too: 'x' } })
// @ts-expect-error The return type follows from the kind, not from the variable.
export const wished: Backup = await cluster.get('Backup', ref)
await cluster.waitFor<Backup>('Backup', ref, ({ status }) => status?.phase === 'Done')
export const restored: string = (await cluster.get('Restore', ref)).spec.from
// @ts-expect-error A Restore has a `from`.
await cluster.create('Restore', { spec: { form: 'x' } })

// Everything that takes a kind has its types.
await cluster.waitFor('Lease', ref, ({ spec }) => spec?.holderIdentity === 'x')
// @ts-expect-error A Lease has a holderIdentity.
await cluster.waitFor('Lease', ref, ({ spec }) => spec?.holder === 'x')
await expectCluster.toHaveObject('Lease', ref, { spec: { holderIdentity: 'x', renewTime: null } })
// @ts-expect-error A Lease has a holderIdentity.
await expectCluster.toHaveObject('Lease', ref, { spec: { holder: 'x' } })
cluster.hooks.admit({ kind: 'Lease' }, (old, next) =>
  old?.spec?.holderIdentity === next.spec?.holderIdentity ? undefined : { ...next, spec: { holderIdentity: 'y' } },
)
// @ts-expect-error A Lease has a holderIdentity.
cluster.hooks.admit({ kind: 'Lease' }, (_old, next) => (next.spec?.holder ? forbidden('no') : undefined))
// @ts-expect-error A Lease has a holderIdentity.
cluster.hooks.admit({ kind: 'Lease' }, { patch: { spec: { holder: 'x' } } })
cluster.hooks.admit({ kind: ['Lease', 'Node'] }, (_old, { kind }) => (kind === 'Lease' ? undefined : forbidden('no')))
cluster.hooks.admit({ verb: 'create' }, (_old, next) => (next['spec'] ? undefined : forbidden('no')))
cluster.hooks.after({ kind: 'Lease', verb: 'get' }, (_call, outcome) =>
  outcome.type === 'object' && outcome.object.spec?.holderIdentity === 'x' ? { cut: true } : undefined,
)
cluster.invariant('one holder', (_prev, next) => next?.spec?.holderIdentity !== '', { kind: 'Lease' })
cluster.controllers.react({
  when: { kind: 'Lease', is: { spec: { holderIdentity: 'x' } } },
  then: [{ patch: { spec: { leaseTransitions: '{{ run }}' } } }],
})
cluster.controllers.react({
  // @ts-expect-error A Lease has a holderIdentity.
  when: { kind: 'Lease', is: { spec: { holder: 'x' } } },
  // @ts-expect-error A Lease has a holderIdentity.
  then: [{ patch: { spec: { holder: 'y' } } }],
})
const controller = defineController({
  name: 'holder',
  watches: { Lease: ({ next }) => (next?.spec?.holderIdentity ? [{ ...next, namespace: '', name: 'a' }] : []) },
  reconcile({ name }, world) {
    const found = world.get('Lease', { name })
    if (found?.spec?.leaseTransitions) world.patch('Lease', { name }, { spec: { holderIdentity: null } })
    // @ts-expect-error A Lease has a holderIdentity.
    world.create('Lease', { spec: { holder: 'x' } })
  },
})
createCluster({ controllers: [controller] })

// An object of `@kubernetes/client-node`, as its classes are declared; test/package uses the real classes.
declare class V1LeaseLike {
  'metadata'?: { name?: string; creationTimestamp?: Date; finalizers?: string[]; managedFields?: { time?: Date }[] }
  'spec'?: { holderIdentity?: string; renewTime?: Date }
}
declare const theirs: V1LeaseLike
await cluster.create('Lease', theirs)
await cluster.update('Lease', theirs)
await cluster.patch('Lease', ref, theirs)
export const given: V1LeaseLike = await cluster.get('Lease', ref)
export const known: KindTypes['Lease'] = lease
