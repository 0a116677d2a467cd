import type { CallWebhook } from '../model/registry/webhook.js'
import type { RestContext } from './context.js'

/** What calls webhooks for the request whose work is running, also once other requests have their turns. */
export function forRequest<C extends Pick<RestContext, 'callWebhook' | 'current'>>({
  callWebhook,
  current,
}: C): CallWebhook {
  const request = current()
  return (call) => callWebhook({ ...call, request })
}
