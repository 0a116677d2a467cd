import type { ObjectOf } from '../../kinds/object-types.js'
import type { Texts } from '../../kinds/shared/texts.js'

const SERVICE_NAME = 'kubernetes.io/service-name'
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'

/** The labels of the slices of a Service that a manager keeps. */
export const labelsOfKeeper = (service: string, manager: string): Texts => ({
  [SERVICE_NAME]: service,
  [MANAGED_BY]: manager,
})

/** The Service whose slice an object is, where a manager keeps it. */
export const serviceOf = (
  { metadata: { labels = {} } }: ObjectOf<'EndpointSlice'>,
  manager: string,
): string | undefined => (labels[MANAGED_BY] === manager ? labels[SERVICE_NAME] || undefined : undefined)

/** Who keeps the EndpointSlices of Services that select pods. */
export const SLICE_KEEPER = 'endpointslice-controller.k8s.io'

/** Who keeps the EndpointSlices of Endpoints that somebody writes. */
export const MIRROR = 'endpointslicemirroring-controller.k8s.io'

/** Tells whether Endpoints are to be mirrored, if their Service selects no pods. */
export const isMirrored = ({ metadata: { labels = {}, annotations = {} } }: ObjectOf<'Endpoints'>): boolean =>
  labels['endpointslice.kubernetes.io/skip-mirror'] !== 'true' &&
  annotations['control-plane.alpha.kubernetes.io/leader'] === undefined
