import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The entries of a package. */
export type Doors = { readonly index: string; readonly node: string; readonly browser: string }

/** Where the programs of a run lie. */
export type Bundles = Doors & {
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
      | 'populate',
  ) => string
  /** The doors of another work tree, to be measured beside. */
  readonly before: Doors | undefined
  readonly remove: () => void
}

/**
 * Bundles the package and the programs of the benchmark into a temporary folder, as the build does. What runs is then what is
 * published: a transforming loader names every closure at run time, which costs as much as some requests. `against` is the folder of
 * another work tree with its own node_modules, whose package is bundled too.
 */
export async function bundle(against?: string): Promise<Bundles> {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-bench-'))
  const doors = await bundlePackage(at('../..'), join(folder, 'package'))
  const before = against === undefined ? undefined : await bundlePackage(resolve(against), join(folder, 'before'))
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
  ]
  await write(Object.fromEntries(names.map((name) => [name, at(`./programs/${name}.ts`)])), join(folder, 'programs'))
  return {
    ...doors,
    before,
    program: (name) => join(folder, `programs/${name}.mjs`),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Bundles the entries of the package whose work tree is `root`; one that it has not yet is left out. */
async function bundlePackage(root: string, dir: string): Promise<Doors> {
  const entries = ['index', 'node', 'browser'].map((name) => [name, join(root, `src/${name}.ts`)] as const)
  await write(Object.fromEntries(entries.filter(([, path]) => existsSync(path))), dir, root)
  return { index: join(dir, 'index.mjs'), node: join(dir, 'node.mjs'), browser: join(dir, 'browser.mjs') }
}

async function write(input: Readonly<Record<string, string>>, dir: string, cwd = at('../..')): Promise<void> {
  const build = await rolldown({
    input,
    cwd,
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
    chunkFileNames: 'chunks/[name].mjs',
  })
  await build.close()
}
