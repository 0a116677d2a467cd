import { createLateLibrary } from '../../base/turns/late-library.js'
import { MUTATING_WEBHOOKS, VALIDATING_WEBHOOKS, isSeenByWebhooks } from './configuration-tables.js'
import { defineAdmissionPlugin } from './define.js'

const library = createLateLibrary(() => import('./webhooks/phases.js'))

/** MutatingAdmissionWebhook: webhooks that change what is written. */
export const mutatingWebhooks = defineAdmissionPlugin({
  name: 'MutatingAdmissionWebhook',
  configuredBy: [MUTATING_WEBHOOKS],
  handles: isSeenByWebhooks,
  admit(attributes, context) {
    const go = () => library.needed().mutatedByWebhooks(attributes, context)
    return library.load()?.then(go) ?? go()
  },
})

/** ValidatingAdmissionWebhook: webhooks that refuse what is written. */
export const validatingWebhooks = defineAdmissionPlugin({
  name: 'ValidatingAdmissionWebhook',
  configuredBy: [VALIDATING_WEBHOOKS],
  handles: isSeenByWebhooks,
  validate(attributes, context) {
    const go = () => library.needed().validatedByWebhooks(attributes, context)
    return library.load()?.then(go) ?? go()
  },
})
