import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../src/node/cli/main.js'
import { parseCtl } from '../../../src/node/cli/ctl/command-line.js'
import { CTL_COMMANDS, ctlCommand } from '../../../src/node/cli/ctl/commands.js'
import { helpText } from '../../../src/node/cli/help.js'
import { operations } from '../../../src/server/control/operations.js'
import { runCtl } from '../../../src/node/cli/ctl/run.js'
import { type StartedCluster, startCluster } from '../../../src/node/start.js'

const words = (line: string) => (line === '' ? [] : line.split(' '))

describe('a command line is parsed into a request', () => {
  test.each<[string, object]>([
    ['clock', { path: '/_fakecluster/clock', body: undefined }],
    ['clock advance 40s', { path: '/_fakecluster/clock/advance', body: '{"by":"40s"}' }],
    ['clock advance 500', { body: '{"by":500}' }],
    ['snapshot', { path: '/_fakecluster/snapshots', body: undefined }],
    ['snapshot before', { body: '{"id":"before"}' }],
    ['snapshots drop before', { path: '/_fakecluster/snapshots/before' }],
    ['fork --port 0 --snapshot=start', { body: '{"port":0,"snapshot":"start"}' }],
    ['watches release watch-1 all', { path: '/_fakecluster/watches/watch-1/release', body: '{"count":"all"}' }],
    ['watches release watch-1 3', { body: '{"count":3}' }],
    ['restore a/b', { path: '/_fakecluster/snapshots/a%2Fb/restore' }],
    [
      'journal --kind Lease,Node --user-agent my* --wrote true --limit 5',
      { path: '/_fakecluster/journal?kind=Lease%2CNode&userAgent=my*&wrote=true&limit=5' },
    ],
    ['kubeconfig --as ann', { path: '/_fakecluster/kubeconfig?as=ann' }],
    ['kubeconfig --as=ann --group dev', { path: '/_fakecluster/kubeconfig?group=dev&as=ann' }],
    ['load a.yaml', { path: '/_fakecluster/state', files: ['a.yaml'] }],
    ['load a.yaml b.yaml', { path: '/_fakecluster/state', files: ['a.yaml', 'b.yaml'] }],
    ['hooks add -', { path: '/_fakecluster/hooks', files: ['-'] }],
    [
      '--server http://x --token=t clock --json --insecure',
      { common: { server: 'http://x', token: 't', json: true, insecure: true } },
    ],
  ])('%s', (line, expected) => {
    expect(parseCtl(words(line))).toMatchObject({ type: 'ask', ...expected })
  })
})

describe('a wrong command line is refused', () => {
  test.each([
    ['clok', 'There is no command "clok". Did you mean clock?'],
    ['snapshot-drop x', 'There is no command "snapshot-drop". Did you mean snapshots drop?'],
    ['frobnicate', 'There is no command "frobnicate". See fakecluster ctl --help.'],
    ['clock advnce 4s', 'clock takes no "advnce". Did you mean clock advance?'],
    ['reset now', 'reset takes no "now". See fakecluster ctl reset --help.'],
    ['clock advance', 'clock advance needs BY: how far: a duration such as 40s, or milliseconds.'],
    [
      'clock advance soon',
      'clock advance: by: "soon" is not a duration: give one such as "40s", "1m30s" or "200ms", or a number of milliseconds, and not a negative one.',
    ],
    ['fork --prot 1', 'fork has no flag --prot. Did you mean --port?'],
    ['fork --port http', 'fork: port: must be a whole number from 0 to 65535, not "http".'],
    ['fork --port', '--port needs a value: --port VALUE.'],
    ['clock --tokn x', 'clock has no flag --tokn. Did you mean --token?'],
    ['load', 'load needs files to read (- is standard input).'],
    ['load /nowhere.yaml', 'Cannot read /nowhere.yaml: there is no such file or folder.'],
    ['--server nonsense clock', '--server takes a URL such as http://127.0.0.1:8080, not "nonsense".'],
  ])('%s: %s', async (line, message) => {
    const err: string[] = []
    const code = await runCtl(words(line), { out: () => undefined, err: (text) => err.push(text), env: {} })
    expect({ code, err }).toEqual({ code: 2, err: [`fakecluster ctl: ${message}`] })
  })
})

test('the help names every command, and every flag of each', () => {
  const help = helpText(
    ctlCommand,
    CTL_COMMANDS.map(({ line }) => line),
  )
  for (const operation of operations) {
    const command = CTL_COMMANDS.find(({ called }) => called === operation.command)
    expect(help).toContain(`  ${operation.command}`)
    for (const { about } of Object.values(operation.fields)) expect(helpText(command!)).toContain(about)
  }
})

