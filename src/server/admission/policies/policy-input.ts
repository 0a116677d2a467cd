import type { AdmissionValues } from '../../../cel/admission.js'
import { isPromise } from '../../../base/turns/steps.js'
import type { KubeObject } from '../../../schema/object.js'
import { toMatched } from '../review/convert.js'
import type { Match } from '../review/match.js'
import { isNamespace } from '../review/request.js'
import type { Asking } from './invocations.js'
import { namespaceValue, requestValue } from './review-values.js'
import { rightsOf } from './rights.js'

/** What the expressions of a policy see of a request. */
export type PolicyInput = Pick<AdmissionValues, 'object' | 'oldObject' | 'namespaceObject'> & {
  readonly object: KubeObject | null
  readonly authorizer: NonNullable<AdmissionValues['authorizer']>
  /** Makes the variable `request`, which tells of the resource that was matched or, for match conditions, asked for. */
  readonly request: (resource?: 'asked') => object
}

/**
 * Returns what the expressions of a policy see of a request that matches it.
 *
 * @throws StatusError for objects that cannot be converted to the version that is matched
 */
export function inputOf(asking: Asking, match: Match): PolicyInput | Promise<PolicyInput> {
  const { request } = asking
  const object = toMatched(request.object, request, match, asking)
  if (isPromise(object))
    return object.then(async (one) =>
      inputFrom(asking, match, one, await toMatched(request.oldObject, request, match, asking)),
    )
  const old = toMatched(request.oldObject, request, match, asking)
  return isPromise(old)
    ? old.then((one) => inputFrom(asking, match, object, one))
    : inputFrom(asking, match, object, old)
}

function inputFrom(
  { request, authorize, get }: Asking,
  { kind, resource }: Match,
  object: KubeObject | null,
  oldObject: KubeObject | null,
): PolicyInput {
  const { subresource, namespace, name, user } = request
  const as = { group: kind.group, version: kind.version, kind: kind.kind }
  return {
    object,
    oldObject,
    request: (which) => requestValue(request, as, which ? request.resource : resource),
    namespaceObject: () =>
      namespaceValue(isNamespace(request.resource) || namespace === '' ? undefined : get('/namespaces', namespace)),
    authorizer: () => ({
      rights: rightsOf(authorize, user),
      resource: { ...request.resource, subresource, namespace, name },
    }),
  }
}

/** What a policy adds to that: its parameters and its variables. */
export type Own = Pick<AdmissionValues, 'params' | 'variables'>

/** Returns what expressions see; those of messages and annotations cannot ask the authorizer. */
export const seen = (input: PolicyInput, { params, variables }: Own, isAuthorized: boolean): AdmissionValues => ({
  object: input.object,
  oldObject: input.oldObject,
  request: input.request,
  namespaceObject: input.namespaceObject,
  authorizer: isAuthorized ? input.authorizer : undefined,
  params,
  variables,
})

/** Returns what match conditions see. */
export const seenByConditions = (input: PolicyInput, own: Own): AdmissionValues => ({
  ...seen(input, own, true),
  request: () => input.request('asked'),
  namespaceObject: () => null,
})
