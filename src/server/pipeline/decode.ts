import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Call, User, Target } from '../../model/call/call.js'
import type { Steps } from '../../base/turns/steps.js'
import { type ReplyFormat, JSON_FORMAT, handlerFormat, passRouter, takesPlainJson } from '../wire/accept.js'
import { type CallSource, type Caller, patchTypeOf, readBodyCall, readCall } from '../wire/call.js'
import { prepareSelectors } from '../wire/prepare-selectors.js'
import type { PipelineContext } from './context.js'
import type { HttpRequest } from './request.js'

/** A request decoded to a call, and the format of its reply. */
type Decoded = { readonly call: Call; readonly format: ReplyFormat }

/**
 * Decodes the options, the body and the Accept header of a request for objects, in the server's order.
 *
 * @throws StatusError 400, 406, 415
 */
export function* decode(
  { registry, featureGates }: PipelineContext,
  request: HttpRequest,
  user: User,
  target: Target,
): Steps<Decoded> {
  const { raw, query, userAgent, pause } = request
  const { headers } = raw
  const accept = headers.get('accept')
  const caller: Caller = { query, user, userAgent: userAgent ?? '' }
  if (target.verb === 'list' || target.verb === 'watch') {
    if (hasRouter(target)) passRouter(accept, 'collection')
    const negotiate = () => handlerFormat(accept, 'collection', target.def)
    // Until 1.36 the handler checks the options before the Accept header.
    const negotiated = atLeast(registry.profile.version, '1.36') ? negotiate() : undefined
    const call = readCall(target, caller, featureGates)
    const format = negotiated ?? negotiate()
    const preparing = prepareSelectors(call.options, pause)
    if (preparing) yield preparing
    return { call, format }
  }
  const contentType = headers.get('content-type')
  const format = formatOfObject(target, accept, contentType)
  if (target.verb === 'get') return { call: readCall(target, caller, featureGates), format }
  const source: CallSource = {
    query,
    user,
    userAgent: caller.userAgent,
    contentType,
    request,
    pause,
    profile: registry.profile,
  }
  return { call: yield* readBodyCall(target, source, featureGates), format }
}

function formatOfObject(target: Target, accept: string | null, contentType: string | null): ReplyFormat {
  // A patch without a known type is rejected before anything else.
  if (target.verb === 'patch' && !patchTypeOf(target, contentType)) return JSON_FORMAT
  if (takesPlainJson(accept)) return JSON_FORMAT
  const answered = target.def.subresources[target.subresource]?.tables === false ? 'item' : 'object'
  if (hasRouter(target)) passRouter(accept, answered)
  return handlerFormat(accept, answered, target.def)
}

/** Custom resources bypass the router (apiextensions-apiserver: crdHandler). */
const hasRouter = ({ def }: Target): boolean => def.structural === undefined
