import { expect, test } from 'vitest'
import { type ClusterOptions, createCluster } from '../../src/index.js'
import { makeParts } from '../../src/cluster/parts-from-options.js'
import { builtinKindsOf } from '../../src/kinds/builtin.js'
import { kubernetesProfile } from '../profiles.js'

const BETAS = ['coordination.k8s.io/v1beta1/leasecandidates', 'storage.k8s.io/v1beta1/volumeattributesclasses']
const json = async (reply: Response) => (await reply.json()) as { readonly [member: string]: unknown } // objects

/** Returns which beta resources a cluster lists and serves, which it asserts to be the same. */
async function betasOf(options: ClusterOptions): Promise<readonly string[]> {
  const cluster = createCluster({ controllers: 'none', ...options })
  const served: string[] = []
  const versions = ((await json(await cluster.fetch('/apis')))['groups'] as { versions: { groupVersion: string }[] }[])
    .flatMap((group) => group.versions)
    .map(({ groupVersion }) => groupVersion)
  const paths = Object.keys((await json(await cluster.fetch('/openapi/v3')))['paths'] as object)
  for (const path of BETAS) {
    const version = path.slice(0, path.lastIndexOf('/'))
    const isServed = (await cluster.fetch(`/apis/${path}`)).status === 200
    const hasService = (await cluster.list('APIService')).items.some(
      ({ metadata }) => metadata.name === version.split('/').reverse().join('.'),
    )
    expect([versions.includes(version), paths.includes(`apis/${version}`), hasService]).toEqual([
      isServed,
      isServed,
      isServed,
    ])
    if (isServed) served.push(path)
  }
  return served
}

const [CANDIDATES = '', CLASSES = ''] = BETAS

test.each<[ClusterOptions, readonly string[]]>([
  [{}, [CANDIDATES]],
  [{ featureGates: { VolumeAttributesClass: true } }, [CANDIDATES]],
  [{ featureGates: { CoordinatedLeaderElection: true } }, [CANDIDATES]],
  [{ runtimeConfig: { 'api/beta': true } }, BETAS],
  [{ runtimeConfig: { 'api/all': true } }, BETAS],
  [{ runtimeConfig: { 'api/ga': true, 'api/alpha': true } }, [CANDIDATES]],
  [{ runtimeConfig: { 'api/all': true, 'api/beta': false } }, []],
  [{ runtimeConfig: { 'api/beta': false } }, []],
  [{ runtimeConfig: { 'storage.k8s.io/v1beta1': true } }, BETAS],
  [{ runtimeConfig: { 'coordination.k8s.io/v1beta1': false } }, []],
  [{ runtimeConfig: { 'api/beta': true, 'storage.k8s.io/v1beta1': false } }, [CANDIDATES]],
  [{ runtimeConfig: { [CLASSES]: true } }, BETAS],
  [{ runtimeConfig: { 'storage.k8s.io/v1beta1': true, [CLASSES]: false } }, [CANDIDATES]],
])('with %j these betas are served: %j', async (options, betas) => {
  expect(await betasOf(options)).toEqual(betas)
})

// The words of kube-apiserver v1.33.
test.each([
  [{ 'foo/v1': true }, 'unknown api groups foo'],
  [{ 'apps/v7': true }, 'group version apps/v7 that has not been registered'],
  [{ 'api/all': false }, 'invalid key with only api/all=false'],
  [
    { 'api/all': false, 'apps/v1': true },
    '--runtime-config=api/all=false conflicts with --enable-priority-and-fairness=true',
  ],
  [
    { 'apps/v1/Deployments': true },
    'invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase plural, not "Deployments"',
  ],
  [{ apps: true }, 'runtime-config invalid key apps'],
  [{ v1: false }, 'v1=false: the core group is always served'],
  [
    { 'resource.k8s.io/v1alpha3': true },
    'resource.k8s.io/v1alpha3 is not among the built-in APIs here; its kinds can be given by openapi or crds',
  ],
])('refuses %j', (runtimeConfig, words) => {
  expect(() => createCluster({ runtimeConfig })).toThrow(`createCluster: runtimeConfig: ${words}`)
})

test('refuses a leader election without its candidates', () => {
  const runtimeConfig = { [CANDIDATES]: false }
  expect(() => createCluster({ runtimeConfig, featureGates: { CoordinatedLeaderElection: true } })).toThrow(
    'runtimeConfig: the feature gate CoordinatedLeaderElection needs coordination.k8s.io/v1beta1',
  )
})

const VERSIONS = new Set(
  builtinKindsOf(kubernetesProfile)
    .map((kind) => kind.mapping(kubernetesProfile))
    .filter(({ group }) => group !== '')
    .map(({ group, version }) => `${group}/${version}`),
)

test.each([...VERSIONS])('a cluster works without %s', async (version) => {
  const cluster = createCluster({ seed: 1, nodes: 1, runtimeConfig: { [version]: false } })
  await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  await cluster.clock.advance('1m')
  expect((await cluster.fetch(`/apis/${version}`)).status).toBe(404)
  expect((await cluster.fetch('/openapi/v3')).status).toBe(200)
})

test('a kind that is off by default is told of with the way to serve it', async () => {
  const cluster = createCluster({ seed: 1 })
  const way = 'it is off by default: runtimeConfig { "storage.k8s.io/v1beta1": true }'
  const kind = 'VolumeAttributesClass'
  await expect(cluster.list(kind as 'Lease')).rejects.toThrow(`no kind "${kind}" is served; ${way}`)
  const fixture = { apiVersion: 'storage.k8s.io/v1beta1', kind, metadata: { name: 'a' } }
  await expect(cluster.load([fixture])).rejects.toThrow(`"${kind}" is not served; ${way}`)
})

test('clusters share what is known of their kinds unless they choose kinds, APIs or gates of their own', () => {
  const registryOf = (options: ClusterOptions) => makeParts({ kubernetesVersion: '1.34', ...options }).registry
  const standard = registryOf({})
  const other = registryOf({ seed: 1, controllers: 'none' })
  expect(other.at).toBe(standard.at)
  // Documents are kept with the state, and hold on to their cluster.
  expect(other.state()).toBe(other.state())
  expect(other.state()).not.toBe(standard.state())
  const gated = registryOf({ featureGates: {} })
  expect(gated.at).not.toBe(standard.at)
  expect(gated.mappings()).toEqual(standard.mappings())
  expect(registryOf({ kubernetesVersion: '1.35' }).at).not.toBe(standard.at)
  expect(registryOf({ runtimeConfig: { 'api/beta': true } }).mappings().length).toBeGreaterThan(
    standard.mappings().length,
  )
})
