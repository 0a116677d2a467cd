import { goQuote } from '../base/go/printable.js'
import { withoutMarkup } from '../base/text/markup.js'
import { type StatusError, failure, forbiddenStatus } from '../base/errors/status.js'
import type { Call } from '../model/call/call.js'
import type { Identified } from '../model/registry/account-tokens.js'
import { type AccessRequest, type ResourceAccess, isAllowed } from '../model/registry/authorizer.js'
import type { RestContext } from './context.js'

/** Returns what a call asks to do, or its counterpart with another verb. */
export function accessOf({ target, connect }: Call, verb: string = target.verb): ResourceAccess {
  const { def, namespace, name, subresource } = target
  return {
    verb,
    group: def.group,
    version: def.version,
    resource: def.plural,
    subresource: connect ?? (subresource === 'main' ? '' : subresource),
    // The path of a Namespace names it as the namespace too.
    namespace: def.plural === 'namespaces' && def.group === '' ? name : namespace,
    name,
  }
}

/**
 * Checks that the user of a call may do the same with another verb.
 *
 * @throws StatusError 403
 */
export function mustBeAllowed({ authorize }: Pick<RestContext, 'authorize'>, call: Call, verb: string): void {
  const request = accessOf(call, verb)
  const decision = authorize(call.user, request)
  if (!isAllowed(decision)) throw refusal(call.user, request, decision.reason)
}

/** Makes the 403 of an authorizer (responsewriters.ForbiddenStatusError). */
export function refusal(user: Identified, request: AccessRequest, reason: string): StatusError {
  const why = `${withoutMarkup(sentence(user, request))}${reason === '' ? '' : `: ${reason}`}`
  const { group, resource, name } = request.path === undefined ? request : PATH
  if (resource !== '') return forbiddenStatus({ group, resource }, name, why)
  return failure(403, 'Forbidden', `forbidden: ${why}`, { ...(name && { name }), ...(group && { group }) })
}

const PATH = { group: '', resource: '', name: '' }

function sentence({ name }: Identified, request: AccessRequest): string {
  const user = `User ${goQuote(name)} cannot ${request.verb}`
  if (request.path !== undefined) return `${user} path ${goQuote(request.path)}`
  const { group, resource, subresource, namespace } = request
  const what = goQuote(subresource === '' ? resource : `${resource}/${subresource}`)
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`
  return `${user} resource ${what} in API group ${goQuote(group)} ${where}`
}
