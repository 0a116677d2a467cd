import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import type { ContainerScript } from '../../../src/rest/containers/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const withScript = (containers: ContainerScript | readonly ContainerScript[]) =>
  createCluster({ seed: 1, nodes: 1, containers })

async function run(cluster: Cluster, spec: object = {}, name = 'web') {
  const containers = [{ name: 'web', image: 'shop/api:1' }]
  await cluster.create('v1/Pod', { metadata: { name }, spec: { nodeName: 'node-1', containers, ...spec } })
}

const statusOf = async (cluster: Cluster, name = 'web') => (await cluster.get('Pod', { name })).status ?? {}
const containerOf = async (cluster: Cluster) => (await statusOf(cluster)).containerStatuses?.[0]

/** The state of the container in short: `running`, `waiting CrashLoopBackOff`. */
async function state(cluster: Cluster): Promise<string> {
  const { waiting, running, terminated } = (await containerOf(cluster))?.state ?? {}
  if (running) return 'running'
  return waiting ? `waiting ${waiting.reason}` : `terminated ${terminated?.reason} ${terminated?.exitCode}`
}
const told = async (cluster: Cluster, reason: string) =>
  (await cluster.list('v1/Event')).items.flatMap((event) =>
    event['reason'] === reason ? [String(event['message'])] : [],
  )

/** The changes of what `look` returns, with the second of each: `4 running`. */
async function course(cluster: Cluster, seconds: number, look = state): Promise<readonly string[]> {
  const start = cluster.clock.now()
  const found: string[] = []
  let last = ''
  for (let i = 0; i <= seconds; i++) {
    const now = await look(cluster)
    if (now !== last) found.push(`${(cluster.clock.now() - start) / 1000} ${now}`)
    last = now
    await cluster.clock.advance('1s')
  }
  return found
}

test('restarts a crashing container at once, and then with a back-off that doubles', async () => {
  const cluster = withScript({ image: 'shop/api:*', exit: { code: 1, after: '2s' } })
  await run(cluster)
  expect(await course(cluster, 60)).toEqual([
    '0 waiting ContainerCreating',
    '1 running',
    '3 terminated Error 1',
    '4 running',
    '6 terminated Error 1',
    '7 waiting CrashLoopBackOff',
    '16 running',
    '18 terminated Error 1',
    '19 waiting CrashLoopBackOff',
    '38 running',
    '40 terminated Error 1',
    '41 waiting CrashLoopBackOff',
  ])
  const { uid } = (await cluster.get('Pod', { name: 'web' })).metadata
  expect(await containerOf(cluster)).toMatchObject({
    restartCount: 3,
    ready: false,
    started: false,
    state: {
      waiting: {
        reason: 'CrashLoopBackOff',
        message: `back-off 40s restarting failed container=web pod=web_default(${uid})`,
      },
    },
    lastState: {
      terminated: {
        exitCode: 1,
        reason: 'Error',
        startedAt: '2024-01-01T00:00:38Z',
        finishedAt: '2024-01-01T00:00:40Z',
        containerID: expect.stringMatching(/^containerd:/) as string,
      },
    },
  })
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running' })
  expect(await told(cluster, 'BackOff')).toEqual([
    `Back-off restarting failed container web in pod web_default(${uid})`,
  ])
  await cluster.clock.advance('1h')
  const waits = (await containerOf(cluster))?.state?.waiting?.message
  expect(waits).toContain('back-off 5m0s restarting')
})

test('ten minutes without a crash reset the back-off', async () => {
  const cluster = withScript({ crash: { every: '11m' } })
  await run(cluster)
  expect(await course(cluster, 2000)).toEqual([
    '0 waiting ContainerCreating',
    '1 running',
    '661 terminated Error 1',
    '662 running',
    '1322 terminated Error 1',
    '1323 running',
    '1983 terminated Error 1',
    '1984 running',
  ])
})

test('exits only as many times as the script says', async () => {
  const cluster = withScript({ exit: { code: 3, times: 1 } })
  await run(cluster)
  expect(await course(cluster, 20)).toEqual(['0 waiting ContainerCreating', '1 terminated Error 3', '2 running'])
})

