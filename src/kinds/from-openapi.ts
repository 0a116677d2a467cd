import { getPath, isObject } from '../base/json/json.js'
import { createFromOpenAPI } from '../model/registry/openapi/from-openapi.js'
import type { KubeObject } from '../schema/object.js'
import { scaleView } from './autoscaling/scale.js'
import { queryOf } from './autoscaling/selector.js'

/**
 * Makes kinds from an OpenAPI v3 document of a server (`/openapi/v3/apis/GROUP/VERSION`): names and verbs follow from
 * its paths, fields and their constraints from its schemas. A kind with `/scale` is scaled by `spec.replicas`. A
 * built-in kind, or one given earlier, takes precedence over a document's kind at the same path.
 *
 * @throws TypeError if the document is not OpenAPI v3, or lacks a kind to be included
 * @example
 * const cluster = createCluster({ kinds: fromOpenAPI(document, { include: ['CronJob'] }) })
 */
export const fromOpenAPI = createFromOpenAPI((of) => scaleView({ ...of, selected }))

/** Returns the selector of the replicas as a query: a string in the status, or else the selector of the spec. */
function selected(object: KubeObject): string {
  const told = getPath(object, ['status', 'selector'])
  if (typeof told === 'string') return told
  const selector = getPath(object, ['spec', 'selector'])
  return isObject(selector) ? queryOf(selector) : ''
}
