import { expect } from 'vitest'
import { printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const WEB = 'deployment.apps/web'

/** Makes every pending pod running and ready, as a node agent would, until the rollout is over. */
async function makeReady({ cluster }: World): Promise<void> {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }]
  for (;;) {
    // A pod that becomes ready may let the controller create another.
    const pod = (await cluster.list('Pod')).items.find(({ status }) => status?.phase === 'Pending')
    if (!pod) return
    const ref = { namespace: 'default', name: pod.metadata.name ?? '' }
    await cluster.patch('Pod', ref, { status: { phase: 'Running', conditions } }, { subresource: 'status' })
  }
}

const imageOf = async ({ cluster }: World) =>
  (await cluster.get('Deployment', { namespace: 'default', name: 'web' })).spec?.template.spec?.containers?.[0]?.image
const history = async ({ kubectl }: World) =>
  (await kubectl('rollout history deployment web')).stdout.replaceAll(/ +/g, ' ')

scenario('Q', async (world) => {
  const { kubectl, start } = world
  await kubectl('create deployment web --image=example.io/web:1 --replicas=2')
  const waiting = start('rollout status deployment web')
  await waiting.lines.until((lines) => lines.some((line) => line.includes('0 of 2 updated replicas are available')))
  await makeReady(world)
  const { code, stdout } = await waiting.finished
  expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'deployment "web" successfully rolled out'])

  expect(await kubectl('set image deployment/web web=example.io/web:2')).toEqual(printed(`${WEB} image updated\n`))
  await kubectl('annotate deployment web kubernetes.io/change-cause=newer')
  await makeReady(world)
  expect(await kubectl('rollout status deployment web')).toEqual(printed('deployment "web" successfully rolled out\n'))
  expect(await history(world)).toBe(`${WEB} \nREVISION CHANGE-CAUSE\n1 <none>\n2 newer\n\n`)
  expect((await kubectl('rollout history deployment web --revision=1')).stdout).toMatch(
    /^ +Image:\s+example.io\/web:1$/m,
  )

  expect(await kubectl('rollout undo deployment web')).toEqual(printed(`${WEB} rolled back\n`))
  expect(await imageOf(world)).toBe('example.io/web:1')
  await makeReady(world)
  expect(await kubectl('rollout status deployment web')).toEqual(printed('deployment "web" successfully rolled out\n'))
  expect(
    (await history(world))
      .split('\n')
      .slice(2, 4)
      .map((line) => line.split(' ')[0]),
  ).toEqual(['2', '3'])
})

scenario('R', async (world) => {
  const { kubectl, cluster } = world
  await kubectl('create deployment web --image=example.io/web:1 --replicas=2')
  await makeReady(world)
  expect(await kubectl('rollout pause deployment web')).toEqual(printed(`${WEB} paused\n`))
  await kubectl('set image deployment/web web=example.io/web:2')
  expect((await cluster.list('ReplicaSet')).items).toHaveLength(1)
  expect(await kubectl('scale deployment web --replicas=3')).toEqual(printed(`${WEB} scaled\n`))
  expect((await cluster.list('Pod')).items).toHaveLength(3)
  expect(await kubectl('rollout resume deployment web')).toEqual(printed(`${WEB} resumed\n`))
  await makeReady(world)
  expect(await kubectl('rollout restart deployment web')).toEqual(printed(`${WEB} restarted\n`))
  await makeReady(world)
  expect(await kubectl('rollout status deployment web')).toEqual(printed('deployment "web" successfully rolled out\n'))
  expect((await cluster.list('ReplicaSet')).items.map(({ spec }) => spec?.replicas).sort()).toEqual([0, 0, 3])
  expect((await kubectl('describe deployment web')).stdout).toMatch(
    /Normal +ScalingReplicaSet .* Scaled up replica set web-\w+ from 0 to 2$/m,
  )
  expect((await kubectl('get deployment web')).stdout.split('\n')[1]).toMatch(/^web +3\/3 +3 +3 +\d+s$/)
})
