import { type Issue } from '../../../base/issue.js'
import { createLateLibrary } from '../../../base/late-library.js'
import { natural } from '../../struct/member-rules.js'
import type { Autoscaler } from './autoscaler-types.js'

const library = createLateLibrary(() => import('./autoscaler-rules.js'))

/** Loads the validation of specs, which is long; undefined if it is loaded. */
export const loadRules = library.load

/** Validates a HorizontalPodAutoscaler's spec; `old` is the stored object. */
export const validateAutoscaler = (next: Autoscaler, old?: Autoscaler): readonly Issue[] =>
  library.needed().validateAutoscaler(next, old)

/** Validates a HorizontalPodAutoscaler's status. */
export const validateAutoscalerStatus = ({ status = {} }: Autoscaler): readonly Issue[] =>
  (['currentReplicas', 'desiredReplicas'] as const).flatMap((count) =>
    natural(status[count], `status.${count}`, status),
  )
