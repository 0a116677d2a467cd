import { type Issue } from '../../../base/errors/issue.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { natural } from '../../struct/member-rules.js'
import type { Autoscaler } from './autoscaler-types.js'
import type { FirstAutoscaler } from './first-version.js'

const library = createLateLibrary(async () => {
  const [rules, versions] = await Promise.all([import('./autoscaler-rules.js'), import('./first-version.js')])
  return { ...rules, ...versions }
})

/** Loads the validation of specs and the conversion from and to v1, which are long; undefined if they are loaded. */
export const loadRules = library.load

/** Converts a v1 object to the stored version. */
export const storedOf = (object: FirstAutoscaler): Autoscaler => library.needed().storedOf(object)

/** Converts a stored object to v1. */
export const firstOf = (stored: Autoscaler): FirstAutoscaler => library.needed().firstOf(stored)

/** Validates a HorizontalPodAutoscaler's spec; `old` is the stored object. */
export const validateAutoscaler = (next: Autoscaler, gates: FeatureGates, old?: Autoscaler): readonly Issue[] =>
  library.needed().validateAutoscaler(next, gates, old)

/** Validates a HorizontalPodAutoscaler's status. */
export const validateAutoscalerStatus = ({ status = {} }: Autoscaler): readonly Issue[] => [
  // Only versions that validate the generations of conditions have them.
  ...(status.conditions ?? []).flatMap((condition, i) =>
    natural(condition.observedGeneration, `status.conditions[${i}].observedGeneration`, condition),
  ),
  ...(['currentReplicas', 'desiredReplicas'] as const).flatMap((count) =>
    natural(status[count], `status.${count}`, status),
  ),
]
