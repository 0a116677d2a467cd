import type { JsonObject } from '../../../base/json/json.js'
import type { Format } from '../../../schema/types.js'
import { META } from '../../../schema/metadata.js'

/** How the two versions of OpenAPI differ in schemas. The texts of their scalars are among the descriptions. */
export type Dialect = {
  /** The prefix of references to components. */
  readonly references: string
  /** Whether defaults are written. */
  readonly defaults: boolean
  /** Writes a field whose schema is a component; `rest` has its other keywords. */
  readonly refer: (reference: JsonObject, rest: JsonObject) => JsonObject
  /** The formats that are components of their own. */
  readonly scalars: { readonly [F in Format]?: { readonly component: string; readonly schema: JsonObject } }
}

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

/** OpenAPI 3.0: a reference allows no siblings, so other keywords go around it. */
export const v3: Dialect = {
  references: '#/components/schemas/',
  defaults: true,
  refer: (reference, rest) => (Object.keys(rest).length === 0 ? reference : { ...rest, allOf: [reference] }),
  scalars: {
    ...times,
    quantity: { component: QUANTITY, schema: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
    'int-or-string': {
      component: INT_OR_STRING,
      schema: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
    },
  },
}

/** Swagger 2.0, which has no oneOf. */
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
