import { expect } from 'vitest'
import { failed, leaseYaml, printed } from '../support/manifests.js'
import { type World, scenario } from '../support/scenario.js'

const said = (world: World, what: string) => printed(`lease.${world.group('coordination')}/a ${what}\n`)
const STRICT = 'Lease in version "v1" cannot be handled as a Lease: strict decoding error: unknown field "spec.bogus"'

scenario('11', async (world) => {
  const { kubectl, cluster } = world
  const files = { 'lease.yaml': leaseYaml(world, 'a', 'one').replace('spec:', 'spec:\n  bogus: 1') }
  expect(await kubectl('create -f lease.yaml', { files })).toEqual(
    failed(`Error from server (BadRequest): error when creating "lease.yaml": ${STRICT}\n`),
  )
  expect(await kubectl('create --validate=warn -f lease.yaml')).toEqual({
    ...said(world, 'created'),
    stderr: 'Warning: unknown field "spec.bogus"\n',
  })
  await cluster.delete('Lease', { name: 'a' })
  expect(await kubectl('create --validate=ignore -f lease.yaml')).toEqual(said(world, 'created'))
  expect((await cluster.get('Lease', { name: 'a' })).spec).toEqual({ holderIdentity: 'one', leaseDurationSeconds: 15 })
})

scenario('32b', async ({ kubectl, group }) => {
  const { code, stdout, stderr } = await kubectl(`explain lease.spec --api-version=${group('coordination')}/v1`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    new RegExp(`^GROUP: +${group('coordination')}\nKIND: +Lease\nVERSION: +v1\n\nFIELD: spec <LeaseSpec>\n`),
  )
  expect(stdout).toContain('    LeaseSpec is a specification of a Lease.\n')
  expect(stdout.match(/^ {2}\S.*$/gm)).toEqual([
    '  acquireTime\t<string>',
    '  holderIdentity\t<string>',
    '  leaseDurationSeconds\t<integer>',
    '  leaseTransitions\t<integer>',
    '  preferredHolder\t<string>',
    '  renewTime\t<string>',
    '  strategy\t<string>',
  ])
  expect(stdout).toContain(
    '  renewTime\t<string>\n    renewTime is a time when the current holder of a lease has last updated the\n    lease.\n',
  )
  expect((await kubectl('explain pdb --recursive')).stdout).toMatch(
    /^ {2}spec\t<PodDisruptionBudgetSpec>\n {4}maxUnavailable\t<IntOrString>\n/m,
  )
})

scenario('I', async (world) => {
  const { kubectl, cluster } = world
  const input = leaseYaml(world, 'a', 'one').replace('15', 'long')
  const { code, stderr } = await kubectl('apply -f -', { input })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(
      'json: cannot unmarshal string into Go struct field LeaseSpec.spec.leaseDurationSeconds of type int32',
    ),
  })
  expect((await cluster.list('Lease')).items).toEqual([])
})

scenario('J', async ({ kubectl, group }) => {
  const { code, stdout } = await kubectl(
    `explain lease.spec --output=plaintext-openapiv2 --api-version=${group('coordination')}/v1`,
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^ {3}renewTime\t<string>\n {5}renewTime is a time when the current holder of a lease has last updated the/m,
  )
})
