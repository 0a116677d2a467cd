import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { eventsOf, open, template } from './workloads.js'

const REF = { name: 'web' }
const ROLLBACK_TO = 'deprecated.deployment.rollback.to'
const REVISION = 'deployment.kubernetes.io/revision'

/** A Deployment that has had three templates, `shop/web:1` to `shop/web:3`, each with an annotation of its own. */
async function start(images = 3): Promise<Cluster> {
  const cluster = open('deployments', 'replica-sets')
  const labels = { app: 'web' }
  for (let image = 1; image <= images; image++) {
    const metadata = { annotations: { reason: `shop/web:${image}` } }
    const spec = { replicas: 1, selector: { matchLabels: labels }, template: template(labels, `shop/web:${image}`) }
    if (image === 1) await cluster.create('Deployment', { metadata: { ...REF, ...metadata }, spec })
    else await cluster.patch('Deployment', REF, { metadata, spec })
  }
  return cluster
}
const ask = (cluster: Cluster, revision: string) =>
  cluster.patch('Deployment', REF, { metadata: { annotations: { [ROLLBACK_TO]: revision } } })

/** The image, labels and annotations of the Deployment, and its Events about rollbacks. */
async function seen(cluster: Cluster) {
  const { metadata, spec } = await cluster.get('Deployment', REF)
  const events = await eventsOf(cluster, 'Deployment')
  return {
    image: spec?.template?.spec?.containers?.[0]?.image,
    labels: spec?.template?.metadata?.labels,
    annotations: metadata.annotations,
    said: events
      .filter(([, reason]) => String(reason).startsWith('DeploymentRollback'))
      .map((each) => each.slice(0, 3)),
  }
}

test.each([
  ['1', 'shop/web:1', '1'],
  ['0', 'shop/web:2', '2'],
])('rolls a Deployment back to revision %s', async (asked, image, revision) => {
  const cluster = await start()
  await ask(cluster, asked)
  expect(await seen(cluster)).toEqual({
    image,
    labels: { app: 'web' },
    annotations: { [REVISION]: '4', reason: image },
    said: [['Normal', 'DeploymentRollback', `Rolled back deployment "web" to revision ${revision}`]],
  })
})

test.each([
  ['9', 3, 'DeploymentRollbackRevisionNotFound', 'Unable to find the revision to rollback to.'],
  ['0', 1, 'DeploymentRollbackRevisionNotFound', 'Unable to find last revision.'],
  [
    '3',
    3,
    'DeploymentRollbackTemplateUnchanged',
    'The rollback revision contains the same template as current deployment "web"',
  ],
])(
  'a rollback to revision %s of %s changes no template, and reports that in an Event',
  async (asked, images, reason, message) => {
    const cluster = await start(images)
    await ask(cluster, asked)
    const { image, annotations, said } = await seen(cluster)
    expect(image).toBe(`shop/web:${images}`)
    expect(annotations).toEqual({ [REVISION]: String(images), reason: `shop/web:${images}` })
    expect(said).toEqual([['Warning', reason, message]])
  },
)

test('delays a rollback while the Deployment is paused, and ignores a revision that is not a number', async () => {
  const cluster = await start()
  await cluster.patch('Deployment', REF, { spec: { paused: true } })
  await ask(cluster, '1')
  expect((await seen(cluster)).image).toBe('shop/web:3')
  await cluster.patch('Deployment', REF, { spec: { paused: false } })
  expect((await seen(cluster)).image).toBe('shop/web:1')
  await ask(cluster, 'soon')
  expect((await seen(cluster)).annotations).toMatchObject({ [ROLLBACK_TO]: 'soon' })
})

test('numbers the revision of a recreated ReplicaSet after those that are left, or from 1', async () => {
  const counted = await Promise.all(
    [2, 3, 4, 5].map(async (images) => {
      const cluster = await start(images)
      const numbers = async () =>
        (await cluster.list('ReplicaSet', { namespace: 'default' })).items.map(({ metadata }) =>
          Number(metadata.annotations?.[REVISION]),
        )
      const before = await numbers()
      const sets = 'http://cluster/apis/apps/v1/namespaces/default/replicasets'
      expect((await cluster.fetch(new Request(sets, { method: 'DELETE' }))).status).toBe(200)
      const wanted = Math.max(0, ...before.slice(before.indexOf(images) + 1)) + 1
      expect(await numbers()).toEqual([wanted])
      const [left] = (await cluster.list('ReplicaSet', { namespace: 'default' })).items
      await cluster.delete('ReplicaSet', { name: left?.metadata.name ?? '' })
      expect(await numbers()).toEqual([1])
      return wanted
    }),
  )
  expect(Math.max(...counted)).toBeGreaterThan(1)
})
