import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runUpgrade } from '../../../../src/node/cli/upgrade/run.js'
import { createCluster } from '../../../../src/index.js'
import '../../../../src/node.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command; returns its exit code and what it printed. */
async function ran(...argv: readonly string[]) {
  const lines: string[] = []
  const io = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line), env: process.env }
  const code = await runUpgrade(argv, io)
  return { code, text: lines.join('\n') }
}

/** Writes a program that sends a request with a body, and fails if that is refused; returns the words that run it. */
async function program(path: string, body: object): Promise<readonly string[]> {
  const file = join(folder, 'agent.mjs')
  await writeFile(
    file,
    `import { readFileSync } from 'node:fs'
if (!readFileSync(process.env.KUBECONFIG, 'utf8').includes(process.env.FAKECLUSTER_URL)) process.exit(3)
const headers = { 'content-type': 'application/json', 'user-agent': 'agent' }
const reply = await fetch(process.env.FAKECLUSTER_URL + '${path}', { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(body))} })
console.log((await reply.json()).message)
process.exit(reply.ok ? 0 : 1)
`,
  )
  return ['--', process.execPath, file]
}

const CLASSES = '/apis/storage.k8s.io/v1beta1/volumeattributesclasses'
const gold = { metadata: { name: 'gold' }, driverName: 'a.example.com', parameters: { a: 'b' } }
const driver = { metadata: { name: 'a.example.com' }, spec: { tokenRequests: [{ audience: 'a' }] } }
const VERSIONS = ['--from', '1.33', '--to', '1.37']

test('a program that uses a removed API fails, and the report says why', async () => {
  const page = join(folder, 'report.html')
  const serves = ['--runtime-config', 'storage.k8s.io/v1beta1=true']
  const { code, text } = await ran(...VERSIONS, ...serves, '--report', page, ...(await program(CLASSES, gold)))
  expect(text.split('\n')).toEqual([
    'fails: the command ended with 1: the server could not find the requested resource with 1.37',
    `gone: agent: POST ${CLASSES}: storage.k8s.io/v1beta1 does not serve volumeattributesclasses`,
    '1 request to 1.33 and to 1.37: 1 fails, 1 gone',
  ])
  expect(code).toBe(1)
  expect(await readFile(page, 'utf8')).toMatch(/#\d+ POST \/apis\/storage\.k8s\.io\/v1beta1\/volumeattributesclasses/)
})

test('a program that gets a new warning passes, unless --fail-on says otherwise', async () => {
  const words = await program('/apis/storage.k8s.io/v1/csidrivers', driver)
  const { code, text } = await ran(...VERSIONS, ...words)
  expect(code).toBe(0)
  expect(text).toMatch(/^warned: agent: POST .*\nchanged: .*\n1 request to 1\.33 and to 1\.37: 1 warned, 1 changed$/)
  const json = await ran(...VERSIONS, '--fail-on', 'warned', '--output', 'json', ...words)
  expect(json.code).toBe(1)
  expect(JSON.parse(json.text).findings.map(({ level }: { level: string }) => level)).toEqual(['warned', 'changed'])
})

test('a program that fails with the first version already is no finding', async () => {
  const { code, text } = await ran(...VERSIONS, ...(await program(CLASSES, gold)))
  expect(code).toBe(2)
  expect(text).toContain('The command ended with 1: the server could not find the requested resource with 1.33 already')
})

test('--journal takes the bundle of a run in place of a command', async () => {
  const cluster = createCluster({ seed: 1 })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(driver) }
  await cluster.fetch('/apis/storage.k8s.io/v1/csidrivers', init)
  const file = join(folder, 'run.json')
  await writeFile(file, JSON.stringify(await cluster.bundle()))
  expect(await ran(...VERSIONS, '--journal', file, '--fail-on', 'changed')).toMatchObject({
    code: 1,
    text: expect.stringContaining('1 warned, 1 changed'),
  })
  expect((await ran(...VERSIONS, '--journal', file, '--fail-on', 'never')).code).toBe(0)
})

test('a wrong command line says what is missing', async () => {
  expect(await ran('--help')).toMatchObject({ code: 0, text: expect.stringContaining('upgrade --from VERSION') })
  expect(await ran('--from', '1.35', '--', 'true')).toMatchObject({
    code: 2,
    text: expect.stringContaining('name the two versions'),
  })
  expect(await ran(...VERSIONS)).toMatchObject({ code: 2, text: expect.stringContaining('name either the command') })
  expect((await ran(...VERSIONS, '--journal', join(folder, 'none.json'))).code).toBe(2)
  expect((await ran('--from', '1.32', '--to', '1.37', '--', 'true')).code).toBe(2)
  expect(await ran(...VERSIONS, '--', join(folder, 'none'))).toMatchObject({
    code: 2,
    text: expect.stringContaining('there is no such program'),
  })
})
