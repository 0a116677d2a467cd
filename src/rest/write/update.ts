import { badRequest, notFound } from '../../base/status.js'
import { checkSent, readObject } from './body.js'
import { causeOf } from '../../api/cause.js'
import { requestedKey, tableOf } from '../context.js'
import { insert } from './create.js'
import { inNamespace } from './in-namespace.js'
import { checkUid, mutate, parseVersion } from './mutate.js'
import { withUniqueOwners } from './owner-references.js'
import { needSteps, slightStep, step } from './steps.js'
import { track } from './ownership.js'
import { subresourceOf } from '../../registry/subresource-of.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import { viewOf } from './view.js'
import type { WriteContext } from './warnings.js'

/** PUT on an object, its status or its finalizers; for some kinds it creates a missing object. */
export function update(context: WriteContext, call: Call): Outcome {
  const { target } = call
  const { def } = target
  const { carried, show, change } = viewOf(call)
  const sent = step(call, 'read', [], () => inNamespace(carried, readObject(context, carried)))
  checkName(target.name, sent.metadata.name)
  const placed = slightStep(call, 'owners sent', [sent], () => withUniqueOwners(context, sent, 'sent'))
  return context.store.transact((transaction): Outcome => {
    const old = transaction.get(tableOf(target), requestedKey(target))
    if (!old) {
      checkUid(call, placed.metadata.uid, '')
      if (
        def.update.allowCreate &&
        (target.subresource === 'main' || subresourceOf(def, target.subresource).mayCreate)
      ) {
        parseVersion(placed)
        const object = step(call, 'owners', [undefined, placed], () => track(context, call, undefined, placed))
        const stored = insert(context, call, transaction, object)
        return { type: 'object', code: 201, def, object: stored }
      }
      throw notFound(def.resourceSubject, target.name)
    }
    checkUid(call, placed.metadata.uid, old.metadata.uid ?? '')
    checkSent(context, carried, sent)
    needSteps(call, old)
    const { object: stored } = mutate(context, call, transaction, old, () =>
      step(call, 'owners', [old, placed], () => change(old, track(context, carried, show(old), placed))),
    )
    return { type: 'object', code: 200, def, object: stored }
  }, causeOf(call))
}

/**
 * Checks the name in a body against the one in the URL.
 *
 * @throws StatusError 400 if they differ
 */
export function checkName(wanted: string, given: string | undefined): void {
  if (!given)
    throw badRequest(`the name of the object (${wanted} based on URL) was undeterminable: name must be provided`)
  if (given !== wanted)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${wanted})`)
}
