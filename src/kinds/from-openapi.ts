import { getPath, isObject } from '../base/json.js'
import { createFromOpenAPI } from '../registry/openapi/from-openapi.js'
import type { KubeObject } from '../schema/object.js'
import { scaleView } from './autoscaling/scale.js'
import { queryOf } from './autoscaling/selector.js'

/**
 * Makes kinds of an OpenAPI v3 document of a server (`/openapi/v3/apis/GROUP/VERSION`): what they are called and what
 * can be done with them follows from its paths, what their objects hold, and the bounds of it, from its schemas. A kind
 * that has `/scale` is scaled by `spec.replicas`. A kind that is built in, or that came before, is served instead of
 * one of a document at its path.
 *
 * @throws TypeError for what is no OpenAPI v3 document, and for a kind to be included that it does not have
 * @example
 * const cluster = createCluster({ kinds: fromOpenAPI(document, { include: ['CronJob'] }) })
 */
export const fromOpenAPI = createFromOpenAPI((of) => scaleView({ ...of, selected }))

/**
 * What selects the replicas: autoscalers are told by the status as a query, most kinds have a selector in their spec.
 */
function selected(object: KubeObject): string {
  const told = getPath(object, ['status', 'selector'])
  if (typeof told === 'string') return told
  const selector = getPath(object, ['spec', 'selector'])
  return isObject(selector) ? queryOf(selector) : ''
}
