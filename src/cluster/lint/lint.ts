import { checkArguments } from '../../base/check/arguments.js'
import type { Shape } from '../../base/check/shape.js'
import { listOf, members } from '../../base/check/shapes.js'
import { input } from '../../base/input/input.js'
import { clusterOptions } from '../options.js'
import type { LintOptions, LintReport } from './types.js'

const { profile, kubernetesVersion, featureGates, runtimeConfig, crds, services } = clusterOptions

/** A version, or several: each once. */
const versions: Shape = {
  check(value, path) {
    if (!Array.isArray(value)) return kubernetesVersion.check(value, path)
    if (value.length === 0 || new Set(value).size < value.length)
      return [{ path, text: 'must name at least one version, and each once' }]
    return listOf(kubernetesVersion).check(value, path)
  },
  schema: {},
}

/** The options of `lint`. */
const lintShape = members({
  manifests: input,
  policies: input,
  against: input,
  profile,
  kubernetesVersion: versions,
  featureGates,
  runtimeConfig,
  crds,
  services,
})

/**
 * Tells what a server would say of objects, and change of them: each is decoded, defaulted, validated, admitted and
 * asked about by policies, in a cluster made for that; with several versions of Kubernetes, in one of each.
 *
 * @throws LoadError for what is no object
 * @example
 * const { results } = await lint({ manifests: readFileSync('deploy.yaml', 'utf8'), policies: [policy, binding] })
 * expect(results.filter(({ isAdmitted }) => !isAdmitted)).toEqual([])
 *
 * @example
 * // What becomes of it when the servers are upgraded?
 * const { results } = await lint({ manifests, kubernetesVersion: ['1.33', '1.37'] })
 */
export async function lint(options: LintOptions): Promise<LintReport> {
  checkArguments('lint', { options: lintShape }, [options])
  // Loaded on demand, as most programs never lint.
  const { conductLint } = await import('./conduct.js')
  return conductLint(options)
}
