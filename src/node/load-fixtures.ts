import { publicAsync } from '../base/errors/call-site.js'
import { checkArguments } from '../base/check/arguments.js'
import { clusterShape } from '../base/check/cluster.js'
import type { Cluster } from '../cluster/types.js'
import type { LoadOptions } from '../cluster/load/load.js'
import { type Input, inputOrPath } from '../base/input/input.js'
import { readFiles } from './fixtures.js'

/**
 * Loads fixtures into a cluster, all or none: paths of files and folders, text, objects, or a list of these.
 *
 * @throws StartError for a path that cannot be read, LoadError that lists all problems
 * @example
 * await loadFixtures(cluster, 'fixtures/scenarios/team-shop')
 */
export const loadFixtures = publicAsync(
  async (cluster: Cluster, fixtures: Input, options?: LoadOptions): Promise<void> => {
    checkArguments('loadFixtures', { cluster: clusterShape, fixtures: inputOrPath }, [cluster, fixtures])
    await cluster.load(await readFiles(fixtures), options)
  },
)

/**
 * Adds scripts to a cluster, all or none: paths of files and folders, text, objects, or a list of these.
 *
 * @throws StartError for a path that cannot be read, LoadError that lists all problems
 * @example
 * await loadScripts(cluster, 'fixtures/scripts/lease-conflict.yaml')
 */
export const loadScripts = publicAsync(async (cluster: Cluster, scripts: Input): Promise<void> => {
  checkArguments('loadScripts', { cluster: clusterShape, scripts: inputOrPath }, [cluster, scripts])
  await cluster.hooks.script(await readFiles(scripts))
})
