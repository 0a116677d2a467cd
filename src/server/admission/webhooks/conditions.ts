import { forbiddenStatus } from '../../../base/errors/status.js'
import type { Steps } from '../../../base/turns/steps.js'
import { mapInParts } from '../../../base/turns/work-in-parts.js'
import { bindAdmission, checkAdmission } from '../../../cel/admission.js'
import { loadLibrary } from '../../../cel/library.js'
import { type CompiledExpression, compiledOnce } from '../policies/compiled-policy.js'
import { meetsConditions } from '../policies/match-conditions.js'
import { requestValue } from '../policies/review-values.js'
import { rightsOf } from '../policies/rights.js'
import type { ReviewedRequest } from '../review/request.js'
import type { AdmissionContext } from '../types.js'
import type { ConfiguredWebhook } from './configured.js'
import type { Versioned } from './review.js'

type Conditions = NonNullable<ConfiguredWebhook['matchConditions']>

const NO_VARIABLES: ReadonlyMap<string, string> = new Map()

/** Compiles the conditions of a webhook, once as long as they stay the same. */
const compiledConditions = compiledOnce((conditions: Conditions) =>
  mapInParts(conditions, 'condition', 0, ({ expression = '' }): CompiledExpression => {
    const { run, fault = '' } = checkAdmission(expression, { authorizer: true }, ['bool'])
    return { expression, program: run ?? fault }
  }),
)

/**
 * Tells whether a request meets the conditions of a webhook that it matches (webhook/matchconditions: Matcher).
 *
 * @throws StatusError 403 if that cannot be told and the webhook is not to be passed over
 */
export function* meetsConditionsOf(
  { matchConditions = [], failurePolicy }: ConfiguredWebhook,
  request: ReviewedRequest,
  { match, object, oldObject }: Versioned,
  { authorize }: AdmissionContext,
): Steps<boolean> {
  if (matchConditions.length === 0) return true
  const loading = loadLibrary()
  if (loading) yield loading
  const { group, version, kind } = match.kind
  const { resource, subresource, namespace, name, user } = request
  const evaluation = bindAdmission({
    object,
    oldObject,
    request: () => requestValue(request, { group, version, kind }, resource),
    namespaceObject: () => null,
    params: null,
    variables: NO_VARIABLES,
    authorizer: () => ({
      rights: rightsOf(authorize, user),
      resource: { ...resource, subresource, namespace, name },
    }),
  })
  const { matches, error } = yield* meetsConditions(yield* compiledConditions(matchConditions), evaluation)
  if (error === undefined) return matches
  if (failurePolicy === 'Ignore') return false
  throw forbiddenStatus(resource, name, error)
}
