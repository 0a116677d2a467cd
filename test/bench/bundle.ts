import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputOptions, rolldown } from 'rolldown'
import { ensureBuilt } from '../package/built.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The entries of a package. */
export type Entries = { readonly index: string; readonly node: string; readonly browser: string }

/** The paths of the programs of a run. */
export type Bundles = Entries & {
  readonly program: (
    name:
      | 'serve-node'
      | 'serve-hono'
      | 'serve-ours'
      | 'serve-hostile'
      | 'probe'
      | 'load'
      | 'inside'
      | 'holdings'
      | 'import'
      | 'start'
      | 'sweep'
      | 'rollout'
      | 'inspected'
      | 'populate'
      | 'walk'
      | 'context'
      | 'cold',
  ) => string
  /** The entry for CommonJS. */
  readonly commonjs: string
  /** The entries of another work tree to compare with. */
  readonly before: Entries | undefined
  /** Writes the modules of `src` one by one, as they are called by their names, and returns their folder. */
  readonly modules: () => Promise<{ readonly folder: string; readonly entry: string }>
  readonly remove: () => void
}

/**
 * Builds the package if needed, and bundles the programs of the benchmark into a temporary folder, so that the
 * published code is measured: a transforming loader names every closure at run time, which costs as much as some
 * requests. `against` is the folder of another work tree with its own node_modules, whose package is built too.
 */
export async function bundle(against?: string): Promise<Bundles> {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-bench-'))
  const entries = await buildPackage(at('../..'))
  const before = against === undefined ? undefined : await buildPackage(resolve(against))
  const names = [
    'serve-node',
    'serve-hono',
    'serve-ours',
    'serve-hostile',
    'probe',
    'load',
    'inside',
    'holdings',
    'import',
    'start',
    'sweep',
    'rollout',
    'inspected',
    'populate',
    'walk',
    'context',
    'cold',
  ]
  await write(Object.fromEntries(names.map((name) => [name, at(`./programs/${name}.ts`)])), join(folder, 'programs'))
  return {
    ...entries,
    commonjs: at('../../dist/commonjs/index.js'),
    before,
    program: (name) => join(folder, `programs/${name}.mjs`),
    modules: async () => {
      const to = join(folder, 'modules')
      await write({ node: at('../../src/node.ts') }, to, {
        preserveModules: true,
        preserveModulesRoot: at('../../src'),
      })
      return { folder: to, entry: join(to, 'node.mjs') }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Builds the package of the work tree `root`, and returns its entries. */
async function buildPackage(root: string): Promise<Entries> {
  await ensureBuilt(root)
  const entry = (name: string) => join(root, `dist/${name}.js`)
  return { index: entry('index'), node: entry('node'), browser: entry('browser') }
}

async function write(
  input: Readonly<Record<string, string>>,
  dir: string,
  options: OutputOptions = { chunkFileNames: 'chunks/[name].mjs' },
): Promise<void> {
  const build = await rolldown({
    input,
    cwd: at('../..'),
    platform: 'neutral',
    resolve: { mainFields: ['main'], conditionNames: ['import', 'default'] },
    transform: { target: 'node20.19', define: { 'process.env.NODE_ENV': '"production"' } },
    external: [/^node:/, 'selfsigned', 'ws'],
  })
  await build.write({
    dir,
    format: 'esm',
    comments: { jsdoc: false },
    entryFileNames: '[name].mjs',
    ...options,
  })
  await build.close()
}
