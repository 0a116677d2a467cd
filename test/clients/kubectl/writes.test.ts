import { expect } from 'vitest'
import { failed, leaseYaml, printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const leases = ({ group }: World) => `leases.${group('coordination')}`
const said = (world: World, name: string, what: string) =>
  printed(`lease.${world.group('coordination')}/${name} ${what}\n`)
const stale = (world: World, head = '') =>
  failed(
    `Error from server (Conflict): ${head}Operation cannot be fulfilled on ${leases(world)} "a": the object has been modified; please apply your changes to the latest version and try again\n`,
  )
const patchTypes = ({ received }: World) =>
  received.entries.filter(({ method }) => method === 'PATCH').map(({ type }) => type)

const APPLY_PATCH = 'application/apply-patch+yaml'
const JSON_PATCH = 'application/json-patch+json'
const MERGE_PATCH = 'application/merge-patch+json'
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json'

scenario('7', async (world) => {
  const { kubectl, cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'one' } })
  const { stdout } = await kubectl('get lease a -o yaml')
  const files = { 'lease.yaml': stdout.replace('one', 'two') }
  expect(await kubectl('replace -f lease.yaml', { files })).toEqual(said(world, 'a', 'replaced'))
  expect((await cluster.get('Lease', { name: 'a' })).spec?.holderIdentity).toBe('two')
  expect(await kubectl('replace -f lease.yaml')).toEqual(stale(world, 'error when replacing "lease.yaml": '))
})

scenario('8', async (world) => {
  const { kubectl, cluster } = world
  const files = { 'lease.yaml': leaseYaml(world, 'a', 'one') }
  expect(await kubectl('create -f lease.yaml', { files })).toEqual(said(world, 'a', 'created'))
  expect(await cluster.get('Lease', { name: 'a' })).toMatchObject({
    metadata: { labels: { app: 'a' } },
    spec: { holderIdentity: 'one', leaseDurationSeconds: 15 },
  })
  expect(await kubectl('create -f lease.yaml')).toEqual(
    failed(
      `Error from server (AlreadyExists): error when creating "lease.yaml": ${leases(world)} "a" already exists\n`,
    ),
  )
})

const JSON_BODY = 'application/json'
const PROTOBUF_BODY = 'application/vnd.kubernetes.protobuf'
const postTypes = ({ received }: World) =>
  received.entries.filter(({ method }) => method === 'POST').map(({ type }) => type)

scenario('9', async (world) => {
  const { kubectl, cluster, minor } = world
  expect(await kubectl('create ns foo')).toEqual(printed('namespace/foo created\n'))
  expect((await cluster.get('Namespace', { name: 'foo' })).metadata.labels).toEqual({
    'kubernetes.io/metadata.name': 'foo',
  })
  expect(await kubectl('create ns foo')).toEqual(
    failed('Error from server (AlreadyExists): namespaces "foo" already exists\n'),
  )
  expect(new Set(postTypes(world))).toEqual(new Set([minor < 32 ? JSON_BODY : PROTOBUF_BODY]))
})

scenario('10', async (world) => {
  const { kubectl, cluster, minor } = world
  expect(await kubectl('create pdb p --selector=a=b --min-available=1')).toEqual(
    printed('poddisruptionbudget.policy/p created\n'),
  )
  expect((await cluster.get('PodDisruptionBudget', { name: 'p' })).spec).toEqual({
    minAvailable: 1,
    selector: { matchLabels: { a: 'b' } },
  })
  expect(await kubectl('get pdb p -o jsonpath={.spec.minAvailable}')).toEqual(printed('1'))
  expect(postTypes(world)).toEqual([minor < 32 ? JSON_BODY : PROTOBUF_BODY])
})

scenario('12', async (world) => {
  const { kubectl, cluster } = world
  const apply = (holder: string) => kubectl('apply -f -', { input: leaseYaml(world, 'a', holder) })
  expect(await apply('one')).toEqual(said(world, 'a', 'created'))
  expect(await apply('one')).toEqual(said(world, 'a', 'unchanged'))
  expect(await apply('two')).toEqual(said(world, 'a', 'configured'))
  // According to the OpenAPI documents every kind accepts it.
  expect(patchTypes(world)).toEqual([STRATEGIC_PATCH])
  const { metadata, spec } = await cluster.get('Lease', { name: 'a' })
  expect(spec?.holderIdentity).toBe('two')
  expect(JSON.parse(metadata.annotations?.['kubectl.kubernetes.io/last-applied-configuration'] ?? '').spec).toEqual(
    spec,
  )
})

