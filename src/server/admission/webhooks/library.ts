/** What asks admission webhooks, loaded with the first configuration that is in force. */
export { mutatedByWebhooks } from './mutating.js'
export { validatedByWebhooks } from './validating.js'
