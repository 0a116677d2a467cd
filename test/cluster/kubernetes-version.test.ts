import { expect, test, vi } from 'vitest'
import { fromBundle } from '../../src/cluster/bundles.js'
import { readBundle } from '../../src/cluster/bundle/read.js'
import type { Bundle } from '../../src/cluster/bundle/types.js'
import { clusterOf } from '../../src/cluster/from-bundle.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { lint } from '../../src/cluster/lint/lint.js'
import { kubernetesVersions, newestVersion } from '../../src/model/registry/kubernetes-version.js'
import { RELEASE_VARIABLE, newestRelease, releaseName } from '../../src/model/registry/releases.js'

const OLDER = kubernetesVersions.filter((version) => version !== newestVersion)
const KNOWN = `"${OLDER.join('", "')}" or "${newestVersion}", or one of these with a patch, such as "1.35.4"`

const versionOf = async (cluster: Pick<ReturnType<typeof createCluster>, 'fetch'>) =>
  (await (await cluster.fetch(new Request('http://localhost/version'))).json()) as { readonly [member: string]: string }

test.each([
  [undefined, '33', 'v1.33.13'],
  ['1.33', '33', 'v1.33.13'],
  ['1.35', '35', 'v1.35.4'],
  ['v1.37', '37', 'v1.37.2'],
  ['1.36.1', '36', 'v1.36.1'],
])('a cluster of version %s says so', async (kubernetesVersion, minor, gitVersion) => {
  const cluster = createCluster({
    seed: 1,
    nodes: 1,
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
  })
  expect(await versionOf(cluster)).toMatchObject({
    major: '1',
    minor,
    emulationMinor: minor,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
  })
  const metrics = await (await cluster.fetch(new Request('http://localhost/metrics'))).text()
  expect(metrics).toContain(`git_version="${gitVersion}"`)
  const document = await cluster.fetch(new Request('http://localhost/openapi/v3/version'))
  expect(await document.json()).toMatchObject({ info: { version: `1.${minor}` } })
  const node = await cluster.get('Node', { name: 'node-1' })
  expect(node).toMatchObject({ status: { nodeInfo: { kubeletVersion: `v1.${minor}.0` } } })
})

test('documents of clusters of several versions do not mix', async () => {
  const documentOf = async (kubernetesVersion: string) => {
    const cluster = createCluster({ seed: 1, kubernetesVersion })
    const reply = await cluster.fetch(new Request('http://localhost/openapi/v3/apis/coordination.k8s.io/v1'))
    return ((await reply.json()) as { readonly info: object }).info
  }
  for (const version of ['1.33', '1.36', '1.33']) expect(await documentOf(version)).toMatchObject({ version })
})

test('a version that is not known is refused', () => {
  for (const kubernetesVersion of ['1.32', '1.99', '1.35.', '2.35', '1.3', ''])
    expect(() => createCluster({ kubernetesVersion })).toThrow(`createCluster: kubernetesVersion: must be ${KNOWN}`)
  expect(() => createCluster({ profile: 'example', kubernetesVersion: '1.35' })).toThrow("'example' is always 1.33")
  expect(() => createCluster({ profile: 'example', kubernetesVersion: '1.33' })).not.toThrow()
})

test('a variable names the version of clusters for which none is named', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv(RELEASE_VARIABLE, '1.36.1')
  expect(await versionOf(createCluster())).toMatchObject({ gitVersion: 'v1.36.1' })
  expect(await versionOf(createCluster({ kubernetesVersion: '1.35' }))).toMatchObject({ gitVersion: 'v1.35.4' })
  expect(await versionOf(createCluster({ profile: 'example' }))).toMatchObject({ gitVersion: 'v1.33.13' })
  const manifests = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }
  expect(await lint({ manifests })).toMatchObject({ kubernetesVersions: ['1.36'] })
  vi.stubEnv(RELEASE_VARIABLE, '1.99')
  expect(() => createCluster()).toThrow(
    `The environment variable FAKECLUSTER_KUBERNETES_VERSION must be ${KNOWN}, not "1.99"`,
  )
  expect(() => createCluster({ kubernetesVersion: '1.35' })).not.toThrow()
  vi.stubEnv(RELEASE_VARIABLE, '')
  expect(await versionOf(createCluster())).toMatchObject({ gitVersion: releaseName(newestRelease) })
})

