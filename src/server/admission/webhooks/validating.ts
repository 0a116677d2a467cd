import { reviewedRequest } from '../review/request.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { ask } from './ask.js'
import { VALIDATING, webhooksOf } from './configured.js'
import { CallFailed, failedRequest } from './failures.js'
import { afterMade } from './made.js'
import { matchContextOf, matchOfWebhook, versionsOf } from './matching.js'

/**
 * Asks the validating webhooks about a request, all at once.
 *
 * @throws StatusError for a request that one denies, or fails on: of several, the first that answers
 */
export async function validatedByWebhooks(attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  const request = reviewedRequest(isNew(attributes) ? afterMade(attributes) : attributes, context.registry)
  const matching = matchContextOf(context)
  const asked = webhooksOf(context.list(VALIDATING)).flatMap(({ hook }) => {
    const match = matchOfWebhook(hook, request, matching)
    if (!match) return []
    const { seen } = versionsOf(request, match)
    return [{ hook, versioned: { match, object: seen(request.object), oldObject: seen(request.oldObject) } }]
  })
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

const isNew = ({ operation, subresource }: AdmissionAttributes): boolean => operation === 'create' && subresource === ''
