import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where the programs of a run lie. */
export type Bundles = {
  /** Doors of the package. */
  readonly index: string
  readonly node: string
  readonly browser: string
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
      | 'populate',
  ) => string
  readonly remove: () => void
}

/**
 * Bundles the package and the programs of the benchmark into a temporary folder, as the build does. What runs is then what is
 * published: a transforming loader names every closure at run time, which costs as much as some requests.
 */
export async function bundle(): Promise<Bundles> {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-bench-'))
  await write(
    {
      index: at('../../src/index.ts'),
      browser: at('../../src/browser.ts'),
      node: at(existsSync(at('../../src/node.ts')) ? '../../src/node.ts' : '../../src/node/start.ts'),
    },
    join(folder, 'package'),
  )
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
    'populate',
  ]
  await write(Object.fromEntries(names.map((name) => [name, at(`./programs/${name}.ts`)])), join(folder, 'programs'))
  return {
    index: join(folder, 'package/index.mjs'),
    node: join(folder, 'package/node.mjs'),
    browser: join(folder, 'package/browser.mjs'),
    program: (name) => join(folder, `programs/${name}.mjs`),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function write(input: Readonly<Record<string, string>>, dir: string): Promise<void> {
  const build = await rolldown({
    input,
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
