import { type Issue, forbidden, invalid } from '../../../base/errors/issue.js'
import { legacyCidr } from '../../../base/rules/cidr.js'
import type { Service } from './service-types.js'

const HINTS = 'service.kubernetes.io/topology-aware-hints'
const MODE = 'service.kubernetes.io/topology-mode'
const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges'

/** The error of fields that only load balancers may have. */
export const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'"

const at = (key: string) => `metadata.annotations[${key}]`

/** Validates that the two annotations of the topology mode agree. */
export function validateTopologyMode({ metadata: { annotations = {} } }: Service): readonly Issue[] {
  const { [HINTS]: hints, [MODE]: mode } = annotations
  return hints === undefined || mode === undefined || hints === mode
    ? []
    : [invalid(at(MODE), mode, `must match annotations[${HINTS}] when both are specified`)]
}

/** Validates the annotation that preceded the field of source ranges; an unchanged one may stay. */
export function validateAnnotatedRanges({ metadata, spec }: Service, old?: Service): readonly Issue[] {
  const text = metadata.annotations?.[RANGES]
  if (text === undefined) return []
  const isKept = old?.metadata.annotations?.[RANGES] === text
  const ranges = isKept || text.trim() === '' ? [] : text.split(',').map((range) => range.trim())
  return [
    ...(spec?.type === 'LoadBalancer' ? [] : [forbidden(at(RANGES), ONLY_BALANCERS)]),
    ...ranges.flatMap((range) => legacyCidr(range).map((detail) => invalid(at(RANGES), range, detail))),
  ]
}

/** Returns the warning for the older annotation of the topology mode. */
export const warningsOfHints = ({ metadata: { annotations = {} } }: Service): readonly string[] =>
  Object.hasOwn(annotations, HINTS) ? [`annotation ${HINTS} is deprecated, please use ${MODE} instead`] : []
