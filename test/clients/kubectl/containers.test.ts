import { expect } from 'vitest'
import { printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const status = { conditions: [{ type: 'Ready', status: 'True' }] }

/** Creates a node with an agent, and a pod that runs on it. */
async function running({ cluster, kubectl }: World) {
  await cluster.load([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-1' }, status }])
  cluster.containers.play([
    {
      image: 'shop/api:*',
      logs: ['listening', 'ready'],
      exec: { 'cat /etc/hostname': 'web\n', 'test -f /x': { stderr: 'no\n', code: 3 } },
    },
    // It prints lines for long enough to attach.
    { image: 'work', logs: [{ text: 'working', every: '100ms' }], exit: { after: '5s' } },
  ])
  const containers = [{ name: 'web', image: 'shop/api:1' }]
  await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec: { nodeName: 'worker-1', containers } })
  expect(await kubectl('wait --for=condition=Ready pod/web')).toEqual(printed('pod/web condition met\n'))
}

scenario('Y', async (world) => {
  const { kubectl, cluster } = world
  await running(world)
  expect(await kubectl('logs web')).toEqual(printed('listening\nready\n'))
  expect(await kubectl('logs web --tail=1')).toEqual(printed('ready\n'))
  expect(await kubectl('logs web -c other')).toMatchObject({
    code: 1,
    stderr: 'error: container other is not valid for pod web\n',
  })
  const following = kubectl('logs -f web')
  expect(await kubectl('exec web -- cat /etc/hostname')).toEqual(printed('web\n'))
  expect(await kubectl('exec web -- test -f /x')).toEqual({
    code: 3,
    stdout: '',
    stderr: 'no\ncommand terminated with exit code 3\n',
  })
  await cluster.delete('v1/Pod', { name: 'web' })
  expect(await following).toEqual(printed('listening\nready\n'))
  const overrides = JSON.stringify({ spec: { nodeName: 'worker-1' } })
  const ran = await kubectl([
    'run',
    'job',
    '--image=work',
    '--restart=Never',
    '--attach',
    '--rm',
    `--overrides=${overrides}`,
  ])
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:working\n)+pod "job" deleted/) as string })
})

scenario('Z', async (world) => {
  const { kubectl } = world
  await running(world)
  const forwarded = await kubectl('port-forward pod/web :80')
  expect([forwarded.code, forwarded.stderr]).toEqual([
    1,
    expect.stringContaining('port-forward is not served by fakecluster: containers have no ports'),
  ])
  const copied = await kubectl('cp web:/tmp/x x')
  // kubectl prints the errors of tar to its own output.
  expect([copied.code, copied.stdout]).toEqual([2, expect.stringContaining('nothing can be copied (kubectl cp)')])
})
