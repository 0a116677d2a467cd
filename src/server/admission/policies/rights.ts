import type { AccessQuestion, Rights } from '../../../cel/admission.js'
import { type Identified, accountGroups } from '../../../model/registry/account-tokens.js'
import type { AccessRequest, Authorizer } from '../../../model/registry/authorizer.js'
import { requirementsOf } from '../../../model/select/access-requirements.js'

/** Returns what the variable `authorizer` asks about a user. */
export const rightsOf = (authorize: Authorizer, user: Identified): Rights => ({
  check(question) {
    const { decision, reason, evaluationError } = authorize(user, requestOf(question))
    return { allowed: decision === 'allow', reason, error: evaluationError }
  },
  ofServiceAccount: (namespace, name) => rightsOf(authorize, serviceAccountUser(namespace, name)),
})

const serviceAccountUser = (namespace: string, name: string): Identified => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  groups: accountGroups(namespace),
})

function requestOf(question: AccessQuestion): AccessRequest {
  if (question.path !== undefined) return question
  const { verb, group, resource, subresource, namespace, name, fieldSelector, labelSelector } = question
  return {
    ...{ verb, group, version: '*', resource, subresource, namespace, name },
    ...requirementsOf({ fieldSelector, labelSelector }),
  }
}
