import { callerError } from '../base/check/arguments.js'
import type { FeatureGates } from '../model/registry/feature-gates.js'
import type { Profile } from '../model/registry/profile.js'
import { type IsServed, type RuntimeConfig, runtimeConfigProblem, servedBy } from '../model/registry/runtime-config.js'
import { knownApis } from '../model/registry/scheme.js'
import { builtinKinds } from '../kinds/builtin.js'

/**
 * Returns which built-in kinds a cluster serves: by default the stable versions and, of the betas, LeaseCandidate,
 * which the specification describes; in its profile all of them. Coordinated leader election needs its candidates, with
 * which it serves them; mutating policies need theirs.
 *
 * @throws TypeError for a runtime config that a server would not start with
 */
export function chooseApis(profile: Profile, gates: FeatureGates, given: RuntimeConfig = {}): IsServed {
  const known = new Map<string, Set<string>>()
  const built = builtinKinds.map((kind) => kind.mapping(profile))
  for (const [group, version] of [...knownApis(), ...built.map((kind) => [kind.group, kind.version] as const)])
    known.set(group, (known.get(group) ?? new Set()).add(version))
  const problem = runtimeConfigProblem(given, known, new Set(built.map(({ group, version }) => `${group}/${version}`)))
  if (problem !== undefined) throw callerError(`createCluster: runtimeConfig: ${problem}`)
  const candidates = `${profile.group('coordination')}/v1beta1`
  const isServed = servedBy({
    ...(profile.name === 'example' ? { 'api/beta': true } : {}),
    ...(saysBetas(given) && !gates.CoordinatedLeaderElection ? {} : { [candidates]: true }),
    ...given,
  })
  const needs = [
    ['CoordinatedLeaderElection', 'LeaseCandidate', candidates],
    ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicy', 'admissionregistration.k8s.io/v1alpha1'],
  ] as const
  for (const [gate, kind, api] of needs)
    if (gates[gate] && !built.some((one) => one.kind === kind && isServed(one)))
      throw callerError(`createCluster: runtimeConfig: the feature gate ${gate} needs ${api}`)
  return isServed
}

const saysBetas = (given: RuntimeConfig): boolean => given['api/beta'] !== undefined || given['api/all'] !== undefined
