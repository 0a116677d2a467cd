import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Consumer, installNode, installTarball, root, run } from './install.js'

let consumer: Consumer
let installed: string
/** What the client of transcript.mjs is answered in process. */
let transcript: string
let manifest: { readonly version: string; readonly dependencies: Readonly<Record<string, string>> }

beforeAll(async () => {
  consumer = await installTarball(['jest@30', 'vitest@4.1.12', 'typescript@~6.0.3', '@types/node@20'])
  installed = join(consumer.folder, 'node_modules/fakecluster')
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  transcript = await run(process.execPath, ['transcript.mjs', 'process'], consumer.folder)
})
afterAll(() => consumer?.remove())

/** The files a file of dist/ reaches by static imports, and the packages and built-in modules these ask for. */
async function reach(entry: string, pattern: RegExp) {
  const files = [entry]
  const packages = new Set<string>()
  for (const file of files) {
    // What a doc comment's example imports is its reader's.
    const text = (await readFile(file, 'utf8')).replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    for (const [, specifier = ''] of text.matchAll(pattern)) {
      const target = join(dirname(file), entry.endsWith('.d.ts') ? specifier.replace(/\.js$/, '.d.ts') : specifier)
      if (!specifier.startsWith('.')) packages.add(specifier)
      else if (!files.includes(target)) files.push(target)
    }
  }
  return { files, packages: [...packages].sort() }
}

const STATIC_IMPORT = /^(?:import|export)\b[^'"]*?["']([^'"]+)["']/gm
const STATIC_REQUIRE = /^(?:let|const|var)\b.*?\brequire\("([^"]+)"\)/gm
const TYPE_REFERENCE = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g

describe.each([
  ['ESM', 'dist', STATIC_IMPORT],
  ['CommonJS', 'dist/commonjs', STATIC_REQUIRE],
] as const)('%s', (_name, folder, pattern) => {
  test('the core door asks for no package and no built-in module', async () => {
    expect((await reach(join(installed, folder, 'index.js'), pattern)).packages).toEqual([])
    expect((await reach(join(installed, folder, 'node.js'), pattern)).packages).toContain('node:http')
  })

  test('what is loaded at first use is not loaded at start', async () => {
    const { files } = await reach(join(installed, folder, 'node.js'), pattern)
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    expect(sources.filter((source) => source.includes('// node_modules/yaml/'))).toEqual([])
  })

  test('no module is in two files', async () => {
    const chunks = await readdir(join(installed, folder, 'chunks'))
    const files = ['index.js', 'node.js', ...chunks.map((name) => join('chunks', name))]
    const modules = await Promise.all(
      files.map(async (file) =>
        [
          ...(await readFile(join(installed, folder, file), 'utf8')).matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm),
        ].map(([, id]) => id),
      ),
    )
    const all = modules.flat()
    expect(all).toContain('src/base/status.ts')
    expect(all.filter((id, i) => all.indexOf(id) !== i)).toEqual([])
  })

  test.each(['index', 'node'])('the declarations of %s ask for installed packages only', async (door) => {
    const { packages } = await reach(join(installed, folder, `${door}.d.ts`), TYPE_REFERENCE)
    const named = packages
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0])
    expect(named.filter((name) => !Object.hasOwn(manifest.dependencies, name ?? ''))).toEqual([])
  })
})

test('the tarball has the licences of what is bundled', async () => {
  const text = await readFile(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  const heads = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+ \((.+)\)$/gm)].map(([, name, licence]) => `${name} ${licence}`)
  expect(heads).toEqual([
    '@bufbuild/protobuf (Apache-2.0 AND BSD-3-Clause)',
    '@hono/node-server MIT',
    '@marcbachmann/cel-js MIT',
    '@noble/hashes MIT',
    'hono MIT',
    'immer MIT',
    'sorted-btree MIT',
    'yaml ISC',
  ])
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'))
})

test('the declarations compile in both module systems', async () => {
  expect(await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], consumer.folder)).toBe('')
})

test('the transcript has requests of all kinds, and watches that told much', () => {
  const { replies } = JSON.parse(transcript) as {
    readonly replies: readonly { readonly request: string; readonly status: number; readonly body: string }[]
  }
  expect(replies.length).toBeGreaterThan(60)
  expect([...new Set(replies.map(({ request }) => request.split(' ')[0]))].sort()).toEqual([
    'DELETE',
    'GET',
    'PATCH',
    'POST',
    'PUT',
    'watch',
  ])
  expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 201, 400, 404, 409, 415, 422])
  const frames = replies
    .filter(({ request }) => request.startsWith('watch'))
    .map(({ body }) => body.trim().split('\n').length)
  expect(Math.min(...frames)).toBeGreaterThan(5)
})

describe.each(['this', '20.19', '22', '24'])('Node %s', (version) => {
  let node: string
  beforeAll(async () => {
    node = version === 'this' ? process.execPath : await installNode(version)
  })

  test('is the version meant', async () => {
    expect(
      (await run(node, ['--version'], consumer.folder))
        .trim()
        .startsWith(version === 'this' ? process.version : `v${version}.`),
    ).toBe(true)
  })

  test('native import', async () => {
    expect(await run(node, ['import.mjs'], consumer.folder)).toContain(`import ${manifest.version}\n`)
  })

  test('native require', async () => {
    expect(await run(node, ['require.cjs'], consumer.folder)).toContain(`require ${manifest.version}\n`)
  })

  test('Jest', async () => {
    const printed = await run(
      node,
      ['node_modules/jest/bin/jest.js', '--rootDir', '.', '--testMatch', '**/*.test.cjs'],
      consumer.folder,
    )
    expect(printed).toMatch(/Tests: +4 passed, 4 total/)
  })

  test('vitest', async () => {
    const printed = await run(
      node,
      ['node_modules/vitest/vitest.mjs', 'run', '--no-color', 'vitest.test.mjs'],
      consumer.folder,
    )
    expect(printed).toMatch(/Tests +1 passed \(1\)/)
  })

  test('the door of vitest 4', async () => {
    expect(await runDoor(node, consumer)).toEqual(DOOR)
  })

  test.each(['process', 'socket'])('the same seed and requests, the same bytes: %s', async (way) => {
    expect(await run(node, ['transcript.mjs', way], consumer.folder)).toBe(transcript)
  })

  test('the command', async () => {
    expect((await run(node, ['node_modules/.bin/fakecluster', '--version'], consumer.folder)).trim()).toBe(
      manifest.version,
    )
  })
})

describe('vitest 5, under a Node.js it runs on', () => {
  let later: Consumer
  beforeAll(async () => {
    later = await installTarball(['vitest@5.1.1'])
  })
  afterAll(() => later?.remove())

  test.each(['22', '24'])('its door: Node %s', async (version) => {
    expect(await runDoor(await installNode(version), later)).toEqual(DOOR)
  })
})

/** Runs the tests of the door, one of which fails: what passed, and what the report says of the failure. */
async function runDoor(node: string, { folder }: Consumer): Promise<readonly (string | undefined)[]> {
  const { message } = await run(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--no-color', 'door.test.mjs'],
    folder,
  ).then(
    () => new Error('no test failed'),
    (error: Error) => error,
  )
  return [/Tests +(.*)/, /(GET \S+ → 200)/].map((pattern) => pattern.exec(message)?.[1])
}

const DOOR = ['1 failed | 5 passed (6)', 'GET /apis/coordination.k8s.io/v1/namespaces/default/leases/leader → 200']
