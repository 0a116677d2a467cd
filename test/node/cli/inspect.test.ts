import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createGzip, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { embeddedIn, pageWith } from '../../../src/cluster/bundle/embedded.js'
import { createCluster } from '../../../src/index.js'
import { readInspectorPage } from '../../../src/node/inspector-page.js'
import { runInspect } from '../../../src/node/cli/inspect.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fakecluster-inspect-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command; returns its exit code and what it printed. */
async function inspect(...argv: readonly string[]) {
  const lines: string[] = []
  const line = (text: string) => void lines.push(text)
  return { code: await runInspect(argv, { out: line, err: line }), text: lines.join('\n') }
}

test('a wrong command line exits with 2, a file that cannot be shown with 1', async () => {
  expect(await inspect()).toEqual({ code: 2, text: expect.stringContaining('name a file') })
  expect(await inspect('a', 'b')).toEqual({ code: 2, text: expect.stringContaining('name one file') })
  expect((await inspect('--help')).text).toContain('Usage: fakecluster inspect FILE')
  expect(await inspect(join(folder, 'none.html'))).toEqual({ code: 1, text: expect.stringContaining('no such file') })
  await writeFile(join(folder, 'other.json'), '{}')
  expect(await inspect(join(folder, 'other.json'))).toEqual({
    code: 1,
    text: expect.stringContaining('is not a Bundle'),
  })
})

test('a JSON Bundle becomes a page beside it; a page is shown unchanged', async () => {
  const file = join(folder, 'run.json')
  await writeFile(file, JSON.stringify(await createCluster({ seed: 1 }).bundle()))
  const made = await inspect(file)
  expect(made).toEqual({ code: 0, text: expect.stringMatching(/^file:.*run\.fakecluster\.html$/) })
  const page = await readFile(fileURLToPath(made.text), 'utf8')
  expect(page).toContain('<title>fakecluster</title>')
  const [, policy] = /"Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? []
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('connect-src')
  expect(await inspect(fileURLToPath(made.text))).toEqual(made)
})

describe('a file of somebody else', () => {
  const made = async () => createCluster({ seed: 1 }).bundle()
  const pageFor = (json: string) => pageWith(readInspectorPage() ?? '', gzipSync(json).toString('base64'))

  test.each<[string, (bundle: object) => object, string]>([
    ['without most members', () => ({ format: 1, versions: {}, kinds: [], start: [] }), 'it lacks changes, requests,'],
    ['whose kinds have no columns', (bundle) => ({ ...bundle, kinds: [{}] }), 'it lacks kinds[0].apiVersion'],
    ['whose objects are none', (bundle) => ({ ...bundle, start: [{ object: 1, cells: [] }] }), 'start[0].object'],
    ['of times that no Date holds', (bundle) => ({ ...bundle, made: 1e300 }), 'it lacks made'],
    ['without hooks', (bundle) => ({ ...bundle, hooks: undefined, told: [{}] }), 'it lacks hooks, told[0].number'],
    ['of another writer', () => ({ format: 2, versions: { fakecluster: '\u001b[2J' } }), 'another fakecluster wrote'],
  ])('%s is refused in words', async (_, change, words) => {
    const file = join(folder, 'foreign.json')
    await writeFile(file, JSON.stringify(change(await made())))
    const { code, text } = await inspect(file)
    expect([code, text]).toEqual([1, expect.stringContaining(words)])
    expect(text).not.toContain('\u001b')
    expect(await readdir(folder)).toEqual(['foreign.json'])
  })

  test('that unpacks to a gigabyte is refused, packed or by differences', async () => {
    const file = join(folder, 'bomb.html')
    const gzip = createGzip({ level: 9 })
    const packed = buffer(gzip)
    const filler = ' '.repeat(1024 ** 2)
    for (let i = 0; i < 300; i++) if (!gzip.write(filler)) await once(gzip, 'drain')
    gzip.end()
    await writeFile(file, pageWith(readInspectorPage() ?? '', (await packed).toString('base64')))
    expect((await inspect(file)).text).toContain('takes more than 256 MiB, which no Bundle does')

    const { start, ...bundle } = await made()
    const item = { ...start[0], text: 'x'.repeat(1e6) }
    const alike = [[0, [item]], ...Array.from({ length: 2000 }, () => [1, { a: [1] }])]
    await writeFile(file, pageFor(JSON.stringify({ ...bundle, packed: { start: alike } })))
    expect((await inspect(file)).text).toContain('takes more than 1024 MiB, which no Bundle does')
  })

  test('that nests deeply is refused', async () => {
    const file = join(folder, 'deep.json')
    const json = JSON.stringify({ ...(await made()), engine: 1 })
    await writeFile(file, json.replace('"engine":1', `"engine":${'['.repeat(1e5)}${']'.repeat(1e5)}`))
    expect(await inspect(file)).toEqual({ code: 1, text: expect.stringContaining('is nested too deeply') })
  })

  test('that is a page with scripts of its own is shown by our page, from the data alone', async () => {
    const file = join(folder, 'foreign.html')
    const page = pageFor(JSON.stringify(await made()))
    await writeFile(file, page.replace('</body>', '<script>alert(1)</script></body>'))
    const shown = await inspect(file)
    expect(shown).toEqual({ code: 0, text: expect.stringMatching(/foreign\.inspected\.html$/) })
    const text = await readFile(fileURLToPath(shown.text), 'utf8')
    expect(text).not.toContain('alert(1)')
    expect(embeddedIn(text)).toEqual({ base64: expect.stringMatching(/^[\w+/=]+$/) })
    expect(await inspect(fileURLToPath(shown.text))).toEqual(shown)
  })
})
