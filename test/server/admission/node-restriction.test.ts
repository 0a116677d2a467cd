import { signingRequest } from '../../kinds/certificates/examples.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { messageOf } from './message.js'

// The words are those of plugin/pkg/admission/noderestriction in v1.33.

const cluster = createCluster({
  ...{ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] },
  enableAdmissionPlugins: ['NodeRestriction'],
})
const kubelet = (name: string) => cluster.as({ name, groups: ['system:nodes'] })
const one = kubelet('system:node:one')
const containers = [{ name: 'c', image: 'i' }]
const uids: Record<string, string> = {}

beforeAll(async () => {
  for (const name of ['one', 'two'])
    uids[name] = (await cluster.create('Node', { metadata: { name } })).metadata.uid ?? ''
  for (const [name, nodeName] of [
    ['mine', 'one'],
    ['other', 'two'],
  ] as const) {
    const volumes = [
      { name: 'token', projected: { sources: [{ serviceAccountToken: { audience: 'vault', path: 't' } }] } },
      { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    ]
    const made = await cluster.create('Pod', {
      metadata: { name },
      spec: { nodeName, containers, volumes, serviceAccountName: 'robot' },
    })
    uids[name] = made.metadata.uid ?? ''
  }
  await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
  await cluster.create('PersistentVolumeClaim', {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], volumeName: 'disk', resources: { requests: { storage: '1Gi' } } },
  })
})

const forbidden = (subject: string, why: string) => `${subject} is forbidden: ${why}`

test('only users that are nodes are restricted, and each must tell which', async () => {
  await cluster.create('Pod', { metadata: { name: 'free' }, spec: { containers } })
  expect(
    await messageOf(kubelet('system:node:').create('Pod', { metadata: { name: 'p' }, spec: { containers } })),
  ).toBe(forbidden('pods "p"', 'could not determine node from user "system:node:"'))
  await one.create('ConfigMap', { metadata: { name: 'free' } })
})

describe('a node creates', () => {
  const mirror = { 'kubernetes.io/config.mirror': 'x' }
  const owner = () => ({ apiVersion: 'v1', kind: 'Node', name: 'one', uid: uids['one'] ?? '', controller: true })
  const create = (metadata: object, spec: object = {}) =>
    one.create('Pod', { metadata: { name: 'm', ...metadata }, spec: { nodeName: 'one', containers, ...spec } })
  const node = 'node "one"'
  const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      `pod does not have "kubernetes.io/config.mirror" annotation, ${node} can only create mirror pods`,
      () => create({}),
    ],
    [
      `${node} can only create pods with spec.nodeName set to itself`,
      () => create({ annotations: mirror }, { nodeName: 'two' }),
    ],
    [
      `${node} can only create pods with a single owner reference set to itself`,
      () => create({ annotations: mirror, ownerReferences: [owner(), { ...owner(), uid: 'x' }] }),
    ],
    [
      `${node} can only create pods with an owner reference set to itself`,
      () => create({ annotations: mirror, ownerReferences: [{ ...owner(), name: 'two' }] }),
    ],
    [`${node} can only create pods with an owner reference set to itself`, () => create({ annotations: mirror })],
    [
      `${node} can only create pods with a controller owner reference set to itself`,
      () => create({ annotations: mirror, ownerReferences: [{ ...owner(), controller: false }] }),
    ],
    [
      `${node} must not set blockOwnerDeletion on an owner reference`,
      () => create({ annotations: mirror, ownerReferences: [{ ...owner(), blockOwnerDeletion: true }] }),
    ],
    [
      `node one UID mismatch: expected x got ${'UID'}`,
      () => create({ annotations: mirror, ownerReferences: [{ ...owner(), uid: 'x' }] }),
    ],
    ...(
      [
        ['a service account', { serviceAccountName: 'robot' }],
        ['secrets', { imagePullSecrets: [{ name: 's' }] }],
        ['configmaps', { volumes: [{ name: 'v', configMap: { name: 'c' } }] }],
        [
          'clustertrustbundles',
          { volumes: [{ name: 'v', projected: { sources: [{ clusterTrustBundle: { name: 'b', path: 'p' } }] } }] },
        ],
        ['persistentvolumeclaims', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }],
      ] as const
    ).map(
      ([what, spec]) =>
        [
          `${node} can not create pods that reference ${what}`,
          () => create({ annotations: mirror, ownerReferences: [owner()] }, spec),
        ] as const,
    ),
  ]
  test.each(cases)('no pod: %s', async (why, made) => {
    expect(await messageOf(made())).toBe(forbidden('pods "m"', why.replace(/UID$/, uids['one'] ?? '')))
  })

  test('a mirror pod of its own', async () => {
    await create({ name: 'mirrored', annotations: mirror, ownerReferences: [owner()] })
    await one.delete('Pod', { name: 'mirrored' }, { gracePeriodSeconds: 0 })
    expect((await cluster.list('Pod')).items.map(({ metadata }) => metadata.name)).not.toContain('mirrored')
  })

  test('none for a node that is not there', async () => {
    const lost = kubelet('system:node:lost')
    const metadata = { name: 'm', annotations: mirror, ownerReferences: [{ ...owner(), name: 'lost' }] }
    expect(await messageOf(lost.create('Pod', { metadata, spec: { nodeName: 'lost', containers } }))).toBe(
      'node "lost" not found',
    )
  })
})

