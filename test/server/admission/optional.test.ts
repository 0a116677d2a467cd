import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { AdmissionPluginName } from '../../../src/server/admission/plugin-names.js'
import { messageOf } from './message.js'

// The words are those of plugin/pkg/admission in v1.33.

const only = (plugin: AdmissionPluginName) =>
  createCluster({
    ...{ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] },
    enableAdmissionPlugins: [plugin],
  })

const container = { name: 'c', image: 'one' }

test('LimitPodHardAntiAffinityTopology allows apart from others only by nodes', async () => {
  const cluster = only('LimitPodHardAntiAffinityTopology')
  const apart = (topologyKey: string) => ({
    metadata: { name: 'p' },
    spec: {
      containers: [container],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { a: 'b' } } }],
        },
      },
    },
  })
  expect(await messageOf(cluster.create('Pod', apart('zone')))).toBe(
    'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
  )
  await cluster.create('Pod', apart('kubernetes.io/hostname'))
})

describe('AlwaysPullImages', () => {
  const policies = (pod: {
    readonly spec?: Partial<Record<'initContainers' | 'containers', { readonly imagePullPolicy?: string }[]>>
  }) => [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])].map((each) => each.imagePullPolicy)

  test('sets the policy of all containers', async () => {
    const made = await only('AlwaysPullImages').create('Pod', {
      metadata: { name: 'p' },
      spec: {
        initContainers: [{ ...container, name: 'i', imagePullPolicy: 'Never' }],
        containers: [{ ...container, imagePullPolicy: 'IfNotPresent' }],
      },
    })
    expect(policies(made)).toEqual(['Always', 'Always'])
  })

  test('refuses what other plug-ins set afterwards, and leaves pods alone that get no new image', async () => {
    const old = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'old' },
      spec: { containers: [{ ...container, imagePullPolicy: 'Never' }] },
    }
    const cluster = createCluster({
      ...{ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] },
      enableAdmissionPlugins: ['AlwaysPullImages'],
      admissionPlugins: [
        {
          name: 'Never',
          handles: ({ resource }) => resource === 'pods',
          admit: ({ object }) => JSON.parse(JSON.stringify(object).replaceAll('"Always"', '"Never"')) as typeof object,
        },
      ],
    })
    const fault = (i: number) =>
      `pods "p" is forbidden: spec.containers[${i}].imagePullPolicy: Unsupported value: "Never": supported values: "Always"`
    const made = cluster.create('Pod', {
      metadata: { name: 'p' },
      spec: { containers: [container, { ...container, name: 'd' }], restartPolicy: 'OnFailure' },
    })
    expect(await messageOf(made)).toBe(`[${fault(0)}, ${fault(1)}]`)
    const other = only('AlwaysPullImages')
    await other.load([old])
    const changed = await other.patch('Pod', { name: 'old' }, { metadata: { labels: { a: 'b' } } })
    expect(policies(changed)).toEqual(['Never'])
  })
})

test('ExtendedResourceToleration tolerates what is named like a requested resource', async () => {
  const gpu = { limits: { 'example.com/gpu': '1', cpu: '1' } }
  const made = await only('ExtendedResourceToleration').create('Pod', {
    metadata: { name: 'p' },
    spec: { containers: [{ ...container, resources: gpu }], tolerations: [{ key: 'mine', operator: 'Exists' }] },
  })
  expect(made.spec?.tolerations?.at(0)).toEqual({ key: 'mine', operator: 'Exists' })
  expect(made.spec?.tolerations?.at(-1)).toEqual({ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' })
})

describe('OwnerReferencesPermissionEnforcement', () => {
  const owned = (uid: string, more: object = {}) => ({
    metadata: {
      name: 'owned',
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, ...more }],
    },
  })
  const started = async (verbs: readonly string[], resources: readonly string[] = ['configmaps']) => {
    const cluster = createCluster({
      ...{ seed: 1, controllers: 'none', authorization: 'rbac' },
      enableAdmissionPlugins: ['OwnerReferencesPermissionEnforcement'],
    })
    await cluster.create('Role', {
      metadata: { name: 'some' },
      rules: [{ apiGroups: [''], resources: [...resources], verbs: [...verbs] }],
    })
    await cluster.create('RoleBinding', {
      metadata: { name: 'some' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'some' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ann' }],
    })
    const { metadata } = await cluster.create('ConfigMap', { metadata: { name: 'owner' } })
    return { cluster, ann: cluster.as({ name: 'ann' }), uid: metadata.uid ?? '' }
  }

  test('whoever changes owners must have the right to delete', async () => {
    const { cluster, ann, uid } = await started(['create', 'get', 'patch'])
    await ann.create('ConfigMap', owned(uid))
    expect(await messageOf(ann.patch('ConfigMap', { name: 'owned' }, { metadata: { ownerReferences: null } }))).toBe(
      `configmaps "owned" is forbidden: cannot set an ownerRef on a resource you can't delete: , <nil>`,
    )
    await ann.patch('ConfigMap', { name: 'owned' }, { data: { a: 'b' } })
    await cluster.patch('ConfigMap', { name: 'owned' }, { metadata: { ownerReferences: null } })
  })

  test('whoever blocks the deletion of an owner must have the right to set its finalizers', async () => {
    const { ann, uid } = await started(['create'])
    expect(await messageOf(ann.create('ConfigMap', owned(uid, { blockOwnerDeletion: true })))).toBe(
      `configmaps "owned" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>`,
    )
    expect(await messageOf(ann.create('ConfigMap', owned(uid, { kind: 'Map', blockOwnerDeletion: true })))).toBe(
      'configmaps "owned" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion v1 Kind Map: no matches for kind "Map" in version "v1"',
    )
    const other = await started(['create', 'update'], ['configmaps', 'configmaps/finalizers'])
    await other.ann.create('ConfigMap', owned(other.uid, { blockOwnerDeletion: true }))
  })
})
