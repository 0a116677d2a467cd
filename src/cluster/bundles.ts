import { loadPaths } from '../kinds/apiextensions/definition-columns.js'
import { publicAsync } from '../base/errors/call-site.js'
import { checkArguments, code, optionsOf } from '../base/check/arguments.js'
import type { Bundle } from './bundle/types.js'
import type { FromBundleOptions } from './from-bundle.js'
import type { Replay } from './replay/run.js'
import type { Cluster } from './types.js'
import { releaseShape } from '../model/registry/releases.js'

/** Options of `replay`: the code that the cluster was created with, which a Bundle cannot hold. */
export type ReplayOptions = Omit<FromBundleOptions, 'at' | 'controllers' | 'kubernetesVersion'>

/** The parameters that follow the Bundle. */
const anything = code('anything', () => true)
const fromBundleParameters = {
  options: optionsOf(
    {
      at: code('a revision such as 1005', (value) => /^\d+$/.test(String(value))),
      kubernetesVersion: releaseShape,
      ...{ kinds: anything, admissionPlugins: anything, services: anything, openapi: anything, controllers: anything },
    },
    '{ at: 1005 }',
  ),
}

const replayParameters = {
  options: optionsOf(
    { kinds: anything, admissionPlugins: anything, services: anything, openapi: anything },
    '{ kinds: [Rota] }',
  ),
}

/**
 * Creates a cluster from a Bundle: with its last state, or the state at a revision, and the history up to there. The
 * cluster is independent of the recorded one. Its controllers continue from there, unless `controllers: 'none'` is
 * given. It is of the version of Kubernetes that wrote the Bundle, or of another one that has a place for all objects.
 *
 * @throws BundleError for a value that is not a Bundle, if code that the cluster was created with is not given again,
 * or for objects and fields that the version does not have, which it names; RangeError for a revision that the Bundle
 * does not hold
 * @example
 * const cluster = await fromBundle(await other.bundle(), { at: 1005 })
 */
export const fromBundle = publicAsync(async (bundle: Bundle, options: FromBundleOptions = {}): Promise<Cluster> => {
  checkArguments('fromBundle', fromBundleParameters, [options])
  const [{ checkBundle }, { clusterOf }] = await Promise.all([
    import('./bundle/read.js'),
    import('./from-bundle.js'),
    loadPaths(),
  ])
  return clusterOf(checkBundle(bundle, 'What fromBundle was given'), options)
})

/**
 * Sends the requests of a Bundle again, at the times they were made, to a cluster that begins in the same state as the
 * recorded one, and reports the differences. Hooks and controllers that are code are replayed by their recorded
 * effects. Secret values, masked or not, are not compared.
 *
 * @throws BundleError for a value that is not a Bundle, or a Bundle that does not hold the whole run
 * @example
 * const { identical, differences } = await replay(await cluster.bundle())
 */
export const replay = publicAsync(async (bundle: Bundle, options: ReplayOptions = {}): Promise<Replay> => {
  checkArguments('replay', replayParameters, [options])
  const [{ checkBundle }, { runReplay }] = await Promise.all([
    import('./bundle/read.js'),
    import('./replay/run.js'),
    loadPaths(),
  ])
  return runReplay(checkBundle(bundle, 'What replay was given'), options)
})