scenario('13', async (world) => {
  const { kubectl, cluster } = world
  const apply = (manager: string, holder: string, more = '') =>
    kubectl(`apply --server-side --field-manager=${manager}${more} -f -`, { input: leaseYaml(world, 'a', holder) })
  const owner = async () =>
    (await cluster.get('Lease', { name: 'a' })).metadata.managedFields
      ?.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:holderIdentity'))
      .map(({ manager, operation }) => `${manager} ${operation}`)
  expect(await apply('first', 'one')).toEqual(said(world, 'a', 'serverside-applied'))
  const { resourceVersion } = (await cluster.get('Lease', { name: 'a' })).metadata
  expect(await apply('first', 'one')).toEqual(said(world, 'a', 'serverside-applied'))
  expect((await cluster.get('Lease', { name: 'a' })).metadata.resourceVersion).toBe(resourceVersion)
  const conflict = await apply('second', 'two')
  expect({ code: conflict.code, line: conflict.stderr.split('\n')[0] }).toEqual({
    code: 1,
    line: 'error: Apply failed with 1 conflict: conflict with "first": .spec.holderIdentity',
  })
  expect(await owner()).toEqual(['first Apply'])
  expect(await apply('second', 'two', ' --force-conflicts')).toEqual(said(world, 'a', 'serverside-applied'))
  expect(await owner()).toEqual(['second Apply'])
})

