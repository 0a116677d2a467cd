import { expect, vi } from 'vitest'
import { mustHave } from '../../../src/base/must-have.js'
import { printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const labels = { app: 'web' }
const template = {
  metadata: { labels },
  spec: { containers: [{ name: 'c', image: 'example.io/web:1' }], tolerations: [{ operator: 'Exists' }] },
}
const isReady = { type: 'Ready', status: 'True' }

/** Makes the pending pod of an image ready, as the node agent would. */
async function makeReady({ cluster }: World, image: string): Promise<void> {
  const name = await vi.waitFor(async () => {
    const next = (await cluster.list('Pod')).items.find(
      ({ spec, status }) => status?.phase === 'Pending' && spec?.containers[0]?.image === image,
    )
    return mustHave(next?.metadata.name, `a pending pod of ${image}`)
  }, 20_000)
  await cluster.patch(
    'Pod',
    { name },
    { status: { phase: 'Running', conditions: [isReady] } },
    { subresource: 'status' },
  )
}

/** Splits the output of kubectl into lines, without trailing spaces. */
const lines = (stdout: string) => stdout.split('\n').map((line) => line.trimEnd())
const history = (...numbers: readonly number[]) => [
  'REVISION  CHANGE-CAUSE',
  ...numbers.map((number) => `${number}         <none>`),
]

scenario('S', async (world) => {
  const { kubectl, cluster } = world
  await cluster.create('StatefulSet', {
    metadata: { name: 'web' },
    spec: { replicas: 2, serviceName: 'web', selector: { matchLabels: labels }, template },
  })
  for (let i = 0; i < 2; i++) await makeReady(world, 'example.io/web:1')
  const done = printed('partitioned roll out complete: 2 new pods have been updated...\n')
  expect(await kubectl('rollout status sts/web')).toEqual(done)

  await kubectl('set image sts/web c=example.io/web:2')
  const following = kubectl('rollout status sts/web')
  for (let i = 0; i < 2; i++) await makeReady(world, 'example.io/web:2')
  const { code, stdout } = await following
  expect([code, lines(stdout).at(-2)]).toEqual([0, lines(done.stdout)[0]])
  expect(lines((await kubectl('rollout history sts/web')).stdout).slice(1, 4)).toEqual(history(1, 2))
  expect((await kubectl('rollout history sts/web --revision=1')).stdout).toContain('example.io/web:1')

  expect(await kubectl('rollout undo sts/web')).toEqual(printed('statefulset.apps/web rolled back\n'))
  for (let i = 0; i < 2; i++) await makeReady(world, 'example.io/web:1')
  expect((await kubectl('rollout status sts/web')).code).toBe(0)
  expect(lines((await kubectl('rollout history sts/web')).stdout).slice(1, 4)).toEqual(history(2, 3))

  expect(await kubectl('rollout restart sts/web')).toEqual(printed('statefulset.apps/web restarted\n'))
  expect((await kubectl('rollout status sts/web --timeout=1s')).code).toBe(1)
  for (let i = 0; i < 2; i++) await makeReady(world, 'example.io/web:1')
  expect((await kubectl('rollout status sts/web')).code).toBe(0)
})

scenario('T', async (world) => {
  const { kubectl, cluster } = world
  // The node has no agent, so that only the test makes pods ready.
  await cluster.create('Node', { metadata: { name: 'node-1' } })
  await cluster.create('DaemonSet', {
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels }, template },
  })
  await makeReady(world, 'example.io/web:1')
  const done = printed('daemon set "web" successfully rolled out\n')
  expect(await kubectl('rollout status ds/web')).toEqual(done)

  await kubectl('set image ds/web c=example.io/web:2')
  const following = kubectl('rollout status ds/web')
  await makeReady(world, 'example.io/web:2')
  const { code, stdout } = await following
  expect([code, lines(stdout).at(-2)]).toEqual([0, lines(done.stdout)[0]])
  expect(lines((await kubectl('rollout history ds/web')).stdout).slice(1, 4)).toEqual(history(1, 2))

  expect(await kubectl('rollout undo ds/web --to-revision=1')).toEqual(printed('daemonset.apps/web rolled back\n'))
  await makeReady(world, 'example.io/web:1')
  expect((await kubectl('rollout status ds/web')).code).toBe(0)
  expect(lines((await kubectl('rollout history ds/web')).stdout).slice(1, 4)).toEqual(history(2, 3))

  expect(await kubectl('rollout restart ds/web')).toEqual(printed('daemonset.apps/web restarted\n'))
  await makeReady(world, 'example.io/web:1')
  expect((await kubectl('rollout status ds/web')).code).toBe(0)
})
