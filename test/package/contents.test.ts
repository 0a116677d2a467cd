import { statSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, run } from './install.js'
import { type InstalledProject, createProject } from './project.js'
import { packedTarball } from './tarball.js'

let project: InstalledProject
let installed: string
let manifest: { readonly dependencies: Readonly<Record<string, string>> }

beforeAll(async () => {
  project = await createProject({ node: '20.19', packages: [], folders: [] }, packedTarball())
  installed = join(project.folder, 'node_modules/fakecluster')
  // only the part that is read
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as typeof manifest
})
afterAll(() => project?.remove())

/**
 * Follows the static imports of a file in dist/: returns the files it reaches, and the packages and built-in modules
 * they import.
 */
async function reach(entry: string, pattern: RegExp) {
  const files = [entry]
  const packages = new Set<string>()
  for (const file of files) {
    // Without doc comments, whose examples have imports too.
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
// Without a require inside a function, which runs when it is called.
const STATIC_REQUIRE = /^(?:let|const|var)\b[^>]*?\brequire\("([^"]+)"\)/gm
const TYPE_REFERENCE = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g

test.each(['dist/chunks', 'dist/commonjs/chunks'])('%s is ASCII, which takes half of the memory', async (folder) => {
  const files = (await readdir(join(installed, folder))).filter((file) => file.endsWith('.js'))
  const texts = await Promise.all(files.map((file) => readFile(join(installed, folder, file), 'utf8')))
  expect(files.filter((_, i) => /[^\0-\x7f]/.test(texts[i] ?? ''))).toEqual([])
})

test('late imports name the file that has a module, not one that only passes it on', async () => {
  const chunks = join(installed, 'dist/chunks')
  const files = (await readdir(chunks)).filter((file) => file.endsWith('.js'))
  const texts = await Promise.all(files.map((file) => readFile(join(chunks, file), 'utf8')))
  expect(files.filter((_, i) => /^import\{[^}]*\}from"[^"]*";\nexport\{[^}]*\};\n$/.test(texts[i] ?? ''))).toEqual([])
})

/** Returns the modules of src/ that a file in dist/ loads at once. */
async function modulesOf(file: string): Promise<readonly string[]> {
  const { files } = await reach(file, STATIC_IMPORT)
  const texts = await Promise.all(files.map((each) => readFile(each, 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/^\/\/ src\/(\S+)$/gm)].map(([, module = '']) => module))
}

test.each(['cli', 'assets'])('%s imports nothing before compiled code is kept', async (entry) => {
  expect(await modulesOf(join(installed, `dist/${entry}.js`))).toEqual([entry, 'node/cli/engine'])
})

test('what stands for etcd loads no cluster', async () => {
  const chunks = join(installed, 'dist/chunks')
  const files = (await readdir(chunks)).map((file) => join(chunks, file))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const program = files[texts.findIndex((text) => text.includes('\n// src/node/cli/assets/program\n'))]
  const modules = await modulesOf(program ?? '')
  expect(modules).toContain('node/cli/assets/program')
  expect(modules.filter((module) => /^(?:cluster|controllers|rest)\//.test(module))).toEqual([])
})

describe.each([
  ['ESM', 'dist', STATIC_IMPORT],
  ['CommonJS', 'dist/commonjs', STATIC_REQUIRE],
] as const)('%s', (_name, folder, pattern) => {
  test('the entries for any runtime import neither packages nor built-in modules', async () => {
    expect((await reach(join(installed, folder, 'index.js'), pattern)).packages).toEqual([])
    expect((await reach(join(installed, folder, 'browser.js'), pattern)).packages).toEqual([])
    expect((await reach(join(installed, folder, 'node.js'), pattern)).packages).toContain('node:fs')
  })

  test('libraries that are loaded at first use are not loaded at start', async () => {
    const { files } = await reach(join(installed, folder, 'node.js'), pattern)
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    const late = ['@bufbuild/protobuf', 're2js']
    expect(late.filter((name) => sources.some((source) => source.includes(`// node_modules/${name}/`)))).toEqual([])
    expect(sources.some((source) => source.includes('// node_modules/sorted-btree/'))).toBe(true)
  })

  test('no module is bundled into two files', async () => {
    const chunks = await readdir(join(installed, folder, 'chunks'))
    const files = ['index.js', 'node.js', 'browser.js', ...chunks.map((name) => join('chunks', name))]
    const modules = await Promise.all(
      files.map(async (file) =>
        [
          ...(await readFile(join(installed, folder, file), 'utf8')).matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm),
        ].map(([, id]) => id),
      ),
    )
    const all = modules.flat()
    expect(all).toContain('src/base/errors/status')
    expect(all.filter((id, i) => all.indexOf(id) !== i)).toEqual([])
  })

  test.each(['index', 'node', 'browser', 'jest', 'node-test'])(
    'the declarations of %s import only dependencies',
    async (entry) => {
      const { packages } = await reach(join(installed, folder, `${entry}.d.ts`), TYPE_REFERENCE)
      const named = packages
        .filter((name) => !name.startsWith('node:'))
        .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0])
      expect(named.filter((name) => !Object.hasOwn(manifest.dependencies, name ?? ''))).toEqual([])
    },
  )
})

test.each(['index', 'browser'])(
  'the declarations of %s need only what the DOM has in the `lib` of a page',
  async (entry) => {
    const compilerOptions = {
      ...{ target: 'ES2022', module: 'ES2022', moduleResolution: 'bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
      ...{ types: [], strict: true, noEmit: true, skipLibCheck: false },
    }
    const config = join(project.folder, `tsconfig.${entry}.json`)
    await writeFile(config, JSON.stringify({ compilerOptions, files: [`${entry}.ts`] }))
    const from = entry === 'index' ? 'fakecluster' : `fakecluster/${entry}`
    await writeFile(join(project.folder, `${entry}.ts`), `export * from '${from}'\n`)
    expect(await run(project.node, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], project.folder)).toBe(
      '',
    )
  },
)

test('the tarball has the documentation', async () => {
  const documents = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'))
  expect(documents.length).toBeGreaterThan(20)
  expect(await readdir(join(installed, 'docs'))).toEqual(documents.sort())
  for (const name of ['README.md', 'SECURITY.md'])
    expect(await readFile(join(installed, name), 'utf8')).toBe(await readFile(join(root, name), 'utf8'))
})

test('the tarball has at most 2.6 MB', () => {
  expect(statSync(packedTarball()).size).toBeLessThanOrEqual(2_600_000)
})

test('the tarball has the licences of the bundled packages', async () => {
  const text = await readFile(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  const heads = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+ \((.+)\)$/gm)].map(([, name, licence]) => `${name} ${licence}`)
  expect(heads).toEqual([
    '@bufbuild/protobuf (Apache-2.0 AND BSD-3-Clause)',
    '@hono/node-server MIT',
    '@noble/hashes MIT',
    'hono MIT',
    'immer MIT',
    'preact MIT',
    're2js MIT',
    'sorted-btree MIT',
  ])
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'))
})
