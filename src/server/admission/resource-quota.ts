import { plainError } from '../../base/errors/status.js'
import type { ResourceQuota } from '../../kinds/core/resource-quota.js'
import { charge } from '../../kinds/quota/charge.js'
import { evaluatorOf } from '../../kinds/quota/evaluators.js'
import { isCountedOnly } from '../../kinds/quota/object-counts.js'
import { defineAdmissionPlugin, refused } from './define.js'

/** ResourceQuota: rejects what exceeds the quotas of a namespace, and charges the rest in the same transaction. */
export const resourceQuotaPlugin = defineAdmissionPlugin({
  name: 'ResourceQuota',
  configuredBy: ['/resourcequotas'],
  configuredIn: ({ limitedResources }) => limitedResources.length > 0,
  handles({ group, resource, operation, isNamespaced }) {
    const evaluator =
      isNamespaced && (operation === 'create' || operation === 'update') ? evaluatorOf(group, resource) : undefined
    return evaluator !== undefined && (operation === 'create' || !isCountedOnly(evaluator))
  },
  validate(attributes, { configuration, list, now, featureGates, writeStatus }) {
    const { group, resource, namespace, subresource, object: next, oldObject: old } = attributes
    const quotas = list<ResourceQuota>('/resourcequotas', namespace)
    const { limitedResources } = configuration
    if (quotas.length === 0 && limitedResources.length === 0) return
    const evaluator = evaluatorOf(group, resource)
    const write = { subresource, next, old }
    if (!evaluator?.handles(write)) return
    const outcome = charge(quotas, evaluator, write, { now: Date.parse(now()), featureGates }, limitedResources)
    if ('refusal' in outcome) throw outcome.isWhole ? plainError(outcome.refusal) : refused(attributes, outcome.refusal)
    for (const quota of outcome.charged) writeStatus(quota)
  },
})