test('a node changes and ends pods of its own only', async () => {
  const node = 'node "one"'
  const said = (name: string, why: string) => forbidden(`pods "${name}"`, why)
  const labels = { metadata: { labels: { a: 'b' } } }
  expect(await messageOf(one.patch('Pod', { name: 'mine' }, labels))).toBe(
    said('mine', `unexpected operation "UPDATE", ${node} can only create and delete mirror pods`),
  )
  expect(await messageOf(one.delete('Pod', { name: 'other' }))).toBe(
    said('other', `${node} can only delete pods with spec.nodeName set to itself`),
  )
  expect(await messageOf(one.patch('Pod', { name: 'other' }, { status: {} }, { subresource: 'status' }))).toBe(
    said('other', `${node} can only update pod status for pods with spec.nodeName set to itself`),
  )
  expect(await messageOf(one.patch('Pod', { name: 'mine' }, labels, { subresource: 'status' }))).toBe(
    said('mine', `${node} cannot update labels through pod status`),
  )
  const claims = { status: { resourceClaimStatuses: [{ name: 'c' }] } }
  expect(await messageOf(one.patch('Pod', { name: 'mine' }, claims, { subresource: 'status' }))).toBe(
    said('mine', `${node} cannot update resource claim statues`),
  )
  await one.patch('Pod', { name: 'mine' }, { status: { phase: 'Running' } }, { subresource: 'status' })
  const post = async (path: string, body: object) => {
    const reply = await cluster.fetch(`/api/v1/namespaces/default/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'impersonate-user': 'system:node:one',
        'impersonate-group': 'system:nodes',
      },
      body: JSON.stringify(body),
    })
    return ((await reply.json()) as { readonly message?: string }).message
  }
  const eviction = (name: string) => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } })
  expect(await post('pods/other/eviction', eviction('other'))).toBe(
    said('other', 'node one can only evict pods with spec.nodeName set to itself'),
  )
  expect(await post('pods/nobody/eviction', eviction('nobody'))).toBe('pod "nobody" not found')
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'free' },
    target: { kind: 'Node', name: 'one' },
  }
  expect(await post('pods/free/binding', binding)).toBe(
    said('free', `unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`),
  )

  const token = (spec: object) =>
    post('serviceaccounts/robot/token', { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec })
  const account = (why: string) => forbidden('serviceaccounts "robot"', why)
  const bound = (name: string, uid: string | undefined) => ({
    boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
  })
  expect(await token({})).toBe(account('node requested token not bound to a pod'))
  expect(await token(bound('mine', ''))).toBe(account('node requested token with a pod binding without a uid'))
  expect(await token(bound('nobody', 'x'))).toBe('pod "nobody" not found')
  expect(await token(bound('mine', 'x'))).toBe(
    account(
      'the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated',
    ),
  )
  expect(await token(bound('other', uids['other']))).toBe(
    account('node requested token bound to a pod scheduled on a different node'),
  )
  expect(await token({ ...bound('mine', uids['mine']), audiences: ['a', 'b'] })).toBe(
    account('node may only request 0 or 1 audiences'),
  )
  expect(await token({ ...bound('mine', uids['mine']), audiences: ['a'] })).toBe(
    account('error validating audience "a": persistentvolume "disk" not found'),
  )
})

test('audiences of tokens are those that the volumes of the pod name, or that the node has the right to', async () => {
  const { create, fetch } = createCluster({
    ...{ seed: 1, controllers: 'none', authorization: 'rbac', disableAdmissionPlugins: ['ServiceAccount'] },
    enableAdmissionPlugins: ['NodeRestriction'],
  })
  await create('Node', { metadata: { name: 'one' } })
  await create('ServiceAccount', { metadata: { name: 'robot' } })
  await create('CSIDriver', {
    metadata: { name: 'pd.csi.storage.gke.io' },
    spec: { tokenRequests: [{ audience: 'disks' }] },
  })
  const { metadata } = await create('Pod', {
    metadata: { name: 'p' },
    spec: {
      ...{ nodeName: 'one', containers, serviceAccountName: 'robot' },
      volumes: [
        { name: 'token', projected: { sources: [{ serviceAccountToken: { audience: 'vault', path: 't' } }] } },
        { name: 'disk', gcePersistentDisk: { pdName: 'd' } },
      ],
    },
  })
  const ask = async (audience: string) => {
    const reply = await fetch('/api/v1/namespaces/default/serviceaccounts/robot/token', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer fakecluster',
        'impersonate-user': 'system:node:one',
        'impersonate-group': 'system:nodes',
      },
      body: JSON.stringify({
        ...{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
        spec: {
          audiences: [audience],
          boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: metadata.uid },
        },
      }),
    })
    return reply.status === 201 ? 201 : ((await reply.json()) as { readonly message?: string }).message
  }
  expect([await ask('vault'), await ask('disks')]).toEqual([201, 201])
  expect(await ask('bank')).toBe(
    'serviceaccounts "robot" is forbidden: audience "bank" not found in pod spec volume, system:node:one is not authorized to request tokens for this audience',
  )
  await create('ClusterRole', {
    metadata: { name: 'bank' },
    rules: [
      {
        apiGroups: [''],
        resources: ['bank'],
        verbs: ['request-serviceaccounts-token-audience'],
        resourceNames: ['robot'],
      },
    ],
  })
  await create('ClusterRoleBinding', {
    metadata: { name: 'bank' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'bank' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'system:node:one' }],
  })
  expect(await ask('bank')).toBe(201)
})

test('a node changes its own Node, but not where pods go', async () => {
  const said = (name: string, why: string) => forbidden(`nodes "${name}"`, why)
  expect(await messageOf(one.create('Node', { metadata: { name: 'three' } }))).toBe(
    said('three', 'node "one" is not allowed to modify node "three"'),
  )
  expect(await messageOf(one.patch('Node', { name: 'two' }, { metadata: { annotations: { a: 'b' } } }))).toBe(
    said('two', 'node "one" is not allowed to modify node "two"'),
  )
  const patched = (patch: object) => messageOf(one.patch('Node', { name: 'one' }, patch))
  expect(await patched({ spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } })).toBe(
    said('one', 'node "one" is not allowed to modify taints'),
  )
  expect(
    await patched({ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'b' }] } }),
  ).toBe(said('one', 'node "one" is not allowed to modify ownerReferences'))
  const labels = {
    ...{
      free: 'yes',
      'kubernetes.io/hostname': 'one',
      'a.node.kubernetes.io/b': 'yes',
      'kubelet.kubernetes.io/c': 'yes',
    },
    ...{ 'x.node-restriction.kubernetes.io/y': 'no', 'a.k8s.io/z': 'no', 'node-role.kubernetes.io/master': 'no' },
  }
  expect(await patched({ metadata: { labels } })).toBe(
    said(
      'one',
      'is not allowed to modify labels: a.k8s.io/z, node-role.kubernetes.io/master, x.node-restriction.kubernetes.io/y',
    ),
  )
  expect(await messageOf(kubelet('system:node:new').create('Node', { metadata: { name: 'new', labels } }))).toBe(
    said(
      'new',
      'node "new" is not allowed to set the following labels: a.k8s.io/z, node-role.kubernetes.io/master, x.node-restriction.kubernetes.io/y',
    ),
  )
  await one.patch('Node', { name: 'one' }, { metadata: { labels: { 'kubernetes.io/os': 'linux', mine: 'yes' } } })
  await one.patch('Node', { name: 'one' }, { status: { phase: 'Running' } }, { subresource: 'status' })
})

test('a node reports sizes and conditions of claims, and nothing else of them', async () => {
  const said = (why: string) => forbidden('persistentvolumeclaims "data"', why)
  const patch = (change: object, options: object) =>
    one.patch('PersistentVolumeClaim', { name: 'data' }, change, options)
  expect(await messageOf(patch({ metadata: { labels: { a: 'b' } } }, {}))).toBe(said('may only update PVC status'))
  const status = { subresource: 'status' }
  await patch({ status: { capacity: { storage: '1Gi' }, conditions: [] } }, status)
  // go-cmp has other spaces in some builds.
  const refused = (await messageOf(patch({ status: { phase: 'Lost' } }, status))).replaceAll('\u00a0', ' ')
  expect(refused).toContain(
    said(
      'node "one" is not allowed to update fields other than status.quantity and status.conditions:   &core.PersistentVolumeClaim{',
    ),
  )
  expect(refused).toMatch(/-\s+Phase:\s+"Pending",\n\+\s+Phase:\s+"Lost",/)
})

test('a node has one Lease, one CSINode, and certificates in its name', async () => {
  const lease = (metadata: object) => messageOf(one.create('Lease', { metadata }))
  const subject = 'leases.coordination.k8s.io'
  expect(await lease({ name: 'one' })).toBe(
    forbidden(`${subject} "one"`, 'can only access leases in the "kube-node-lease" system namespace'),
  )
  const namespace = 'kube-node-lease'
  expect(await lease({ name: 'two', namespace })).toBe(
    forbidden(`${subject} "two"`, 'can only access node lease with the same name as the requesting node'),
  )
  await one.create('Lease', { metadata: { name: 'one', namespace } })
  await one.delete('Lease', { name: 'one', namespace })
  expect(await messageOf(one.create('CSINode', { metadata: { name: 'two' }, spec: { drivers: [] } }))).toBe(
    forbidden('csinodes.storage.k8s.io "two"', 'can only access CSINode with the same name as the requesting node'),
  )
  await one.create('CSINode', { metadata: { name: 'one' }, spec: { drivers: [] } })
  const signed = {
    metadata: { name: 'mine' },
    spec: { ...signingRequest.spec, signerName: 'kubernetes.io/kubelet-serving' },
  }
  expect(await messageOf(one.create('CertificateSigningRequest', signed))).toBe(
    forbidden(
      'certificatesigningrequests.certificates.k8s.io "mine"',
      'can only create a node CSR with CN=system:node:one',
    ),
  )
  const torn = { ...signed, spec: { ...signed.spec, request: btoa('torn') } }
  expect(await messageOf(one.create('CertificateSigningRequest', torn))).toBe(
    forbidden(
      'certificatesigningrequests.certificates.k8s.io "mine"',
      'unable to parse csr: PEM block type must be CERTIFICATE REQUEST',
    ),
  )
})