test.each([
  ['Always', 0, ['1 running', '2 terminated Completed 0', '3 running'], 'Running'],
  ['OnFailure', 0, ['1 running', '2 terminated Completed 0'], 'Succeeded'],
  ['Never', 0, ['1 running', '2 terminated Completed 0'], 'Succeeded'],
  ['OnFailure', 2, ['1 running', '2 terminated Error 2', '3 running', '4 terminated Completed 0'], 'Succeeded'],
  ['Never', 2, ['1 running', '2 terminated Error 2'], 'Failed'],
] as const)('applies restartPolicy %s after exit code %i', async (restartPolicy, code, wanted, phase) => {
  const cluster = withScript({ exit: { code, after: '1s', times: 1 } })
  await run(cluster, { restartPolicy })
  expect((await course(cluster, 10)).slice(1)).toEqual(wanted)
  expect((await statusOf(cluster)).phase).toBe(phase)
})

test('terminates an OOMKilled container with exit code 137', async () => {
  const cluster = withScript({ exit: { reason: 'OOMKilled', after: '5s' } })
  await run(cluster, { restartPolicy: 'Never' })
  await cluster.clock.advance('6s')
  expect(await state(cluster)).toBe('terminated OOMKilled 137')
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Failed' })
})

test('retries a failing image pull with back-off, for ever or as many times as the script says', async () => {
  const cluster = withScript({ pull: { error: 'ErrImagePull', message: 'not found', times: 2 } })
  await run(cluster)
  expect(await course(cluster, 40)).toEqual([
    '0 waiting ContainerCreating',
    '1 waiting ErrImagePull',
    '2 waiting ImagePullBackOff',
    '11 waiting ErrImagePull',
    '12 waiting ImagePullBackOff',
    '31 running',
  ])
  const again = withScript({ pull: 'ErrImagePull' })
  await run(again)
  await again.clock.advance('1h')
  expect((await containerOf(again))?.state?.waiting).toEqual({
    reason: 'ImagePullBackOff',
    message: expect.stringMatching(
      /^Back-off pulling image "shop\/api:1": ErrImagePull: rpc error: code = NotFound /,
    ) as string,
  })
  expect(await told(again, 'Failed')).toEqual(
    expect.arrayContaining([
      'Error: ErrImagePull',
      'Error: ImagePullBackOff',
      expect.stringMatching(/^Failed to pull image/),
    ]),
  )
  expect(await statusOf(again)).toMatchObject({ phase: 'Pending' })
})

test('an image pull takes as long as the script says', async () => {
  const cluster = withScript({ pull: '20s' })
  await run(cluster)
  expect(await course(cluster, 30)).toEqual(['0 waiting ContainerCreating', '20 running'])
  expect((await told(cluster, 'Pulled'))[0]).toContain('in 20s (20s including waiting)')
})

const ready = async (cluster: Cluster) => String((await containerOf(cluster))?.ready)

test('becomes ready when the script says, at the next readiness probe', async () => {
  const cluster = withScript({ ready: '7s', unready: { after: '30s', for: '5s' } })
  await run(cluster)
  expect(await course(cluster, 50, ready)).toEqual(['0 false', '8 true', '31 false', '36 true'])
  const probed = withScript({ ready: '7s' })
  const readinessProbe = { tcpSocket: { port: 80 }, initialDelaySeconds: 2, periodSeconds: 3, successThreshold: 2 }
  await run(probed, { containers: [{ name: 'web', image: 'i', readinessProbe }] })
  // Probed 2, 5, 8 and 11 seconds after its start.
  expect(await course(probed, 30, ready)).toEqual(['0 false', '12 true'])
  expect(await told(probed, 'Unhealthy')).toEqual([
    'Readiness probe failed: dial tcp 10.244.0.2:80: connect: connection refused',
  ])
})

test('draws a time from a range by the seed, for each pod', async () => {
  const times = async () => {
    const cluster = withScript({ ready: '3s..50s' })
    for (const name of ['a', 'b', 'c']) await run(cluster, {}, name)
    await cluster.clock.advance('1m')
    const { items } = await cluster.list('Pod')
    return items.map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime)
  }
  const first = await times()
  expect(new Set(first).size).toBe(3)
  expect(await times()).toEqual(first)
})

