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
