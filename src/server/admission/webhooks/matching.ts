import { type Match, type MatchContext, matchOf } from '../review/match.js'
import type { ReviewedRequest } from '../review/request.js'
import type { AdmissionContext } from '../types.js'
import type { ConfiguredWebhook } from './configured.js'

/**
 * Returns what a request matches a webhook as; undefined if the webhook is not for it (generic: ShouldCallHook).
 *
 * @throws StatusError for a request whose namespace is missing
 */
export function matchOfWebhook(
  { rules = [], matchPolicy, namespaceSelector = {}, objectSelector = {} }: ConfiguredWebhook,
  request: ReviewedRequest,
  context: MatchContext,
): Match | undefined {
  if (rules.length === 0) return undefined
  const criteria = {
    namespaceSelector,
    objectSelector,
    resourceRules: rules,
    ...(matchPolicy === undefined ? {} : { matchPolicy }),
  }
  return matchOf(criteria, request, context)
}

/** Returns what matching needs. */
export const matchContextOf = ({ registry, get }: AdmissionContext): MatchContext => ({
  registry,
  namespaceOf: (name) => get('/namespaces', name),
})
