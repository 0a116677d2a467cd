import { turn } from '../../base/time/event-loop.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { finishSoon } from '../../base/turns/steps.js'
import { MUTATING_WEBHOOKS, VALIDATING_WEBHOOKS, isReview } from './configuration-tables.js'
import { defineAdmissionPlugin } from './define.js'
import type { AdmissionContext, AdmissionTarget } from './types.js'

const library = createLateLibrary(() => import('./webhooks/phases.js'))

const isExcluded = (target: AdmissionTarget, { featureGates }: AdmissionContext): boolean =>
  featureGates.ExcludeAdmissionWebhookVirtualResources && isReview(target)

/** MutatingAdmissionWebhook: webhooks that change what is written. */
export const mutatingWebhooks = defineAdmissionPlugin({
  name: 'MutatingAdmissionWebhook',
  configuredBy: [MUTATING_WEBHOOKS],
  configuredIn: ({ manifests }) => manifests(MUTATING_WEBHOOKS).length > 0,
  handles: () => true,
  admit(attributes, context) {
    if (isExcluded(attributes, context)) return attributes.object
    const go = () => finishSoon(library.needed().mutatedByWebhooks(attributes, context), turn)
    return library.load()?.then(go) ?? go()
  },
})

/** ValidatingAdmissionWebhook: webhooks that refuse what is written. */
export const validatingWebhooks = defineAdmissionPlugin({
  name: 'ValidatingAdmissionWebhook',
  configuredBy: [VALIDATING_WEBHOOKS],
  configuredIn: ({ manifests }) => manifests(VALIDATING_WEBHOOKS).length > 0,
  handles: () => true,
  validate(attributes, context) {
    if (isExcluded(attributes, context)) return undefined
    const go = () => finishSoon(library.needed().validatedByWebhooks(attributes, context), turn)
    return library.load()?.then(go) ?? go()
  },
})
