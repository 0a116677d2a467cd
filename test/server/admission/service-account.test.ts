import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Draft } from '../../../src/kinds/object-types.js'
import { messageOf } from './message.js'

type Account = Partial<Draft<'ServiceAccount'>>
type Spec = NonNullable<Draft<'Pod'>['spec']>

const image = 'example.io/web'
const containers = [{ name: 'web', image }]
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Makes a cluster without controllers, with the given ServiceAccounts. */
async function open(accounts: { readonly [name: string]: Account } = { default: {} }) {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  for (const [name, account] of Object.entries(accounts))
    await cluster.create('ServiceAccount', { ...account, metadata: { ...account.metadata, name } })
  const create = (spec: Partial<Spec> = {}, metadata: Draft<'Pod'>['metadata'] = {}) =>
    cluster.create('Pod', { metadata: { name: 'web', ...metadata }, spec: { containers, ...spec } })
  const refusal = async (spec: Partial<Spec> = {}, metadata: Draft<'Pod'>['metadata'] = {}) =>
    await messageOf(create(spec, metadata))
  return { cluster, create, refusal }
}

test('a pod in a new namespace gets the token volume of its default ServiceAccount', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Namespace', { metadata: { name: 'team' } })
  const { spec } = await cluster.create('Pod', {
    metadata: { name: 'web', namespace: 'team' },
    spec: {
      containers,
      initContainers: [{ name: 'init', image, volumeMounts: [{ name: 'own', mountPath: '/own' }] }],
      volumes: [{ name: 'own', emptyDir: {} }],
    },
  })
  const name = spec?.volumes?.[1]?.name ?? ''
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH }
  expect(name).toMatch(/^kube-api-access-[a-z0-9]{5}$/)
  expect(spec).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' })
  expect(spec?.volumes).toEqual([
    { name: 'own', emptyDir: {} },
    {
      name,
      projected: {
        sources: [
          { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
          { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          {
            downwardAPI: {
              items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
            },
          },
        ],
        defaultMode: 420,
      },
    },
  ])
  expect(spec?.containers[0]?.volumeMounts).toEqual([mount])
  expect(spec?.initContainers?.[0]?.volumeMounts).toEqual([{ name: 'own', mountPath: '/own' }, mount])
})

describe('the token', () => {
  const off = { automountServiceAccountToken: false }
  const on = { automountServiceAccountToken: true }
  test.each([
    ['neither sets it', {}, {}, 1],
    ['off for the account', off, {}, 0],
    ['off for the pod', {}, off, 0],
    ['on for the pod, off for its account', off, on, 1],
    ['off for the pod, on for its account', on, off, 0],
  ])(
    'is mounted by automountServiceAccountToken of the pod, else of its account: %s',
    async (_, account, spec, mounts) => {
      const { create } = await open({ default: account })
      const made = await create(spec)
      expect(made.spec?.volumes ?? []).toHaveLength(mounts)
      expect(made.spec?.containers[0]?.volumeMounts ?? []).toHaveLength(mounts)
    },
  )

  test('is not mounted over another mount, and its volume is left out if no container mounts it', async () => {
    const volumeMounts = [{ name: 'own', mountPath: MOUNT_PATH }]
    const volumes = [{ name: 'own', emptyDir: {} }]
    const { create } = await open()
    const one = await create({ containers: [{ name: 'web', image, volumeMounts }], volumes })
    expect(one.spec).toMatchObject({ volumes, containers: [{ volumeMounts }] })
  })

  test('is mounted from an existing kube-api-access volume', async () => {
    const { create } = await open()
    const volumes = [{ name: 'kube-api-access-x', emptyDir: {} }]
    const made = await create({ volumes })
    expect(made.spec?.volumes).toEqual(volumes)
    expect(made.spec?.containers[0]?.volumeMounts).toEqual([
      { name: 'kube-api-access-x', readOnly: true, mountPath: MOUNT_PATH },
    ])
  })
})

test('imagePullSecrets are those of the account, if the pod has none', async () => {
  const imagePullSecrets = [{ name: 'registry' }]
  const { create } = await open({ default: { imagePullSecrets }, builder: {} })
  expect((await create()).spec).toMatchObject({ imagePullSecrets })
  const mine = { imagePullSecrets: [{ name: 'mine' }] }
  expect((await create(mine, { name: 'b' })).spec).toMatchObject(mine)
  const { spec } = await create({ serviceAccountName: 'builder' }, { name: 'c' })
  expect(spec).toMatchObject({ serviceAccountName: 'builder', serviceAccount: 'builder' })
  expect(spec).not.toHaveProperty('imagePullSecrets')
})

