import { expect } from 'vitest'
import { failed, leaseYaml, printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const deleted = ({ group, minor }: World, ...names: readonly string[]) =>
  names
    .map((name) => `lease.${group('coordination')} "${name}" deleted${minor < 34 ? '' : ' from default namespace'}\n`)
    .join('')
const finalized = { metadata: { name: 'a', finalizers: ['example.com/hold'] } }

scenario('25a', async (world) => {
  await world.cluster.create('Lease', { metadata: { name: 'a' } })
  expect(await world.kubectl('delete lease a')).toEqual(printed(deleted(world, 'a')))
  expect((await world.cluster.list('Lease')).items).toEqual([])
  expect(world.received.entries.some(({ query }) => query.has('watch'))).toBe(false)
  expect(await world.kubectl('delete lease a')).toEqual(
    failed(`Error from server (NotFound): leases.${world.group('coordination')} "a" not found\n`),
  )
  expect(await world.kubectl('delete lease a --ignore-not-found')).toEqual(printed(''))
})

scenario('25b', async (world) => {
  await world.cluster.create('Lease', finalized)
  const { code, stdout, stderr } = await world.kubectl('delete lease a --timeout=1s')
  expect({ code, stdout, last: stderr.trim().split('\n').at(-1) }).toEqual({
    code: 1,
    stdout: deleted(world, 'a'),
    last: 'error: timed out waiting for the condition on leases/a',
  })
  expect((await world.cluster.get('Lease', { name: 'a' })).metadata.deletionTimestamp).toMatch(/Z$/)
})

scenario('25c', async (world) => {
  await world.cluster.create('Lease', finalized)
  const command = world.start('delete lease a --timeout=100s')
  await world.received.until((all) => all.some(({ query }) => query.has('watch')))
  await world.cluster.patch('Lease', { name: 'a' }, { metadata: { finalizers: null } })
  expect(await command.finished).toEqual(printed(deleted(world, 'a')))
})

/** Creates a Lease, and another with an owner reference to it. */
async function createFamily({ cluster }: World): Promise<void> {
  const { apiVersion, kind, metadata } = await cluster.create('Lease', { metadata: { name: 'owner' } })
  const owner = { apiVersion, kind, name: 'owner', uid: metadata.uid!, blockOwnerDeletion: true }
  await cluster.create('Lease', { metadata: { name: 'child', ownerReferences: [owner] } })
}

scenario('26a', async (world) => {
  await createFamily(world)
  const watch = world.start('get leases -w --output-watch-events')
  await world.received.until((all) => all.some(({ query }) => query.has('watch')))
  expect(await world.kubectl('delete lease owner --cascade=foreground')).toEqual(printed(deleted(world, 'owner')))
  await watch.lines.until((lines) => lines.some((line) => /^DELETED +owner/.test(line)))
  await watch.interrupt()
  const ended = watch.lines.entries.filter((line) => line.startsWith('DELETED')).map((line) => line.split(/ +/)[1])
  expect(ended).toEqual(['child', 'owner'])
})

scenario('26b', async (world) => {
  await createFamily(world)
  expect(await world.kubectl('delete lease owner --cascade=orphan')).toEqual(printed(deleted(world, 'owner')))
  const left = (await world.cluster.list('Lease')).items.map(({ metadata: { name, ownerReferences } }) => ({
    name,
    ownerReferences,
  }))
  expect(left).toEqual([{ name: 'child', ownerReferences: undefined }])
})

scenario('27b', async ({ kubectl, cluster }) => {
  await cluster.create('Namespace', { metadata: { name: 'foo' } })
  await cluster.create('Lease', { metadata: { name: 'a', namespace: 'foo' } })
  expect(await kubectl('delete ns foo')).toEqual(printed('namespace "foo" deleted\n'))
  expect((await cluster.list('Lease')).items).toEqual([])
  expect((await kubectl('get ns foo')).stderr).toBe('Error from server (NotFound): namespaces "foo" not found\n')
})

scenario('27', async (world) => {
  const { kubectl, cluster } = world
  await cluster.create('Namespace', { metadata: { name: 'foo' } })
  expect(await kubectl('delete ns foo --wait=false')).toEqual(printed('namespace "foo" deleted\n'))
  const input = leaseYaml(world, 'a', 'one').replace('namespace: default', 'namespace: foo')
  const { code, stderr } = await kubectl('create --validate=false -f -', { input })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Error from server (Forbidden): error when creating "STDIN": leases.${world.group('coordination')} "a" is forbidden: unable to create new content in namespace foo because it is being terminated\n`,
  })
})

scenario('F', async (world) => {
  const { kubectl, cluster } = world
  for (const name of ['a', 'b', 'c'])
    await cluster.create('Lease', { metadata: { name, labels: { set: name === 'c' ? 'two' : 'one' } } })
  const lease = `lease.${world.group('coordination')}`
  expect(await kubectl('label leases -l set=one x=y')).toEqual(printed(`${lease}/a labeled\n${lease}/b labeled\n`))
  expect(await kubectl('annotate leases --all n=1')).toEqual(
    printed(
      ['a', 'b', 'c'].map((name) => `${lease}/${name} ${world.minor < 28 ? 'annotate' : 'annotated'}\n`).join(''),
    ),
  )
  expect(
    (await cluster.list('Lease')).items.map(({ metadata: { labels, annotations } }) => ({ labels, annotations })),
  ).toEqual([
    { labels: { set: 'one', x: 'y' }, annotations: { n: '1' } },
    { labels: { set: 'one', x: 'y' }, annotations: { n: '1' } },
    { labels: { set: 'two' }, annotations: { n: '1' } },
  ])
  expect(await kubectl('delete leases -l set=one')).toEqual(printed(deleted(world, 'a', 'b')))
  expect(await kubectl('delete leases --all')).toEqual(printed(deleted(world, 'c')))
  expect(await kubectl('delete leases --all')).toEqual(printed('No resources found\n'))
})