test('clusters with the same seed and other versions of the variable share nothing that they begin with', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const rolesAt = async (version: string) => {
    vi.stubEnv(RELEASE_VARIABLE, version)
    return (await createCluster({ seed: 1 }).list('ClusterRole')).items.length
  }
  const [first, newest, again] = [await rolesAt('1.33'), await rolesAt('1.37'), await rolesAt('1.33')]
  expect(newest).not.toBe(first)
  expect(again).toBe(first)
})

test('a state is restored in the same version only', () => {
  const [old, next] = [createCluster({ seed: 1 }), createCluster({ seed: 1, kubernetesVersion: '1.36' })]
  expect(next.fork().snapshot()).toMatchObject({ version: '1.36' })
  const message =
    "the snapshot is of Kubernetes 1.33, and this cluster is 1.36: make one with kubernetesVersion: '1.33'"
  expect(() => next.restore(old.snapshot())).toThrow(`restore: ${message}`)
  expect(() => next.fork(old.snapshot())).toThrow(`fork: ${message}`)
})

test('a Bundle names its version, in which it is read', async () => {
  const cluster = createCluster({ seed: 1, kubernetesVersion: '1.36.1' })
  await cluster.create('ConfigMap', { metadata: { name: 'a', namespace: 'default' } })
  const bundle = await cluster.bundle()
  expect(bundle.versions.kubernetes).toBe('v1.36.1')
  expect(await versionOf(clusterOf(bundle))).toMatchObject({ gitVersion: 'v1.36.1' })
  const later = { ...bundle, versions: { ...bundle.versions, kubernetes: 'v1.51.0' } }
  expect(() => clusterOf(later)).toThrow(`was Kubernetes v1.51.0, and here are ${kubernetesVersions.join(', ')}`)
})

test('a Bundle without a version of Kubernetes is of v1.33, whatever clusters are by default', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const bundle = await createCluster({ seed: 1, kubernetesVersion: '1.33' }).bundle()
  const { kubernetes: _, ...versions } = bundle.versions
  vi.stubEnv(RELEASE_VARIABLE, '1.36')
  for (const read of [{ ...bundle, versions }, await readBundle(JSON.stringify({ ...bundle, versions }), 'run.json')])
    expect(await versionOf(await fromBundle(read as Bundle))).toMatchObject({ gitVersion: 'v1.33.13' }) // an old one
})

test('a Bundle is read in another version that has a place for all of it', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, kubernetesVersion: '1.36' })
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } }
  const spec = { replicas: 1, selector: { matchLabels: { app: 'a' } }, template }
  await cluster.create('Deployment', { metadata: { name: 'a', namespace: 'default' }, spec })
  await cluster.idle()
  const read = await fromBundle(await cluster.bundle(), { kubernetesVersion: '1.37' })
  expect(await versionOf(read)).toMatchObject({ minor: '37' })
  expect(await read.get('Deployment', { name: 'a' })).toMatchObject({ spec: { replicas: 1 } })
  expect((await read.list('Pod')).items).toHaveLength(1)
  await read.create('Deployment', { metadata: { name: 'b', namespace: 'default' }, spec })
  await read.idle()
  expect((await read.list('Pod')).items).toHaveLength(2)
  // The roles are those of the version.
  const fresh = createCluster({ seed: 1, kubernetesVersion: '1.37' })
  expect((await read.list('ClusterRole')).items).toHaveLength((await fresh.list('ClusterRole')).items.length)
})

test('a Bundle with objects that another version has no place for is refused there, and the objects are named', async () => {
  const cluster = createCluster({
    seed: 1,
    kubernetesVersion: '1.36',
    runtimeConfig: { 'storage.k8s.io/v1beta1': true },
  })
  const spec = { hostnameOverride: 'a', containers: [{ name: 'a', image: 'a' }] }
  await cluster.create('Pod', { metadata: { name: 'a', namespace: 'default' }, spec })
  const bundle = await cluster.bundle()
  await expect(fromBundle(bundle, { kubernetesVersion: '1.33' })).rejects.toThrow(
    'was Kubernetes v1.36.3, and 1.33 has no place for all of it: Pod default/a: unknown field "spec.hostnameOverride".',
  )
  // Before the pod was created, all fits.
  await expect(fromBundle(bundle, { kubernetesVersion: '1.33', at: bundle.from })).resolves.toBeDefined()
  await expect(fromBundle(bundle, { kubernetesVersion: '1.32' })).rejects.toThrow('kubernetesVersion: must be')
})

test('lint is of a version', async () => {
  const manifests = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }
  expect(await lint({ manifests, kubernetesVersion: '1.35' })).toMatchObject({ refused: 0 })
})
