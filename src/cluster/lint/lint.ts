import { checkArguments } from '../../base/check/arguments.js'
import { members } from '../../base/check/shapes.js'
import { input } from '../../base/input/input.js'
import { clusterOptions } from '../options.js'
import type { LintOptions, LintReport } from './types.js'

const { profile, kubernetesVersion, featureGates, runtimeConfig, crds, services } = clusterOptions

/** The options of `lint`. */
const lintShape = members({
  manifests: input,
  policies: input,
  against: input,
  profile,
  kubernetesVersion,
  featureGates,
  runtimeConfig,
  crds,
  services,
})

/**
 * Tells what a server would say of objects, and change of them: each is decoded, defaulted, validated, admitted and
 * asked about by policies, in a cluster made for that.
 *
 * @throws LoadError for what is no object
 * @example
 * const { results } = await lint({ manifests: readFileSync('deploy.yaml', 'utf8'), policies: [policy, binding] })
 * expect(results.filter(({ isAdmitted }) => !isAdmitted)).toEqual([])
 */
export async function lint(options: LintOptions): Promise<LintReport> {
  checkArguments('lint', { options: lintShape }, [options])
  // Loaded on demand, as most programs never lint.
  const { conductLint } = await import('./conduct.js')
  return conductLint(options)
}
