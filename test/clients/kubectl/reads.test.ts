import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { failed, firstColumn, printed } from '../support/manifests.js'
import { scenario } from '../support/scenario.js'

scenario('1', async ({ kubectl, profile, received }) => {
  const { code, stdout, stderr } = await kubectl('get ns')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^NAME +(STATUS +)?AGE\n/)
  expect(firstColumn(stdout)).toEqual(
    profile === 'kubernetes' ? ['default', 'kube-node-lease', 'kube-public', 'kube-system'] : ['default'],
  )
  if (profile === 'kubernetes') expect(stdout).toMatch(/^default +Active +\d+s$/m)
  expect(received.entries.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api',
    'GET /apis',
    'GET /api/v1/namespaces',
  ])
})

scenario('2', async ({ kubectl, cluster, group }) => {
  await cluster.create('Lease', { metadata: { name: 'a' } })
  const name = printed(`lease.${group('coordination')}/a\n`)
  expect(await kubectl('get leases -o name')).toEqual(name)
  expect(await kubectl(`get leases.${group('coordination')} -o name`)).toEqual(name)
})

scenario('3', async ({ kubectl }) => {
  expect(await kubectl('get foos')).toEqual(failed(`error: the server doesn't have a resource type "foos"\n`))
})

scenario('4', async ({ kubectl, group }) => {
  expect(await kubectl('get lease zz')).toEqual(
    failed(`Error from server (NotFound): leases.${group('coordination')} "zz" not found\n`),
  )
  expect(await kubectl('get lease zz --ignore-not-found')).toEqual(printed(''))
})

scenario('5', async ({ kubectl, cluster, received }) => {
  for (let i = 0; i < 1201; i++) await cluster.create('Lease', { metadata: { name: `lease-${i}` } })
  const { stdout } = await kubectl('get leases -o name')
  expect(new Set(stdout.trim().split('\n')).size).toBe(1201)
  const lists = received.entries.filter(({ path }) => path.endsWith('/leases'))
  expect(lists.map(({ query }) => [query.get('limit'), query.has('continue')])).toEqual([
    ['500', false],
    ['500', true],
    ['500', true],
  ])
})

scenario('6', async ({ kubectl, cluster }) => {
  await cluster.create('Namespace', { metadata: { name: 'other' } })
  await cluster.create('Lease', { metadata: { name: 'a', labels: { app: 'a' } } })
  await cluster.create('Lease', { metadata: { name: 'a', namespace: 'other', labels: { app: 'a' } } })
  await cluster.create('Lease', { metadata: { name: 'b', namespace: 'other', labels: { app: 'b' } } })
  const rows = async (selector: string) => {
    const { code, stdout, stderr } = await kubectl(`get leases -A ${selector}`)
    expect({ code, header: stdout.split(/ +/)[0] }).toEqual({ code: 0, header: stdout ? 'NAMESPACE' : '' })
    return stdout
      ? stdout
          .split('\n')
          .slice(1, -1)
          .map((line) => line.split(/ +/).slice(0, 2).join('/'))
      : stderr
  }
  expect(await rows('-l app=a')).toEqual(['default/a', 'other/a'])
  expect(await rows('-l app!=a')).toEqual(['other/b'])
  expect(await rows('--field-selector metadata.name=b')).toEqual(['other/b'])
  expect(await rows('--field-selector metadata.namespace=other,metadata.name!=b')).toEqual(['other/a'])
  expect(await rows('-l app=c')).toBe('No resources found\n')
})

scenario('22', async ({ kubectl, cluster, minor }) => {
  await cluster.create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'worker-1' } })
  await cluster.create('PodDisruptionBudget', {
    metadata: { name: 'p' },
    spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
  })
  await cluster.create('ServiceCIDR', { metadata: { name: 'extra' }, spec: { cidrs: ['10.1.0.0/24'] } })
  for (const [what, line] of [
    ['ns default', /^Status: +Active$/m],
    ['lease a', /^ +Holder Identity: +worker-1$/m],
    ['pdb p', /^Selector: +a=b$/m],
    // Older versions only know the beta versions of the kind.
    ...(minor < 33 ? [] : [['servicecidr extra', /10\.1\.0\.0\/24$/m] as const]),
  ] as const) {
    const { code, stdout, stderr } = await kubectl(`describe ${what}`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(line)
    if (!what.startsWith('ns')) expect(stdout).toMatch(/^Events: +<none>$/m)
  }
})

const API_RESOURCES = new URL('api-resources.txt', import.meta.url)
const DEVICES = [
  'deviceclasses resource.k8s.io/v1beta2 false DeviceClass',
  'resourceclaims resource.k8s.io/v1beta2 true ResourceClaim',
  'resourceclaimtemplates resource.k8s.io/v1beta2 true ResourceClaimTemplate',
  'resourceslices resource.k8s.io/v1beta2 false ResourceSlice',
]