test('kills and restarts a container that fails its liveness probe failureThreshold times', async () => {
  const cluster = withScript({ unhealthy: { after: '15s' } })
  const livenessProbe = { httpGet: { port: 80 }, periodSeconds: 5, failureThreshold: 2 }
  await run(cluster, { containers: [{ name: 'web', image: 'i', livenessProbe }] })
  expect((await course(cluster, 30)).slice(1)).toEqual(['1 running', '22 terminated Error 137', '23 running'])
  expect(await told(cluster, 'Unhealthy')).toEqual(['Liveness probe failed: HTTP probe failed with statuscode: 503'])
  expect(await told(cluster, 'Killing')).toEqual(['Container web failed liveness probe, will be restarted'])
})

test('kills a container that fails its startup probe; one that passes is ready afterwards', async () => {
  const startupProbe = { exec: { command: ['true'] }, periodSeconds: 5, failureThreshold: 3 }
  const containers = [{ name: 'web', image: 'i', startupProbe }]
  const slow = withScript({ started: 'never' })
  await run(slow, { containers })
  expect((await course(slow, 14)).slice(1)).toEqual(['1 running', '12 terminated Error 137', '13 running'])
  expect(await told(slow, 'Killing')).toEqual(['Container web failed startup probe, will be restarted'])
  const quick = withScript({ started: '7s' })
  await run(quick, { containers })
  expect(await course(quick, 14, ready)).toEqual(['0 false', '11 true'])
})

test('kills a container that does not stop at the end of the grace period', async () => {
  for (const [stop, seconds, code] of [
    ['never', 7, 137],
    ['3s', 3, 0],
  ] as const) {
    const cluster = withScript({ stop })
    await run(cluster, { terminationGracePeriodSeconds: 7 })
    await cluster.patch('v1/Pod', { name: 'web' }, { metadata: { finalizers: ['example.com/look'] } })
    await cluster.clock.advance('1m')
    await cluster.delete('v1/Pod', { name: 'web' })
    expect(await course(cluster, 10)).toEqual([
      '0 running',
      `${seconds} terminated ${code ? 'Error' : 'Completed'} ${code}`,
    ])
  }
})

test('fails a pod that exceeds its activeDeadlineSeconds', async () => {
  const cluster = withScript({ stop: '2s' })
  await run(cluster, { activeDeadlineSeconds: 10 })
  expect((await course(cluster, 20)).slice(1)).toEqual(['1 running', '12 terminated Completed 0'])
  expect(await statusOf(cluster)).toMatchObject({
    phase: 'Failed',
    reason: 'DeadlineExceeded',
    message: 'Pod was active on the node longer than the specified deadline',
  })
  expect(await told(cluster, 'DeadlineExceeded')).toHaveLength(1)
})

test('restarts a sidecar whatever the restartPolicy, and ends it after the other containers', async () => {
  const cluster = withScript([
    { container: 'side', exit: { code: 1, after: '3s', times: 1 } },
    { container: 'web', exit: { after: '10s' } },
  ])
  const initContainers = [{ name: 'side', image: 'i', restartPolicy: 'Always' }]
  await run(cluster, { restartPolicy: 'Never', initContainers })
  await cluster.clock.advance('8s')
  const side = async () => (await statusOf(cluster)).initContainerStatuses?.[0]
  expect(await side()).toMatchObject({ restartCount: 1, state: { running: {} } })
  await cluster.clock.advance('10s')
  expect(await side()).toMatchObject({ restartCount: 1, state: { terminated: { exitCode: 0 } } })
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Succeeded' })
})

test('an init container that fails keeps the others waiting', async () => {
  const initContainers = [{ name: 'prepare', image: 'i' }]
  const policies = [
    ['Always', 'Pending', 'waiting PodInitializing'],
    ['Never', 'Failed', 'waiting PodInitializing'],
  ] as const
  for (const [restartPolicy, phase, wanted] of policies) {
    const cluster = withScript({ container: 'prepare', exit: { code: 1 } })
    await run(cluster, { restartPolicy, initContainers })
    await cluster.clock.advance('1m')
    expect([(await statusOf(cluster)).phase, await state(cluster)]).toEqual([phase, wanted])
  }
})

