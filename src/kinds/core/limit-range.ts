import { createLateLibrary } from '../../base/turns/late-library.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import { createdColumn, nameColumn } from '../../model/registry/columns.js'
import { inWireOrder } from '../../schema/order.js'
import { inByteOrder } from '../../schema/structural.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { Limit, LimitRange } from './limit-range-rules.js'
import { structOf } from '../../model/registry/struct-schema.js'

// Loaded on demand: only writes of a LimitRange need its rules.
const rules = createLateLibrary(() => import('./limit-range-rules.js'))

const validate = withObjectMeta((object: LimitRange) => rules.needed().validateLimits(object))

/** LimitRange: limits on what single objects of a namespace may use, enforced by the admission plug-in LimitRanger. */
export const limitRange = defineStructKind<LimitRange>('core.v1.LimitRange', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'LimitRange', plural: 'limitranges', shortNames: ['limits'] },
  schema: {
    ready: rules.load,
    defaults: (object) =>
      object.spec?.limits
        ? { ...object, spec: { ...object.spec, limits: object.spec.limits.map(fillLimits) } }
        : object,
  },
  create: {
    // A LimitRange without a name gets a uuid for one.
    prepare: (object, { uuid }) =>
      object.metadata.name ? object : { ...object, metadata: { ...object.metadata, name: uuid() } },
    validate,
  },
  update: {
    allowCreate: true,
    // An update is validated like a create, and by no further rules (ValidateUpdate of the strategy).
    validate: (next, _, context) => validate(next, context),
  },
  table: {
    columns: [nameColumn, createdColumn],
  },
}))

/**
 * Sets the defaults of a Container limit: `default` defaults to `max`, and `defaultRequest` to `default`, then to
 * `min`.
 */
function fillLimits(item: Limit): Limit {
  if (item.type !== 'Container') return item
  const limits = inByteOrder({ ...item.max, ...item.default })
  const requests = inByteOrder({ ...item.min, ...limits, ...item.defaultRequest })
  const given = {
    ...(Object.keys(limits).length > 0 ? { default: limits } : {}),
    ...(Object.keys(requests).length > 0 ? { defaultRequest: requests } : {}),
  }
  return inWireOrder(structOf('core.v1.LimitRangeItem'), { ...item, ...given })
}
