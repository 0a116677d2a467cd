import { createLateLibrary } from '../../base/turns/late-library.js'
import type { CallWebhook } from '../../model/registry/webhook.js'
import type { WebhookContext } from './client.js'

// Loaded on demand: few clusters have webhooks.
const library = createLateLibrary(() => import('./client.js'))

/** Creates what calls webhooks. */
export function createWebhookCalls(context: WebhookContext): CallWebhook {
  let client: CallWebhook | undefined
  const go: CallWebhook = (call) => (client ??= library.needed().createWebhookClient(context))(call)
  return (call) => library.load()?.then(() => go(call)) ?? go(call)
}
