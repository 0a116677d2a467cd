import type { KubeObject } from '../../../schema/object.js'
import { versionsOf } from '../review/convert.js'
import { mutableRequest, writtenBack } from '../review/mutable.js'
import { createMemories, noteChange, noteRound } from '../review/reinvocation.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { ask } from './ask.js'
import { meetsConditionsOf } from './conditions.js'
import { MUTATING, webhooksOf } from './configured.js'
import { CallFailed, failedRequest } from './failures.js'
import { matchContextOf, matchOfWebhook } from './matching.js'
import { patchedBy } from './patched.js'

const memoryOf = createMemories()

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
  const memory = memoryOf(reinvocation)
  let request = mutableRequest(attributes, context.registry)
  noteRound(memory, reinvocation, request.object)
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
      if (patched?.isChanged) noteChange(memory, reinvocation)
    } catch (error) {
      failure = error
    }
    if (hook.reinvocationPolicy === 'IfNeeded') memory.asked.add(uid)
    if (failure instanceof CallFailed) {
      if (hook.failurePolicy !== 'Ignore') throw failedRequest(failure)
    } else if (failure !== undefined) throw failure
  }
  memory.output = request.object
  return writtenBack(attributes, request)
}
