import type { JsonObject } from '../../base/json.js'
import type { Format } from '../../schema/types.js'

/**
 * What the two versions of OpenAPI write differently about schemas. What is said of their scalars is among the
 * descriptions.
 */
export type Dialect = {
  /** What the name of a component is put after. */
  readonly references: string
  /** Whether defaults are told. */
  readonly defaults: boolean
  /** A member that is a component; `rest` says more about it. */
  readonly refer: (reference: JsonObject, rest: JsonObject) => JsonObject
  /** Formats that are components of their own. */
  readonly scalars: { readonly [F in Format]?: { readonly component: string; readonly schema: JsonObject } }
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

const time = { type: 'string', format: 'date-time' }
const times: Dialect['scalars'] = {
  'date-time': { component: `${META}.Time`, schema: time },
  'micro-time': {
    component: `${META}.MicroTime`,
    schema: time,
  },
}
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const INT_OR_STRING = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString'

/** OpenAPI 3.0: a reference stands alone, so what is said beside it goes around it. */
export const v3: Dialect = {
  references: '#/components/schemas/',
  defaults: true,
  refer: (reference, rest) => ({ ...rest, allOf: [reference] }),
  scalars: {
    ...times,
    quantity: { component: QUANTITY, schema: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
    'int-or-string': {
      component: INT_OR_STRING,
      schema: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
    },
  },
}

/** Swagger 2.0, which has no alternatives. */
export const v2: Dialect = {
  references: '#/definitions/',
  defaults: false,
  refer: (reference, rest) => ({ ...rest, ...reference }),
  scalars: {
    ...times,
    quantity: { component: QUANTITY, schema: { type: 'string' } },
    'int-or-string': {
      component: INT_OR_STRING,
      schema: { type: 'string', format: 'int-or-string' },
    },
  },
}
