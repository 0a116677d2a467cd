import { FEATURE_GATES } from '../generated/feature-gates.js'
import { type KubernetesVersion, atLeast, oncePerVersion } from './kubernetes-version.js'

/** The name of a feature gate. */
export type FeatureGate = keyof typeof FEATURE_GATES

/** The feature gates that affect a kind, watches or admission. */
export const featureGateNames = Object.keys(FEATURE_GATES) as readonly FeatureGate[] // its own keys

/** The state of every gate. */
export type FeatureGates = { readonly [gate in FeatureGate]: boolean }

/** Returns what the gates are by default in a version. */
export const featureGatesOf = oncePerVersion((version): FeatureGates => {
  const states = featureGateNames.map((gate) => [gate, isOnIn(gate, version)] as const)
  // Of all names.
  return Object.fromEntries(states) as FeatureGates
})

/** Tells whether a gate is on by default. What a version no longer has a gate for is as it was with the gate. */
function isOnIn(gate: FeatureGate, version: KubernetesVersion): boolean {
  const stages = FEATURE_GATES[gate].split(', ').map((stage) => stage.split(' '))
  // As the table is generated.
  const known = stages.filter(([since, state]) => state !== 'gone' && atLeast(version, since as KubernetesVersion))
  return known.at(-1)?.[1] === 'on'
}
