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
      http: { '/healthz': 'ok\n' },
      exec: { 'cat /etc/hostname': 'web\n', 'test -f /x': { stderr: 'no\n', code: 3 } },
    },
    // It prints lines for long enough to attach.
    { image: 'work', logs: [{ text: 'working', every: '100ms' }], exit: { after: '5s' } },
  ])
  const containers = [{ name: 'web', image: 'shop/api:1', ports: [{ containerPort: 80 }] }]
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

/** Forwards an open and a closed port, over SPDY in a WebSocket and over SPDY itself. */
async function forwarding({ start }: World) {
  for (const websockets of ['true', 'false']) {
    const { lines, finished } = start('port-forward pod/web :80 :9', { KUBECTL_PORT_FORWARD_WEBSOCKETS: websockets })
    const portTo = async (remote: number) => {
      const pattern = new RegExp(`127\\.0\\.0\\.1:(\\d+) -> ${remote}$`)
      await lines.until((all) => all.some((line) => pattern.test(line)))
      return lines.entries.map((line) => pattern.exec(line)?.[1]).find((port) => port !== undefined)
    }
    const [open, closed] = [await portTo(80), await portTo(9)]
    for (let i = 0; i < 2; i++) expect(await (await fetch(`http://127.0.0.1:${open}/healthz`)).text()).toBe('ok\n')
    await expect(fetch(`http://127.0.0.1:${closed}/`)).rejects.toThrow('fetch failed')
    // As with a real server, kubectl leaves after that.
    expect(await finished).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /an error occurred forwarding \d+ -> 9: error forwarding port 9 to pod \w{64}, uid : failed to execute portforward in network namespace \\?".*": failed to connect to localhost:9 [\s\S]*connection refused[\s\S]*error: lost connection to pod/,
      ) as string,
    })
  }
}

scenario('Z', async (world) => {
  const { kubectl } = world
  await running(world)
  await forwarding(world)
  const copied = await kubectl('cp web:/tmp/x x')
  // kubectl prints the errors of tar to its own output.
  expect([copied.code, copied.stdout]).toEqual([2, expect.stringContaining('nothing can be copied (kubectl cp)')])
})