test('the first script that matches a container applies; scripts can be added later and disposed of', async () => {
  const cluster = withScript([
    { labels: 'app=other', exit: {} },
    { image: '*/api:*', exit: { after: '4s' } },
    { exit: {} },
  ])
  await run(cluster, { restartPolicy: 'Never' })
  expect((await course(cluster, 6)).slice(1)).toEqual(['1 running', '5 terminated Completed 0'])
  const late = cluster.containers.play({ pod: 'w*', exit: { code: 9 } })
  await cluster.delete('v1/Pod', { name: 'web' })
  await run(cluster, { restartPolicy: 'Never' })
  await cluster.clock.advance('1s')
  expect(await state(cluster)).toBe('terminated Error 9')
  const fork = cluster.fork()
  late[Symbol.dispose]()
  for (const [each, code] of [
    [cluster, 'running'],
    [fork, 'terminated Error 9'],
  ] as const) {
    await each.delete('v1/Pod', { name: 'web' })
    await run(each, { restartPolicy: 'Never' })
    await each.clock.advance('1s')
    expect(await state(each)).toBe(code)
  }
})

test('a YAML script scripts containers', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const text = '- containers: { image: "shop/api:*", exit: { code: 4 } }\n- containers: [{ ready: 5s }]\n'
  const script = await cluster.hooks.script({ name: 'shop.yaml', text })
  await run(cluster, { restartPolicy: 'Never' })
  await cluster.clock.advance('1s')
  expect(await state(cluster)).toBe('terminated Error 4')
  script.dispose()
  await run(cluster, {}, 'later')
  await cluster.clock.advance('1s')
  expect((await statusOf(cluster, 'later')).phase).toBe('Running')
})

test('reports what is wrong with a script, and where', async () => {
  const cluster = createCluster({ seed: 1 })
  const wrong = [
    [{ immage: 'a' }, 'containers.play: immage: no such member; did you mean "image"?'],
    [{ name: 'a' }, 'containers.play: name: is it the pod\'s or the container\'s? There is "pod" and "container"'],
    [{ ready: 'soon' }, 'containers.play: ready: must be "never", not "soon"'],
    [
      { ready: '5s..3s' },
      'containers.play: ready: "5s..3s" is not a range: put the smaller value first, as in "1s..3s"',
    ],
    [{ pull: 'ErrImagePul' }, 'containers.play: pull: no such word as "ErrImagePul"; did you mean "ErrImagePull"?'],
    [{ exit: { code: 256 } }, 'containers.play: exit.code: must be a whole number from 0 to 255, not 256'],
    [{ exit: {}, crash: { every: '1m' } }, 'containers.play: crash: cannot go together with "exit"; choose one'],
    [
      { usage: { cpu: 'much' } },
      'containers.play: usage.cpu: must be a quantity such as "100m" or "64Mi", or a share of the request such as "40%" or "20%..60%", not "much"',
    ],
    [[{}, { logs: [{ after: '1s' }] }], 'containers.play: [1].logs[0]: a line says something: there is no "text"'],
    [
      { logs: [{ text: 'a', stream: 'stderr' }] },
      'containers.play: logs[0].stream: no such member; there is "text", "after", "every" or "times"',
    ],
  ] as const
  for (const [script, message] of wrong)
    expect(() => cluster.containers.play(script as ContainerScript)).toThrow(message)
  await expect(
    cluster.hooks.script({ name: 'shop.yaml', text: '- containers:\n    image: a\n    raedy: 3s\n' }),
  ).rejects.toThrow('shop.yaml:3:5: containers.raedy: no such member; did you mean "ready"?')
})

test('writes nothing more for a pod that has come to rest', async () => {
  const cluster = withScript({ ready: '3s', exit: { code: 1, times: 1 } })
  await run(cluster, { restartPolicy: 'Always' })
  await cluster.clock.advance('1m')
  const before = await cluster.get('Pod', { name: 'web' })
  const writes = () => cluster.journal.requests({ controller: 'node-agents', kind: 'Pod' }).length
  const written = writes()
  await cluster.clock.advance('1h')
  expect(await cluster.get('Pod', { name: 'web' })).toEqual(before)
  expect(writes()).toBe(written)
})