test('a pod with a ServiceAccount that does not exist is refused', async () => {
  const { refusal } = await open({})
  const looking = (name: string) =>
    `error looking up service account default/${name}: serviceaccount "${name}" not found`
  expect(await refusal()).toBe(`pods "web" is forbidden: ${looking('default')}`)
  expect(await refusal({ serviceAccountName: 'who' }, { name: '', generateName: 'web-' })).toBe(
    `pods "web-" is forbidden: ${looking('who')}`,
  )
  expect(await refusal({}, { name: '' })).toBe(`pods "Unknown" is forbidden: ${looking('default')}`)
})

test.each([
  ['a\nb', 'serviceaccount "a\\nb" not found'],
  ['a/b%', `invalid resource name "a/b%": [may not contain '/' may not contain '%']`],
])('a pod with an invalid ServiceAccount name is refused: %j', async (serviceAccountName, why) => {
  const { refusal } = await open({})
  expect(await refusal({ serviceAccountName })).toContain(`default/${serviceAccountName}: ${why}`)
})

test('a fixture gets no ServiceAccount, as that may be loaded later', async () => {
  const cluster = createCluster({
    seed: 1,
    fixtures: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default' }, spec: { containers } },
    ],
  })
  expect((await cluster.get('Pod', { name: 'web' })).spec).not.toHaveProperty('serviceAccountName')
})

describe('a ServiceAccount with enforce-mountable-secrets', () => {
  const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' }
  const limited = {
    default: { metadata: { annotations }, secrets: [{ name: 'mine' }], imagePullSecrets: [{ name: 'pull' }] },
  }
  const env = (name: string) => ({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'k' } } }] })
  const envFrom = (name: string) => ({ envFrom: [{ secretRef: { name } }] })
  const lacks = 'is not allowed because service account default does not reference that'
  test.each<[Partial<Spec>, string]>([
    [
      { volumes: [{ name: 'v', secret: { secretName: 'other' } }] },
      `volume with secret.secretName="other" ${lacks} secret`,
    ],
    [
      { containers: [{ name: 'web', image, ...env('other') }] },
      `container web with envVar A referencing secret.secretName="other" ${lacks} secret`,
    ],
    [
      { containers: [{ name: 'web', image, ...envFrom('other') }] },
      `container web with envFrom referencing secret.secretName="other" ${lacks} secret`,
    ],
    [
      { initContainers: [{ name: 'init', image, ...env('other') }] },
      `init container init with envVar A referencing secret.secretName="other" ${lacks} secret`,
    ],
    [
      { imagePullSecrets: [{ name: 'pull' }, { name: 'other' }] },
      `imagePullSecrets[1].name="other" ${lacks} imagePullSecret`,
    ],
  ])('refuses other secrets: %j', async (spec, why) => {
    const { refusal } = await open(limited)
    expect(await refusal(spec)).toBe(`pods "web" is forbidden: ${why}`)
    const free = await open({ default: { ...limited.default, metadata: {} } })
    await free.create(spec)
  })

  test('allows its own secrets, and checks ephemeral containers too', async () => {
    const { cluster, create } = await open(limited)
    await create({ volumes: [{ name: 'v', secret: { secretName: 'mine' } }], imagePullSecrets: [{ name: 'pull' }] })
    const debug = (name: string) =>
      cluster.fetch('/api/v1/namespaces/default/pods/web/ephemeralcontainers', {
        method: 'PATCH',
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
        body: JSON.stringify({ spec: { ephemeralContainers: [{ name: 'debug', image, ...env(name) }] } }),
      })
    expect(await (await debug('other')).json()).toMatchObject({
      code: 403,
      message: `pods "web" is forbidden: ephemeral container debug with envVar A referencing secret.secretName="other" ${lacks} secret`,
    })
    expect((await debug('mine')).status).toBe(200)
  })
})

describe('a mirror pod', () => {
  const annotations = { 'kubernetes.io/config.mirror': 'x' }
  test.each<[Partial<Spec>, string]>([
    [{ serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
    [{ imagePullSecrets: [{ name: 'pull' }] }, 'a mirror pod may not reference secrets'],
    [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
    [
      { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }] },
      'a mirror pod may not reference secrets',
    ],
    [
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }] },
      'a mirror pod may not use ServiceAccountToken volume projections',
    ],
  ])('may not reference accounts and secrets: %j', async (spec, why) => {
    const { refusal } = await open()
    expect(await refusal({ nodeName: 'one', ...spec }, { annotations })).toBe(`pods "web" is forbidden: ${why}`)
  })

  test('gets no ServiceAccount and no token volume', async () => {
    const { create } = await open({})
    const { spec } = await create({ nodeName: 'one' }, { annotations })
    expect(spec).not.toHaveProperty('serviceAccountName')
    expect(spec).not.toHaveProperty('volumes')
  })
})
