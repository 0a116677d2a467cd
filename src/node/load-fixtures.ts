import type { Cluster } from '../cluster.js'
import type { LoadOptions } from '../load/load.js'
import { readFixtures } from './fixtures.js'

/**
 * Loads fixture files, and folders of them, into a cluster: all of them or none.
 *
 * @throws StartError for a path that cannot be read, LoadError with every fault the fixtures have
 * @example
 * await loadFixtures(cluster, ['fixtures/scenarios/team-shop'])
 */
export async function loadFixtures(cluster: Cluster, paths: readonly string[], options?: LoadOptions): Promise<void> {
  await cluster.load(await readFixtures(paths), options)
}

/** Puts the hooks of script files in force, in the order of the files. */
export async function loadScripts(cluster: Cluster, paths: readonly string[]): Promise<void> {
  for (const { name, text } of await readFixtures(paths)) await cluster.hooks.script(text, { file: name })
}
