import { expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'

async function populated(pods: number): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.populate({ pods }, { seed: pods })
  return cluster
}

/** Returns the pods that wait with a reason, or are not scheduled. */
async function podsWith(cluster: Cluster, reason: string) {
  const { items } = await cluster.list('Pod')
  return items.filter(({ status }) =>
    [...(status?.conditions ?? []), ...(status?.containerStatuses ?? []).map(({ state }) => state?.waiting)].some(
      (each) => each?.reason === reason,
    ),
  )
}

const REASONS = ['CrashLoopBackOff', 'ImagePullBackOff', 'Unschedulable']

test.each([30, 60, 100, 200, 500])(
  'a world of %i pods has each failure, and no Deployment with half of them',
  async (pods) => {
    const cluster = await populated(pods)
    for (const reason of REASONS) expect(await podsWith(cluster, reason)).not.toEqual([])
    const sizes = (await cluster.list('Deployment')).items.map(({ spec }) => spec?.replicas ?? 0)
    expect(Math.max(...sizes)).toBeLessThan(pods * 0.35)
  },
)

test('failures stay when pods are replaced, until another version is rolled out', async () => {
  const cluster = await populated(100)
  for (const reason of ['CrashLoopBackOff', 'ImagePullBackOff']) {
    const [pod] = await podsWith(cluster, reason)
    const { namespace = '', name = '', labels = {} } = pod?.metadata ?? {}
    await cluster.delete('Pod', { namespace, name })
    await cluster.clock.advance('3m')
    const app = labels['app.kubernetes.io/name'] ?? ''
    const now = (await podsWith(cluster, reason)).filter(
      ({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === app,
    )
    expect(now.map(({ metadata }) => metadata.name)).not.toContain(name)
    expect(now).not.toEqual([])
    const { spec } = await cluster.get('Deployment', { namespace, name: app })
    const [container] = spec?.template.spec?.containers ?? []
    const containers = [{ name: container?.name ?? '', image: `${container?.image}-mended` }]
    await cluster.patch(
      'Deployment',
      { namespace, name: app },
      { spec: { template: { spec: { containers } } } },
      { type: 'strategic' },
    )
    await cluster.clock.advance('10m')
    const { status } = await cluster.get('Deployment', { namespace, name: app })
    expect(status?.unavailableReplicas).toBeUndefined()
  }
})

test('workloads log, answer commands, and use a part of what they request; scripts of your own win', async () => {
  const cluster = await populated(60)
  const { items } = await cluster.list('Pod')
  const pod = items.find(
    ({ spec, status }) => /\/api:/.test(spec?.containers[0]?.image ?? '') && status?.phase === 'Running',
  )
  const { namespace = '', name = '' } = pod?.metadata ?? {}
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?container=api`
  const log = async () => (await cluster.fetch(path)).text()
  expect(await log()).toContain('msg="request" method=GET')
  const all = (await (await cluster.fetch('/apis/metrics.k8s.io/v1beta1/pods')).json()) as {
    readonly items: readonly { readonly containers: readonly { readonly usage: { readonly cpu: string } }[] }[]
  }
  expect(new Set(all.items.flatMap(({ containers }) => containers.map(({ usage }) => usage.cpu))).size).toBeGreaterThan(
    10,
  )
  cluster.containers.play({ pod: name, logs: ['mine'] })
  expect(await log()).toBe('mine\n')
})
