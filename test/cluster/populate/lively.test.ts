import { expect, test } from 'vitest'
import { createContainerScripts } from '../../../src/rest/containers/container-scripts.js'
import { type Cluster, type ObjectOf, createCluster } from '../../../src/index.js'
import { scriptsOfWorld } from '../../../src/cluster/populate/populate.js'

type Pod = ObjectOf<'Pod'>

async function populated(pods: number): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.populate({ pods }, { seed: pods })
  return cluster
}

const podsOf = async (cluster: Cluster): Promise<readonly Pod[]> => (await cluster.list('Pod')).items
const appOf = ({ metadata }: Pod): string => metadata.labels?.['app.kubernetes.io/name'] ?? ''
const imageOf = ({ spec }: Pod): string => spec?.containers[0]?.image ?? ''

/** Whether a pod waits with a reason, or is not scheduled for it. */
const isIn = ({ status }: Pod, reason: string): boolean =>
  [...(status?.conditions ?? []), ...(status?.containerStatuses ?? []).map(({ state }) => state?.waiting)].some(
    (each) => each?.reason === reason,
  )

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: told }) => type === 'Ready' && told === 'True') ?? false

async function logOf(cluster: Cluster, { metadata, spec }: Pod, query = ''): Promise<string> {
  const { namespace, name } = metadata
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?container=${spec?.containers[0]?.name}${query}`
  return (await cluster.fetch(path)).text()
}

const REASONS = ['CrashLoopBackOff', 'ImagePullBackOff', 'Unschedulable']

test.each([30, 60, 100, 200, 500])(
  'a world of %i pods has each failure, and no Deployment with half of them',
  async (pods) => {
    const cluster = await populated(pods)
    const all = await podsOf(cluster)
    for (const reason of REASONS) expect(all.filter((pod) => isIn(pod, reason))).not.toEqual([])
    const sizes = (await cluster.list('Deployment')).items.map(({ spec }) => spec?.replicas ?? 0)
    expect(Math.max(...sizes)).toBeLessThan(pods * 0.35)
  },
)

test.each(['CrashLoopBackOff', 'ImagePullBackOff'])(
  'pods in %s fail again when they are replaced, until another version is rolled out',
  async (reason) => {
    const cluster = await populated(100)
    const pod = (await podsOf(cluster)).find((each) => isIn(each, reason)) as Pod
    const { namespace = '', name = '' } = pod.metadata
    const app = appOf(pod)
    await cluster.delete('Pod', { namespace, name })
    const selector = { namespace, labelSelector: `app.kubernetes.io/name=${app}` }
    const next = await cluster.waitFor('Pod', selector, (each) => each.metadata.name !== name && isIn(each, reason))
    expect(imageOf(next)).toBe(imageOf(pod))
    const containers = [{ name: pod.spec?.containers[0]?.name ?? '', image: `${imageOf(pod)}-mended` }]
    await cluster.patch(
      'Deployment',
      { namespace, name: app },
      { spec: { template: { spec: { containers } } } },
      { type: 'strategic' },
    )
    await cluster.clock.advance('10m')
    const { spec, status } = await cluster.get('Deployment', { namespace, name: app })
    expect(status).toMatchObject({ updatedReplicas: spec?.replicas, availableReplicas: spec?.replicas })
  },
)

test('the version before a crashing one still runs, and logs no crash', async () => {
  const cluster = await populated(200)
  const crashed = (await podsOf(cluster)).filter((pod) => isIn(pod, 'CrashLoopBackOff'))
  expect(crashed).not.toEqual([])
  for (const pod of crashed) {
    expect(await logOf(cluster, pod, '&previous=true')).toContain('panic: missing key DATABASE_URL')
    const others = (await podsOf(cluster)).filter((each) => isReady(each) && appOf(each) === appOf(pod))
    for (const each of others) {
      expect(imageOf(each)).not.toBe(imageOf(pod))
      expect(await logOf(cluster, each)).not.toContain('panic')
    }
  }
})

test('a pod of each ReplicaSet and StatefulSet is replaced, in namespaces with a quota too', async () => {
  const cluster = await populated(100)
  const before = await podsOf(cluster)
  const oneOfEach = new Map(before.map((pod) => [pod.metadata.ownerReferences?.[0]?.name, pod.metadata]))
  for (const { namespace = '', name = '', ownerReferences: [owner] = [] } of oneOfEach.values())
    if (owner?.kind.endsWith('Set')) await cluster.delete('Pod', { namespace, name })
  const namespacesOf = (pods: readonly Pod[]) => pods.map(({ metadata: { namespace } }) => namespace).sort()
  await cluster.clock.advance('2m')
  expect(namespacesOf(await podsOf(cluster))).toEqual(namespacesOf(before))
})

test('workloads log, and use a part of what they request; scripts of your own win', async () => {
  const cluster = await populated(60)
  const pod = (await podsOf(cluster)).find((each) => imageOf(each).includes('/api:') && isReady(each)) as Pod
  const { name = '' } = pod.metadata
  expect(await logOf(cluster, pod)).toContain('msg="request" method=GET')
  const all = (await (await cluster.fetch('/apis/metrics.k8s.io/v1beta1/pods')).json()) as {
    readonly items: readonly { readonly containers: readonly { readonly usage: { readonly cpu: string } }[] }[]
  }
  const used = all.items.flatMap(({ containers }) => containers.map(({ usage }) => usage.cpu))
  expect(new Set(used).size).toBeGreaterThan(10)
  cluster.containers.play({ pod: name, logs: ['mine'] })
  expect(await logOf(cluster, pod)).toBe('mine\n')
})

test.each(['payments/api', 'search/worker', 'base/postgres', 'base/redis', 'base/fluent-bit'])(
  'containers of %s answer a shell',
  (image) => {
    const scripts = createContainerScripts(scriptsOfWorld({ crashing: [], missing: [] }))
    const { exec } = scripts.of({ metadata: {} }, { name: 'main', image: `registry.example.com/${image}:1.0.0` })
    expect(exec).toMatchObject({ whoami: 'app\n', 'cat /etc/os-release': expect.stringContaining('Debian') })
  },
)