describe('ctl with a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-ctl-'))
  let server: StartedCluster
  beforeAll(async () => {
    server = await startCluster({ seed: 1, clock: 'virtual', token: 'secret' })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const ctl = async (line: string, env: { readonly [name: string]: string } = {}) => {
    const out: string[] = []
    const err: string[] = []
    const code = await runCtl(words(line), {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      env: { FAKECLUSTER_SERVER: server.url, FAKECLUSTER_TOKEN: 'secret', ...env },
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('prints one value or a table, and everything with --json', async () => {
    expect(await ctl('snapshot before')).toEqual({ code: 0, out: 'before', err: '' })
    expect(await ctl('clock advance 40s')).toEqual({ code: 0, out: '2024-01-01T00:00:40.000Z', err: '' })
    expect(await ctl('hooks')).toEqual({ code: 0, out: '', err: '' })
    expect(await ctl('snapshots drop before')).toEqual({ code: 0, out: '', err: '' })
    expect((await ctl('snapshots')).out).toMatch(
      /^ID {6}RESOURCE VERSION {3}TIME\nstart {3}\d+ +2024-01-01T00:00:00\.000Z$/,
    )
    expect(JSON.parse((await ctl('clock --json')).out)).toEqual({
      resourceVersion: expect.any(String),
      time: '2024-01-01T00:00:40.000Z',
    })
  })

  test('reads objects and scripts from files', async () => {
    const node = (name: string) => file(`${name}.yaml`, `kind: Node\napiVersion: v1\nmetadata: { name: ${name} }\n`)
    expect(await ctl(`load ${node('a')} ${node('b')}`)).toMatchObject({ code: 0, err: '' })
    expect((await ctl('dump --kinds Node')).out.match(/^ {4}name: .*$/gm)).toEqual(['    name: a', '    name: b'])
    const bad = file('bad.yaml', 'kind: Node\napiVersion: v1\nmetadata: { nam: x }\n')
    const { code, err } = await ctl(`load ${bad}`)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${bad}:3:13`) })
    expect(
      await ctl(
        `hooks add ${file('busy.yaml', '- before: { verb: list, kind: Node }\n  then: { status: TooManyRequests }\n')}`,
      ),
    ).toMatchObject({
      out: 'script-1',
    })
    expect((await ctl('hooks')).out).toContain(
      'hook-1   before   {"verb":"list","kind":"Node"}   {"status":"TooManyRequests"}',
    )
    expect(await ctl('hooks remove script-1')).toMatchObject({ code: 0 })
  })

  test('prints why the server refuses: no such snapshot, a wrong token', async () => {
    expect(await ctl('restore nothing')).toEqual({
      code: 1,
      out: '',
      err: 'fakecluster ctl: there is no snapshot "nothing"; there is start',
    })
    expect(await ctl('clock', { FAKECLUSTER_TOKEN: 'other' })).toMatchObject({
      code: 1,
      err: 'fakecluster ctl: the server wants its token: --token T, or $FAKECLUSTER_TOKEN',
    })
    expect(await ctl('--token other clock')).toMatchObject({ code: 1 })
  })

  test('explains a server without the control API, and one that is not running', async () => {
    const bare = await startCluster({ profile: 'example', control: false })
    expect(await ctl(`--server ${bare.url} clock`)).toMatchObject({
      code: 1,
      err: 'fakecluster ctl: the server answered 404; is it a fakecluster, started without --no-control?',
    })
    await bare.close()
    expect(await ctl(`--server ${bare.url} clock`)).toMatchObject({
      code: 1,
      err: `fakecluster ctl: ${bare.url} cannot be reached: nothing listens there; start it with fakecluster, or name another with --server, such as the one that pause printed.`,
    })
  })

  test('trusts a self-signed certificate only with --insecure', async () => {
    await using safe = await startCluster({ profile: 'example', tls: true })
    expect(await ctl(`--server ${safe.url} clock`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/certificate is not trusted \(\w+\); --insecure takes any\.$/),
    })
    expect(await ctl(`--server ${safe.url} --insecure clock`)).toMatchObject({ code: 0 })
  })
})

test('the command ctl --help prints the usage', async () => {
  const out: string[] = []
  const code = await run(['ctl', '--help'], {
    out: (line) => out.push(line),
    err: () => undefined,
    signal: new AbortController().signal,
  })
  expect({ code, first: out[0]!.split('\n')[0] }).toEqual({ code: 0, first: 'Usage: fakecluster ctl [flags] COMMAND' })
})

test('a file in a folder that is not there is refused, and no folder is made', async () => {
  await using server = await startCluster({ seed: 1 })
  const place = mkdtempSync(join(tmpdir(), 'ctl-'))
  const err: string[] = []
  const io = { out: () => undefined, err: (text: string) => err.push(text), env: { FAKECLUSTER_SERVER: server.url } }
  const file = join(place, 'missing', 'x.html')
  expect(await runCtl(['bundle', file], io)).toBe(2)
  expect(err).toEqual([`fakecluster ctl: Cannot write ${file}: there is no such file or folder.`])
  expect(readdirSync(place)).toEqual([])
  rmSync(place, { recursive: true })
})
