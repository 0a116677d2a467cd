import { getPath, isObject } from '../json/json.js'

/** A call of a webhook. */
type Called = {
  readonly webhook: string
  readonly duration: number
  readonly status?: number | undefined
  readonly answer?: unknown
  readonly failure: string
}

/** Formats what a webhook said: `webhook owners.shop.example.com after 3 ms: denied: who owns it?`. */
export function webhookSaid({ webhook, duration, status, answer, failure }: Called): string {
  const about = `webhook ${webhook}${duration ? ` after ${duration} ms` : ''}`
  if (failure) return `${about}: ${failure}`
  return `${about}: ${verdictIn(getPath(answer, ['response'])) ?? `status ${status}`}`
}

/** Returns what the response of a review says; undefined if it says nothing known. */
function verdictIn(response: unknown): string | undefined {
  if (!isObject(response)) return undefined
  const { allowed, patch, convertedObjects } = response
  const why = getPath(response, [allowed === undefined ? 'result' : 'status', 'message'])
  const because = typeof why === 'string' && why ? `: ${why}` : ''
  if (typeof allowed === 'boolean') return allowed ? `allowed${patch ? ', with a patch' : ''}` : `denied${because}`
  if (because) return `not converted${because}`
  return Array.isArray(convertedObjects) ? `${convertedObjects.length} converted` : undefined
}
