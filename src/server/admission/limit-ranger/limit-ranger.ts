import type { LimitRange } from '../../../kinds/core/limit-range-rules.js'
import type { Claim } from '../../../kinds/core/persistent-volume-claim/schema.js'
import type { Pod } from '../../../kinds/core/pod/pod-types.js'
import { aggregateText } from '../../../base/errors/aggregate.js'
import { defineAdmissionPlugin } from '../define.js'
import { refused } from '../refused.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { withDefaultResources } from './default-resources.js'
import { problemsOfClaim, problemsOfPod } from './exceeded-limits.js'

/** LimitRanger: default resources for containers, and minimums and maximums for containers, pods and claims. */
export const limitRanger = defineAdmissionPlugin({
  name: 'LimitRanger',
  handles: ({ group, resource, subresource, operation }) => {
    if (group !== '' || operation === 'delete') return false
    // The resources of an existing pod can change only through its resize subresource.
    if (resource === 'pods') return operation === 'create' ? subresource === '' : subresource === 'resize'
    return resource === 'persistentvolumeclaims' && subresource === ''
  },
  admit: (attributes, context) =>
    attributes.resource === 'pods'
      ? rangesFor(attributes, context).reduce(withDefaultResources, attributes.object as Pod) // its resource's type
      : attributes.object,
  validate(attributes, context) {
    for (const range of rangesFor(attributes, context)) {
      const { object, resource } = attributes
      const problems =
        // The types of their resources.
        resource === 'pods' ? problemsOfPod(object as Pod, range) : problemsOfClaim(object as Claim, range)
      if (problems.length > 0) throw refused(attributes, aggregateText(problems))
    }
  },
})

const NOTHING: readonly LimitRange[] = []

/** Returns the LimitRanges for an object; none for a terminating one. */
const rangesFor = ({ namespace, oldObject }: AdmissionAttributes, { list }: AdmissionContext): readonly LimitRange[] =>
  oldObject?.metadata.deletionTimestamp ? NOTHING : list<LimitRange>('/limitranges', namespace)
