import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, root, run } from './install.js'

/** The package as users get it. */
export type Tarball = { readonly path: string; readonly remove: () => Promise<void> }

/** The variable of the environment that says where the tarball of this run is. */
export const PACKED = 'FAKECLUSTER_TARBALL'

/** The tarball that all test files of this run share. */
export function packedTarball(): string {
  const path = process.env[PACKED]
  if (!path) throw new Error(`${PACKED} says nothing: vitest.config.ts packs before the tests`)
  return path
}

/** Packs the checkout. It is built first unless the last build is newer than all it is made of. */
export async function packTarball(): Promise<Tarball> {
  if (!(await isBuilt())) await run('npm', ['run', 'build'], root)
  const folder = await mkdtemp(join(tmpdir(), 'fakecluster-tarball-'))
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], root)
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!name) throw new Error('npm pack made no tarball')
  return { path: join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Tells whether the last build is newer than all it is made of. */
export async function isBuilt(): Promise<boolean> {
  const time = async (path: string) => (await stat(join(root, path)).catch(() => undefined))?.mtimeMs ?? 0
  const sources = (await readdir(join(root, 'src'), { recursive: true })).map((name) => join('src', name))
  const newest = Math.max(...(await Promise.all([...sources, 'tools/build.js', 'package.json'].map(time))))
  // The build writes the one first, the other last.
  return (await time('dist/cli.js')) > newest && (await time('dist/commonjs/node.d.ts')) > newest
}
