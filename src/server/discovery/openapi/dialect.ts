import type { JsonObject } from '../../../base/json/json.js'
import type { Format } from '../../../schema/types.js'
import { META } from '../../../schema/metadata.js'

/** How the two versions of OpenAPI differ in schemas. The texts of their scalars are among the descriptions. */
export type Dialect = {
  /** The prefix of references to components. */
  readonly references: string
  /** Whether defaults are written. */
  readonly defaults: boolean
  /** Writes a field whose schema is a component, with its keywords before and after the reference. */
  readonly refer: (reference: string, before: string, after: string) => string
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
  refer: (reference, before, after) =>
    before === '' && after === '' ? reference : `${before}"allOf":[{${reference.slice(0, -1)}}],${after}`,
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
  refer: (reference, before, after) => before + reference + after,
  scalars: {
    ...times,
    quantity: { component: QUANTITY, schema: { type: 'string' } },
    'int-or-string': {
      component: INT_OR_STRING,
      schema: { type: 'string', format: 'int-or-string' },
    },
  },
}