scenario('14', async (world) => {
  const { kubectl, cluster } = world
  await kubectl('apply -f -', { input: leaseYaml(world, 'a', 'one') })
  expect(await kubectl('apply --server-side -f -', { input: leaseYaml(world, 'a', 'two') })).toEqual(
    said(world, 'a', 'serverside-applied'),
  )
  expect(patchTypes(world)).toEqual([APPLY_PATCH, APPLY_PATCH, JSON_PATCH, APPLY_PATCH])
  const { metadata, spec } = await cluster.get('Lease', { name: 'a' })
  expect(spec?.holderIdentity).toBe('two')
  expect(metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`).sort()).toEqual([
    'kubectl Apply',
    'kubectl-last-applied Apply',
  ])
})

scenario('15', async (world) => {
  const { kubectl, cluster } = world
  await kubectl('apply -f -', { input: leaseYaml(world, 'a', 'one') })
  const before = await cluster.get('Lease', { name: 'a' })
  const differs = await kubectl('diff -f -', { input: leaseYaml(world, 'a', 'two') })
  expect({ code: differs.code, changes: differs.stdout.match(/^[-+] .*$/gm) }).toEqual({
    code: 1,
    changes: ['-  holderIdentity: one', '+  holderIdentity: two'],
  })
  expect(await kubectl('diff -f -', { input: leaseYaml(world, 'a', 'one') })).toEqual(printed(''))
  expect((await kubectl('diff -f -', { input: leaseYaml(world, 'b', 'one') })).stdout).toMatch(
    /^\+ {2}holderIdentity: one$/m,
  )
  expect((await cluster.list('Lease')).items).toEqual([before])
})

scenario('16', async (world) => {
  const { kubectl, cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'one' } })
  expect(await kubectl('edit lease a', { env: { EDITOR: 'sed -i s/one/two/' } })).toEqual(said(world, 'a', 'edited'))
  expect((await cluster.get('Lease', { name: 'a' })).spec).toEqual({ holderIdentity: 'two' })
  expect(patchTypes(world)).toEqual([world.profile === 'kubernetes' ? STRATEGIC_PATCH : MERGE_PATCH])
})

scenario('17', async (world) => {
  const { kubectl, cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'zero', leaseDurationSeconds: 15 } })
  for (const [type, patch] of [
    ['json', [{ op: 'replace', path: '/spec/holderIdentity', value: 'json' }]],
    ['merge', { spec: { holderIdentity: 'merge' } }],
    ['strategic', { spec: { holderIdentity: 'strategic' } }],
  ] as const) {
    const command = ['patch', 'lease', 'a', `--type=${type}`, '-p', JSON.stringify(patch)]
    expect(await kubectl(command)).toEqual(said(world, 'a', 'patched'))
    const patched = await cluster.get('Lease', { name: 'a' })
    expect(patched.spec).toEqual({ holderIdentity: type, leaseDurationSeconds: 15 })
    expect(await kubectl(command)).toEqual(said(world, 'a', 'patched (no change)'))
    expect(await cluster.get('Lease', { name: 'a' })).toEqual(patched)
  }
  expect(patchTypes(world)).toEqual([
    JSON_PATCH,
    JSON_PATCH,
    MERGE_PATCH,
    MERGE_PATCH,
    STRATEGIC_PATCH,
    STRATEGIC_PATCH,
  ])
})

scenario('18', async (world) => {
  const { kubectl, cluster } = world
  await cluster.create('Lease', { metadata: { name: 'a' } })
  expect(await kubectl('label lease a x=y')).toEqual(said(world, 'a', 'labeled'))
  const labeled = await cluster.get('Lease', { name: 'a' })
  expect(labeled.metadata.labels).toEqual({ x: 'y' })
  expect(await kubectl('label lease a x=y')).toEqual(said(world, 'a', 'not labeled'))
  expect(await cluster.get('Lease', { name: 'a' })).toEqual(labeled)
  expect(await kubectl('label lease a x=z')).toEqual(
    failed("error: 'x' already has a value (y), and --overwrite is false\n"),
  )
  expect(await kubectl('label lease a x-')).toEqual(said(world, 'a', 'unlabeled'))
  expect((await cluster.get('Lease', { name: 'a' })).metadata.labels).toBeUndefined()
  expect(await kubectl('label lease a x=y --resource-version=1')).toEqual(stale(world))
})

scenario('19', async ({ kubectl, cluster }) => {
  await cluster.create('Node', { metadata: { name: 'worker-1' } })
  const before = (await cluster.get('Node', { name: 'worker-1' })).spec?.taints ?? []
  expect(await kubectl('taint node worker-1 k=v:NoSchedule')).toEqual(printed('node/worker-1 tainted\n'))
  expect((await cluster.get('Node', { name: 'worker-1' })).spec?.taints).toEqual([
    { key: 'k', value: 'v', effect: 'NoSchedule' },
    ...before,
  ])
  expect(await kubectl('taint node worker-1 k=v:NoSchedule')).toEqual(
    failed('error: node worker-1 already has k taint(s) with same effect(s) and --overwrite is false\n'),
  )
  expect(await kubectl('taint node worker-1 k:NoSchedule-')).toEqual(printed('node/worker-1 untainted\n'))
  expect((await cluster.get('Node', { name: 'worker-1' })).spec?.taints ?? []).toEqual(before)
  for (const { key, effect } of before)
    expect(await kubectl(`taint node worker-1 ${key}:${effect}-`)).toEqual(printed('node/worker-1 untainted\n'))
  expect((await cluster.get('Node', { name: 'worker-1' })).spec?.taints).toBeUndefined()
})

scenario('20', async ({ kubectl, cluster }) => {
  await cluster.create('Node', { metadata: { name: 'worker-1' } })
  const condition = {
    type: 'Ready',
    status: 'True' as const,
    reason: 'AgentReady',
    message: '',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  }
  await cluster.patch('Node', { name: 'worker-1' }, { status: { conditions: [condition] } }, { subresource: 'status' })
  const shown = async () => (await kubectl('get no worker-1')).stdout.split('\n')[1]?.split(/ +/)[1]
  const unschedulable = async () => (await cluster.get('Node', { name: 'worker-1' })).spec?.unschedulable
  expect(await kubectl('cordon worker-1')).toEqual(printed('node/worker-1 cordoned\n'))
  expect([await unschedulable(), await shown()]).toEqual([true, 'Ready,SchedulingDisabled'])
  expect(await kubectl('cordon worker-1')).toEqual(printed('node/worker-1 already cordoned\n'))
  expect(await kubectl('uncordon worker-1')).toEqual(printed('node/worker-1 uncordoned\n'))
  expect([await unschedulable(), await shown()]).toEqual([undefined, 'Ready'])
})

scenario('C', async (world) => {
  const { kubectl, cluster } = world
  expect(await kubectl('create --dry-run=server -f -', { input: leaseYaml(world, 'a', 'one') })).toEqual(
    said(world, 'a', 'created (server dry run)'),
  )
  expect((await cluster.list('Lease')).items).toEqual([])
  const before = await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'one' } })
  expect(await kubectl(['patch', 'lease', 'a', '--dry-run=server', '-p', '{"spec":{"holderIdentity":"two"}}'])).toEqual(
    said(world, 'a', 'patched'),
  )
  expect(await kubectl('label lease a x=y --dry-run=server')).toEqual(said(world, 'a', 'labeled (server dry run)'))
  expect((await kubectl('delete lease a --dry-run=server')).stdout).toContain('"a" deleted')
  expect((await cluster.list('Lease')).items).toEqual([before])
})

scenario('D', async ({ kubectl, cluster }) => {
  await cluster.create('Node', { metadata: { name: 'worker-1' } })
  const patch = (subresource: readonly string[]) =>
    kubectl(['patch', 'node', 'worker-1', ...subresource, '--type=merge', '-p', '{"status":{"capacity":{"cpu":"4"}}}'])
  expect(await patch(['--subresource=status'])).toEqual(printed('node/worker-1 patched\n'))
  expect(await patch(['--subresource=status'])).toEqual(printed('node/worker-1 patched (no change)\n'))
  expect((await cluster.get('Node', { name: 'worker-1' })).status).toMatchObject({
    capacity: { cpu: '4' },
    allocatable: { cpu: '4' },
  })
  expect(await kubectl('get node worker-1 --subresource=status -o jsonpath={.status.capacity.cpu}')).toEqual(
    printed('4'),
  )
})

scenario('G', async (world) => {
  const { kubectl, cluster } = world
  const { uid } = (await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'one' } })).metadata
  const { code, stdout } = await kubectl('replace --force -f -', { input: leaseYaml(world, 'a', 'two') })
  expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({
    code: 0,
    last: `lease.${world.group('coordination')}/a replaced`,
  })
  const { metadata, spec } = await cluster.get('Lease', { name: 'a' })
  expect(spec?.holderIdentity).toBe('two')
  expect(metadata.uid).not.toBe(uid)
})
