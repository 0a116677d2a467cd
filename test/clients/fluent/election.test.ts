import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from '../../../src/model/call/call.js'
import { root } from '../../package/install.js'
import { installed } from '../setup/install.js'
import { leaderElection } from '../setup/versions.js'
import { createJournal } from '../support/journal.js'
import { type AtEnd, type Server, startServer } from '../support/server.js'
import { type Finished, type Running, openShell } from '../support/shell.js'

const folder = await installed(leaderElection)
const program = join(root, 'test/clients/fluent/elector.mjs')

// Long enough for a busy machine: an elector that starts slowly is not too late.
const DURATION_SECONDS = 10
const NEVER_MS = 60_000

// The package only knows the group name of the profile kubernetes.
const begin = (atEnd: AtEnd) => startServer({ profile: 'kubernetes', controllers: 'default' }, atEnd)

/** Starts an elector. It reads the lease at once, after half of the lease duration and after all of it. */
async function compete(server: Server, atEnd: AtEnd, identity: string, renewalMs = NEVER_MS): Promise<Running> {
  const shell = await openShell(server.kubeconfig, atEnd)
  return shell.start(process.execPath, [program, folder, identity, `${DURATION_SECONDS}`, `${renewalMs}`])
}

/** Waits until an elector has printed a line `times` times. */
const until = ({ lines }: Running, line: string, times = 1) =>
  lines.until((all) => all.filter((each) => each === line).length >= times)

const leader = async ({ cluster }: Server) => (await cluster.get('Lease', { name: 'leader' })).spec ?? {}

test('37. a leader that renews, and again after the watch event of its own write', async ({
  onTestFinished: atEnd,
}) => {
  const server = await begin(atEnd)
  const elector = await compete(server, atEnd, 'first', 100)
  await until(elector, 'renewed', 2)
  expect(elector.lines.entries.slice(0, 4)).toEqual(['sees first', 'leads', 'renewed', 'renewed'])
  const { acquireTime, renewTime } = await leader(server)
  expect(Date.parse(`${renewTime}`) - Date.parse(`${acquireTime}`)).toBeGreaterThan(100)
  await elector.kill()
})

test.for([
  ['create', ['refused 409', 'refused 409']],
  ['update', ['sees nobody', 'refused 409', 'refused 409']],
] as const)(
  '37. two that %s the lease at once, of which one leads',
  async ([verb, refused], { onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    const { cluster } = server
    if (verb === 'update')
      await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { leaseDurationSeconds: DURATION_SECONDS } })
    const come = createJournal<Call>()
    const meet = (call: Call) => {
      come.add(call)
      return come.until((all) => all.length === 2)
    }
    cluster.hooks.before({ verb, kind: 'Lease' }, meet, { times: 2 })
    const one = await compete(server, atEnd, 'one')
    const two = await compete(server, atEnd, 'two')
    const { spec } = await cluster.waitFor(
      'Lease',
      { name: 'leader' },
      (lease) => typeof lease.spec?.holderIdentity === 'string',
      { timeout: '120s' },
    )
    const winner = spec?.holderIdentity
    const [leads, loses] = winner === 'one' ? [one, two] : [two, one]
    await until(leads, 'leads')
    await until(loses, `sees ${winner}`)
    expect(loses.lines.entries).toEqual([...refused, `sees ${winner}`])
    expect(leads.lines.entries.slice(0, 2)).toEqual([verb === 'create' ? `sees ${winner}` : 'sees nobody', 'leads'])
    await Promise.all([one.kill(), two.kill()])
  },
)

/** Returns the distinct lines that an elector printed. */
const said = async (finished: Promise<Finished>) => {
  const { code, stdout, stderr } = await finished
  return { code, said: [...new Set(stdout.split('\n').slice(0, -1))], stderr }
}

test('37. a leader that stops: the second takes over', async ({ onTestFinished: atEnd }) => {
  const server = await begin(atEnd)
  const first = await compete(server, atEnd, 'first')
  await until(first, 'leads')
  const second = await compete(server, atEnd, 'second')
  await until(second, 'sees first')
  expect(await said(first.interrupt())).toEqual({ code: 0, said: ['sees first', 'leads'], stderr: '' })
  await until(second, 'leads')
  expect(await leader(server)).toMatchObject({ holderIdentity: 'second' })
  expect(await said(second.interrupt())).toEqual({ code: 0, said: ['sees first', 'sees nobody', 'leads'], stderr: '' })
  expect(await leader(server)).toEqual({ acquireTime: expect.any(String), leaseDurationSeconds: DURATION_SECONDS })
})

test('37. a leader that is killed: the second takes over once the lease has expired', async ({
  onTestFinished: atEnd,
}) => {
  const server = await begin(atEnd)
  const first = await compete(server, atEnd, 'first', 100)
  await until(first, 'leads')
  const second = await compete(server, atEnd, 'second')
  await until(second, 'sees first')
  await first.kill()
  const left = await leader(server)
  await until(second, 'leads')
  const taken = await leader(server)
  expect([left, taken]).toMatchObject([{ holderIdentity: 'first' }, { holderIdentity: 'second' }])
  expect(Date.parse(`${taken.acquireTime}`) - Date.parse(`${left.renewTime}`)).toBeGreaterThan(DURATION_SECONDS * 1000)
  expect(await said(second.interrupt())).toEqual({ code: 0, said: ['sees first', 'leads'], stderr: '' })
})
