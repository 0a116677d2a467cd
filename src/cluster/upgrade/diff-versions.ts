import { checkArguments, code, optionsOf } from '../../base/check/arguments.js'
import { publicAsync } from '../../base/errors/call-site.js'
import { loadPaths } from '../../kinds/apiextensions/definition-columns.js'
import { releaseShape } from '../../model/registry/releases.js'
import type { Bundle } from '../bundle/types.js'
import type { ReplayOptions } from '../bundles.js'
import type { UpgradeReport } from './types.js'

/** Options of {@link diffVersions}. */
export type DiffVersionsOptions = ReplayOptions & {
  /** The version of Kubernetes to compare with (default: the one that wrote the Bundle). */
  readonly from?: string
  /** The version that is compared. */
  readonly to: string
}

const anything = code('anything', () => true)

const parameters = {
  options: optionsOf(
    {
      from: releaseShape,
      to: releaseShape,
      kinds: anything,
      admissionPlugins: anything,
      services: anything,
      openapi: anything,
    },
    "{ from: '1.35', to: '1.37' }",
  ),
}

/**
 * Sends the requests of a Bundle to a cluster of each of two versions of Kubernetes, at the times they were made, and
 * reports the replies that differ. What each run draws anew, such as uids and generated names, is no difference. Hooks
 * and controllers that are code are replayed by their recorded effects.
 *
 * @throws BundleError for a value that is not a Bundle, or a Bundle that does not hold the whole run
 * @example
 * const { findings } = await diffVersions(await cluster.bundle(), { to: '1.37' })
 * expect(findings.filter(({ level }) => level === 'gone' || level === 'refused')).toEqual([])
 */
export const diffVersions = publicAsync(
  async (bundle: Bundle, options: DiffVersionsOptions): Promise<UpgradeReport> => {
    checkArguments('diffVersions', parameters, [options])
    const [{ checkBundle }, { playTo }, { findingsOf }] = await Promise.all([
      import('../bundle/read.js'),
      import('./play.js'),
      import('./findings.js'),
      loadPaths(),
    ])
    const whole = checkBundle(bundle, 'What diffVersions was given')
    const { from = whole.versions.kubernetes, to, ...code } = options
    const before = await playTo(whole, { ...code, kubernetesVersion: from })
    const after = await playTo(whole, { ...code, kubernetesVersion: to })
    return { from, to, requests: before.said.size, findings: findingsOf(whole, before, after) }
  },
)
