import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './built.js'
import { npm, root } from './install.js'

/** The package as users install it. */
export type Tarball = { readonly path: string; readonly remove: () => Promise<void> }

/** The environment variable with the path of this run's tarball. */
export const PACKED = 'FAKECLUSTER_TARBALL'

/** Returns the path of the tarball that all test files of this run share. */
export function packedTarball(): string {
  const path = process.env[PACKED]
  if (!path) throw new Error(`${PACKED} says nothing: vitest.config.ts packs before the tests`)
  return path
}

/** Packs the checkout, and builds it before unless the last build is newer than all its sources. */
export async function packTarball(): Promise<Tarball> {
  await ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'fakecluster-tarball-'))
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], root)
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!name) throw new Error('npm pack made no tarball')
  return { path: join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) }
}
