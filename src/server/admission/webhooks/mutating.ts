import { jsonEqual } from '../../../base/json/json.js'
import { withOwnersOfView } from '../../../model/apply/view-owners.js'
import { isSubresourceName } from '../../../model/registry/subresource-name.js'
import { subresourceOf } from '../../../model/registry/subresource-of.js'
import { sentView } from '../../../rest/write/view.js'
import type { KubeObject } from '../../../schema/object.js'
import { type ReviewedRequest, reviewedRequest } from '../review/request.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { ask } from './ask.js'
import { meetsConditionsOf } from './conditions.js'
import { MUTATING, webhooksOf } from './configured.js'
import { CallFailed, failedRequest } from './failures.js'
import { beforeMade, withMade } from './made.js'
import { matchContextOf, matchOfWebhook, versionsOf } from './matching.js'
import { patchedBy } from './patched.js'

/** What the webhooks have done, for another round of mutating admission (mutating: webhookReinvokeContext). */
type Memory = {
  /** The webhooks that are asked again if something changes after them. */
  readonly called: Set<string>
  readonly again: Set<string>
  output: KubeObject | undefined
}

const memories = new WeakMap<AdmissionContext['reinvocation'], Memory>()

function memoryOf({ reinvocation }: AdmissionContext): Memory {
  let memory = memories.get(reinvocation)
  if (!memory) memories.set(reinvocation, (memory = { called: new Set(), again: new Set(), output: undefined }))
  return memory
}

function askAgain({ called, again }: Memory): void {
  for (const uid of called) again.add(uid)
  called.clear()
}

/**
 * Asks the mutating webhooks about a request, one after another; resolves with the object as they leave it.
 *
 * @throws StatusError for a request that one denies, or fails on
 */
export async function mutatedByWebhooks(
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<KubeObject> {
  const { reinvocation } = context
  const memory = memoryOf(context)
  const isNew = attributes.operation === 'create'
  let request = reviewedRequest(isNew ? beforeMade(attributes) : attributes, context.registry)
  const sent = sentView(attributes.object)
  if (sent) request = { ...request, object: sent }
  if (reinvocation.isAgain && !jsonEqual(memory.output, request.object)) askAgain(memory)
  const matching = matchContextOf(context)
  for (const { hook, uid } of webhooksOf(context.list(MUTATING))) {
    const match = matchOfWebhook(hook, request, matching)
    if (!match) continue
    const { seen, back } = versionsOf(request, match)
    const versioned = { match, object: seen(request.object), oldObject: seen(request.oldObject) }
    if (!(await meetsConditionsOf(hook, request, versioned, context))) continue
    if (reinvocation.isAgain && !memory.again.has(uid)) continue
    let failure: unknown
    try {
      const { patch } = await ask(hook, request, versioned, context, 'mutating')
      const patched = patchedBy(hook, patch, match.kind, versioned.object, context.registry)
      if (patched) request = { ...request, object: back(patched.object) }
      if (patched?.isChanged) {
        askAgain(memory)
        reinvocation.isWanted = true
      }
    } catch (error) {
      failure = error
    }
    if (hook.reinvocationPolicy === 'IfNeeded') memory.called.add(uid)
    if (failure instanceof CallFailed) {
      if (hook.failurePolicy !== 'Ignore') throw failedRequest(failure)
    } else if (failure !== undefined) throw failure
  }
  memory.output = request.object ?? undefined
  return writtenBack(attributes, request, isNew)
}

/** Returns the object to be stored, given what webhooks have made of what they see of it. */
function writtenBack(attributes: AdmissionAttributes, { object, def, subresource }: ReviewedRequest, isNew: boolean) {
  if (!object) return attributes.object
  if (isNew) return withMade(object, attributes)
  const { view } = subresourceOf(def, isSubresourceName(subresource) ? subresource : 'main')
  return view ? withOwnersOfView(view, attributes.object, object) : object
}
