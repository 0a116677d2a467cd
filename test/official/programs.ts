import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cache, once } from '../clients/setup/install.js'
import { run } from '../package/install.js'
import { type SpecsVersion, folder } from './specs.js'

/**
 * Returns the path of the official end-to-end suite of a version, built on first use, which takes some minutes and 2 GB
 * of Go's cache.
 */
export const suiteProgram = (version: SpecsVersion): Promise<string> =>
  version === '1.33'
    ? goProgram(folder, 'specs', '.', ['test', '-c'])
    : goProgram(folder, 'specs', '.', ['test', '-c', `-modfile=versions/${version}.mod`], 'versions')

/** Returns the path of kube-controller-manager, built on first use. */
export const controllerManager = (): Promise<string> => goProgram(folder, 'controller-manager', './controller-manager')

/** Returns the path of the program of the suite's webhooks, built on first use. */
export const webhooksProgram = (): Promise<string> => goProgram(folder, 'webhooks', './webhooks')

/**
 * Builds a package of a Go module in `folder`, unless it was built from the same sources before, and returns its path.
 * `modules` is the folder of another go.mod that the command names.
 */
export async function goProgram(
  folder: string,
  name: string,
  source: string,
  command: readonly string[] = ['build'],
  modules?: string,
): Promise<string> {
  const hash = createHash('sha256')
  const folders = ['', source, ...(modules === undefined ? [] : [modules])]
  for (const path of (await Promise.all(folders.map((each) => sources(folder, each)))).flat())
    hash.update(path).update(await readFile(join(folder, path)))
  const target = join(cache, `official-${name}-${hash.digest('hex').slice(0, 16)}`)
  await once(target, async (fresh) => {
    await run('go', [...command, '-ldflags=-s -w', '-o', join(fresh, name), source], folder)
  })
  return join(target, name)
}

const sources = async (folder: string, path: string) =>
  (await readdir(join(folder, path)))
    .filter((name) => /\.(go|mod|sum)$/.test(name))
    .sort()
    .map((name) => join(path, name))
