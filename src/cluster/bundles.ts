import { publicAsync } from '../base/call-site.js'
import { checkArguments, code, optionsOf } from '../check/arguments.js'
import type { Bundle } from '../bundle/types.js'
import type { FromBundleOptions } from './from-bundle.js'
import type { Replay } from './replay/types.js'
import type { Cluster } from './types.js'

/** Options of `replay`: what the cluster was made with that no file holds. */
export type ReplayOptions = Omit<FromBundleOptions, 'at' | 'controllers'>

/** What it takes besides a Bundle. */
const anything = code('anything', () => true)
const fromBundleParameters = {
  options: optionsOf(
    {
      at: code('a revision such as 1005', (value) => /^\d+$/.test(String(value))),
      ...{ kinds: anything, admissionPlugins: anything, openapi: anything, controllers: anything },
    },
    '{ at: 1005 }',
  ),
}

const replayParameters = {
  options: optionsOf({ kinds: anything, admissionPlugins: anything, openapi: anything }, '{ kinds: [Rota] }'),
}

/**
 * Makes the cluster that a Bundle tells of: its last state, or that of a revision, with the history up to there. It is
 * a fork: what is done to it changes nothing else. Its controllers go on from there, unless `controllers: 'none'` says
 * otherwise.
 *
 * @throws BundleError for what is no Bundle, or lacks what the cluster was made with; RangeError for a revision it does
 * not hold
 * @example
 * const cluster = await fromBundle(await other.bundle(), { at: 1005 })
 */
export const fromBundle = publicAsync(async (bundle: Bundle, options: FromBundleOptions = {}): Promise<Cluster> => {
  checkArguments('fromBundle', fromBundleParameters, [options])
  const [{ checkBundle }, { clusterOf }] = await Promise.all([import('../bundle/read.js'), import('./from-bundle.js')])
  return clusterOf(checkBundle(bundle, 'What fromBundle was given'), options)
})

/**
 * Sends the requests that a Bundle tells of again, at the times they came, to a cluster that begins as the recorded one
 * did, and tells where they end otherwise. Hooks and controllers that are code do again what they did. Secret values,
 * masked or not, are not compared.
 *
 * @throws BundleError for what is no Bundle, or does not hold the whole run
 * @example
 * const { identical, differences } = await replay(await cluster.bundle())
 */
export const replay = publicAsync(async (bundle: Bundle, options: ReplayOptions = {}): Promise<Replay> => {
  checkArguments('replay', replayParameters, [options])
  const [{ checkBundle }, { runReplay }] = await Promise.all([import('../bundle/read.js'), import('./replay/run.js')])
  return runReplay(checkBundle(bundle, 'What replay was given'), options)
})
