import { always, array, int64, named, string, struct, time } from '../../schema/builders.js'
import { described } from '../../schema/described.js'

/** `status.conditions` of the kinds that use the generic condition type. */
export const conditions = array(
  struct(
    'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
    described(
      {
        type: always(string()),
        status: always(named('v1.ConditionStatus')),
        observedGeneration: int64(),
        lastTransitionTime: always(time()),
        reason: always(string()),
        message: always(string()),
      },
      {
        type: 'The condition, in CamelCase or as `domain/CamelCase`.',
        status: '`True`, `False` or `Unknown`.',
        observedGeneration:
          'The generation the condition was set for; it is out of date where the object has a higher one.',
        lastTransitionTime: 'When the status last changed.',
        reason: 'Why it changed, as one word in CamelCase.',
        message: 'Why it changed, for people. May be empty.',
      },
    ),
    { required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'] },
  ),
  { list: 'map', keys: ['type'], merge: 'type' },
)
