import { expect } from 'vitest'
import { startServer } from '../support/server.js'
import { failed, printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const watching = ({ received }: World) => received.until((all) => all.some(({ query }) => query.has('watch')))
const cells = (lines: readonly string[], count: number) =>
  lines.map((line) => line.split(/ +/).slice(0, count).join(' '))
const ready = [
  { type: 'Foo', status: 'True' as const, reason: 'Tested', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' },
]

scenario('23', async (world) => {
  const { cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' } })
  const command = world.start('get leases -w --output-watch-events')
  await watching(world)
  await cluster.create('Lease', { metadata: { name: 'b' } })
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'one' } })
  await cluster.delete('Lease', { name: 'b' })
  await command.lines.until((lines) => lines.length >= 5)
  cluster.close()
  await command.finished
  expect(cells(command.lines.entries, 2)).toEqual(['EVENT NAME', 'ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b'])
})

scenario('24', async (world) => {
  const { cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.create('Lease', { metadata: { name: 'b' } })
  const command = world.start(['get', 'lease', 'a', '-w', '-o', 'jsonpath={.spec.holderIdentity};{"\\n"}'])
  await watching(world)
  for (const holderIdentity of ['one', 'two']) {
    await cluster.patch('Lease', { name: 'b' }, { spec: { holderIdentity } })
    await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity } })
  }
  await command.lines.until((lines) => lines.length >= 3)
  cluster.close()
  expect(await command.finished).toEqual(printed(';\none;\ntwo;\n'))
})

scenario('28', async (world) => {
  const { cluster } = world
  await cluster.create('ServiceCIDR', { metadata: { name: 'x' }, spec: { cidrs: ['10.1.0.0/24'] } })
  const command = world.start('wait --for=condition=Foo servicecidr/x --timeout=100s')
  await watching(world)
  await cluster.patch('ServiceCIDR', { name: 'x' }, { status: { conditions: ready } }, { subresource: 'status' })
  expect(await command.finished).toEqual(printed(`servicecidr.${world.group('networking')}/x condition met\n`))
  const watches = world.received.entries
    .filter(({ query }) => query.has('watch'))
    .map(({ query }) => query.has('sendInitialEvents'))
  expect(watches).toEqual(world.minor < 35 ? [false] : world.gated ? [true] : [true, false])
})

scenario('29a', async (world) => {
  const { cluster, kubectl } = world
  await cluster.create('Lease', { metadata: { name: 'a' } })
  const met = printed(`lease.${world.group('coordination')}/a condition met\n`)
  const command = world.start('wait --for=delete lease/a --timeout=100s')
  await watching(world)
  await cluster.delete('Lease', { name: 'a' })
  expect(await command.finished).toEqual(met)
  expect(await kubectl('wait --for=delete lease/a --timeout=100s')).toEqual(printed(''))
})

scenario('29b', async (world) => {
  const { cluster, received } = world
  const command = world.start('wait --for=create lease/a --timeout=100s')
  await received.until((all) => all.some(({ path }) => path.endsWith('/leases/a')))
  await cluster.create('Lease', { metadata: { name: 'a' } })
  expect(await command.finished).toEqual(printed(`lease.${world.group('coordination')}/a condition met\n`))
})

scenario('29c', async (world) => {
  const { cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'one' } })
  const command = world.start('wait --for=jsonpath={.spec.holderIdentity}=two lease/a --timeout=100s')
  await watching(world)
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'two' } })
  expect(await command.finished).toEqual(printed(`lease.${world.group('coordination')}/a condition met\n`))
})

const LIST_FIRST = 'watch=1&sendInitialEvents=true&allowWatchBookmarks=true&timeoutSeconds=1'
const NOT_ENABLED =
  'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
const UNMATCHED =
  'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'

scenario('30', async ({ kubectl, cluster, group, gated }) => {
  for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
  const { code, stdout, stderr } = await kubectl(
    `get --raw /apis/${group('coordination')}/v1/leases?${LIST_FIRST}&resourceVersionMatch=NotOlderThan`,
  )
  if (gated) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { type: 'ADDED', object: await cluster.get('Lease', { name: 'a' }) },
      { type: 'ADDED', object: await cluster.get('Lease', { name: 'b' }) },
      {
        type: 'BOOKMARK',
        object: expect.objectContaining({
          kind: 'Lease',
          metadata: expect.objectContaining({ annotations: { 'k8s.io/initial-events-end': 'true' } }),
        }),
      },
    ])
  } else {
    expect({ code, stdout, stderr }).toEqual(failed(`The ListOptions "" is invalid: ${NOT_ENABLED}\n`))
  }
  const unmatched = await kubectl(`get --raw /apis/${group('coordination')}/v1/leases?${LIST_FIRST}`)
  expect(unmatched).toEqual(
    failed(`The ListOptions "" is invalid: ${gated ? UNMATCHED : `\n* ${UNMATCHED}\n* ${NOT_ENABLED}`}\n`),
  )
})

scenario('31a', async ({ kubectl, group }) => {
  const { code, stdout } = await kubectl(`get --raw /apis/${group('coordination')}/v1/leases?watch=1&resourceVersion=1`)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^[^\n]+\n$/)
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'ERROR',
    object: { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 },
  })
})

scenario('31b', async (world) => {
  const { cluster, group, kubectl } = world
  const { resourceVersion } = (await cluster.list('Lease')).metadata
  const { code, stdout } = await kubectl(
    `get --raw /apis/${group('coordination')}/v1/leases?watch=1&resourceVersion=${Number(resourceVersion) + 1000}`,
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'ERROR',
    object: { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 },
  })
})

scenario('31c', async (world) => {
  const { cluster, port, profile } = world
  await cluster.create('ServiceCIDR', { metadata: { name: 'x' }, spec: { cidrs: ['10.1.0.0/24'] } })
  const command = world.start('wait --for=condition=Foo servicecidr/x --timeout=100s')
  await watching(world)
  const state = cluster.snapshot()
  await world.close()
  const next = await startServer({ profile, port }, world.atEnd)
  next.cluster.restore(state)
  await next.received.until((all) => all.some(({ query }) => query.has('watch')))
  await next.cluster.patch('ServiceCIDR', { name: 'x' }, { status: { conditions: ready } }, { subresource: 'status' })
  const { code, stdout } = await command.finished
  expect({ code, stdout }).toEqual({ code: 0, stdout: `servicecidr.${world.group('networking')}/x condition met\n` })
})
