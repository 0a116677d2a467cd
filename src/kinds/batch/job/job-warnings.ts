import { warningsOfTemplate } from '../../core/pod/pod-template.js'
import type { JobSpec } from './job-types.js'

const MANY_COMPLETIONS = 100_000
const MANY_AT_ONCE = 10_000

/** Returns the warnings for a Job's spec at `field` (WarningsForJobSpec). */
export const warningsOfJobSpec = (spec: JobSpec = {}, field: string): readonly string[] => [
  ...(isTooBig(spec)
    ? [
        `${field}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
      ]
    : []),
  ...warningsOfTemplate(spec.template, `${field}.template`),
]

const isTooBig = ({ completionMode, completions = 0, parallelism = 0 }: JobSpec) =>
  completionMode === 'Indexed' && completions > MANY_COMPLETIONS && parallelism > MANY_AT_ONCE
