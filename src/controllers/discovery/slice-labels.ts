import type { ObjectOf } from '../../kinds/object-types.js'
import type { Texts } from '../../schema/object.js'

const SERVICE_NAME = 'kubernetes.io/service-name'
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'

/** Returns the labels of the slices of a Service that a controller manages. */
export const labelsOfKeeper = (service: string, manager: string): Texts => ({
  [SERVICE_NAME]: service,
  [MANAGED_BY]: manager,
})

/** Returns the Service of a slice, if the slice is managed by a controller. */
export const serviceOf = (
  { metadata: { labels = {} } }: ObjectOf<'EndpointSlice'>,
  manager: string,
): string | undefined => (labels[MANAGED_BY] === manager ? labels[SERVICE_NAME] || undefined : undefined)

/** The managed-by label of the EndpointSlices of Services with a selector. */
export const SLICE_KEEPER = 'endpointslice-controller.k8s.io'

/** The managed-by label of the EndpointSlices that mirror custom Endpoints. */
export const MIRROR = 'endpointslicemirroring-controller.k8s.io'

/** Returns whether Endpoints are mirrored, provided that their Service has no selector. */
export const isMirrored = ({ metadata: { labels = {}, annotations = {} } }: ObjectOf<'Endpoints'>): boolean =>
  labels['endpointslice.kubernetes.io/skip-mirror'] !== 'true' &&
  annotations['control-plane.alpha.kubernetes.io/leader'] === undefined
