import { always, array, int64, named, string, struct, time } from '../../schema/builders.js'

/** `status.conditions` of the kinds that use the generic condition type. */
export const conditions = array(
  struct(
    'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
    {
      type: always(string()),
      status: always(named('v1.ConditionStatus')),
      observedGeneration: int64(),
      lastTransitionTime: always(time()),
      reason: always(string()),
      message: always(string()),
    },
    { required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'] },
  ),
  { list: 'map', keys: ['type'], merge: 'type' },
)
