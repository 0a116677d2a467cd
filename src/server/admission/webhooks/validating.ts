import { internalError } from '../../../base/errors/status.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { ask } from './ask.js'
import { meetsConditionsOf } from './conditions.js'
import { VALIDATING_WEBHOOKS } from '../configuration-tables.js'
import { type ConfiguredWebhook, webhooksOf } from './configured.js'
import { CallFailed, failedRequest } from './failures.js'
import { validatedRequest } from '../review/made.js'
import type { Versioned } from './review.js'
import { matchContextOf, matchOfWebhook } from './matching.js'
import { versionedFor } from './versioned.js'

/**
 * Asks the validating webhooks about a request, all at once.
 *
 * @throws StatusError for a request that one denies, or fails on: of several, the first that answers
 */
export async function validatedByWebhooks(attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  const request = validatedRequest(attributes, context.registry)
  const matching = matchContextOf(context)
  const asked: { readonly hook: ConfiguredWebhook; readonly versioned: Versioned }[] = []
  for (const { hook } of webhooksOf(context.list(VALIDATING_WEBHOOKS))) {
    const match = matchOfWebhook(hook, request, matching)
    if (!match) continue
    const versioned = await versionedFor(request, match, context, internalError)
    if (await meetsConditionsOf(hook, request, versioned, context)) asked.push({ hook, versioned })
  }
  const failures: unknown[] = []
  await Promise.all(
    asked.map(({ hook, versioned }) =>
      ask(hook, request, versioned, context, 'validating').catch((error: unknown) => {
        if (!(error instanceof CallFailed)) failures.push(error)
        else if (hook.failurePolicy !== 'Ignore') failures.push(failedRequest(error))
      }),
    ),
  )
  if (failures.length > 0) throw failures[0]
}