scenario('32', async ({ kubectl, group }) => {
  const { code, stdout, stderr } = await kubectl('api-resources -o wide')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const words = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((row) => row.trim().split(/ +/).join(' '))
  const everyVerb = 'create,delete,deletecollection,get,list,patch,update,watch'
  // A real server serves these only if they are enabled.
  const enabled = [
    `leasecandidates ${group('coordination')}/v1beta1 true LeaseCandidate ${everyVerb}`,
    `volumeattributesclasses vac storage.k8s.io/v1beta1 false VolumeAttributesClass ${everyVerb}`,
    ...DEVICES.map((row) => `${row} ${everyVerb}`),
  ]
  const real = await readFile(API_RESOURCES, 'utf8')
  const named = real.replaceAll(
    /\b(apiregistration|coordination|events|networking|node)\.k8s\.io/g,
    (_, prefix: string) => group(prefix),
  )
  expect(words(stdout).filter((row) => !enabled.includes(row))).toEqual(words(named))
  expect(words(stdout)).toEqual(expect.arrayContaining(enabled))
  expect(await kubectl('api-versions')).toEqual(
    printed(
      `
admissionregistration.k8s.io/v1
apiextensions.k8s.io/v1
${group('apiregistration')}/v1
apps/v1
authentication.k8s.io/v1
authorization.k8s.io/v1
autoscaling/v1
autoscaling/v2
batch/v1
certificates.k8s.io/v1
${group('coordination')}/v1
${group('coordination')}/v1beta1
discovery.k8s.io/v1
${group('events')}/v1
flowcontrol.apiserver.k8s.io/v1
${group('networking')}/v1
${group('node')}/v1
policy/v1
rbac.authorization.k8s.io/v1
resource.k8s.io/v1beta1
resource.k8s.io/v1beta2
scheduling.k8s.io/v1
storage.k8s.io/v1
storage.k8s.io/v1beta1
v1
`.trimStart(),
    ),
  )
})

scenario('A', async ({ kubectl, cluster }) => {
  await cluster.create('Lease', { metadata: { name: 'a', labels: { rank: 'second' } }, spec: { holderIdentity: 'y' } })
  await cluster.create('Lease', { metadata: { name: 'b', labels: { rank: 'first' } }, spec: { holderIdentity: 'x' } })
  expect(await kubectl(['get', 'lease', 'a', '-o', 'jsonpath={.spec.holderIdentity}'])).toEqual(printed('y'))
  expect(await kubectl('get leases -o custom-columns=N:.metadata.name,H:.spec.holderIdentity')).toEqual(
    printed('N     H\na     y\nb     x\n'),
  )
  expect(firstColumn((await kubectl('get leases --sort-by=.spec.holderIdentity')).stdout)).toEqual(['b', 'a'])
  expect((await kubectl('get leases -L rank')).stdout).toMatch(/RANK\na .* second\nb .* first\n$/)
  expect((await kubectl('get leases --show-labels')).stdout).toMatch(/LABELS\na .* rank=second\nb .* rank=first\n$/)
})

scenario('B', async ({ kubectl, cluster, group }) => {
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.create('Lease', { metadata: { name: 'b' } })
  const lease = `lease.${group('coordination')}`
  expect(await kubectl('get leases a b -o name')).toEqual(printed(`${lease}/a\n${lease}/b\n`))
  expect(await kubectl('get leases a zz -o name')).toEqual({
    ...failed(`Error from server (NotFound): leases.${group('coordination')} "zz" not found\n`),
    stdout: `${lease}/a\n`,
  })
  expect(await kubectl('get leases,ns -o name --field-selector metadata.name=default')).toEqual(
    printed('namespace/default\n'),
  )
})

scenario('E', async ({ kubectl, cluster, profile }) => {
  expect(await kubectl('get --raw /readyz')).toEqual(printed('ok'))
  const created = await kubectl('create --raw /api/v1/namespaces -f -', { input: '{"metadata":{"name":"raw"}}' })
  expect(JSON.parse(created.stdout)).toEqual(await cluster.get('Namespace', { name: 'raw' }))
  const { stdout } = await kubectl('delete --raw /api/v1/namespaces/raw')
  expect(JSON.parse(stdout)).toMatchObject(
    profile === 'kubernetes'
      ? { kind: 'Namespace', status: { phase: 'Terminating' } }
      : { kind: 'Status', status: 'Success', details: { name: 'raw' } },
  )
})

scenario('H', async ({ kubectl }) => {
  const { stdout } = await kubectl('version -o json')
  expect(JSON.parse(stdout).serverVersion).toMatchObject({
    major: '1',
    minor: '33',
    gitVersion: expect.stringMatching(/^v1\.33\.\d+$/),
  })
})
