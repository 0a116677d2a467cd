import { createLateLibrary } from '../../base/turns/late-library.js'
import { defineAdmissionPlugin } from './define.js'
import type { AdmissionTarget } from './types.js'
import { MUTATING, VALIDATING } from './webhooks/configured.js'

const library = createLateLibrary(() => import('./webhooks/library.js'))

const EXEMPT: readonly string[] = [
  ...['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'],
  ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
]

/** Tells whether webhooks see writes of a kind: not those that would let nobody mend a configuration. */
const isSeen = ({ group, resource }: Pick<AdmissionTarget, 'group' | 'resource'>): boolean =>
  group !== 'admissionregistration.k8s.io' || !EXEMPT.includes(resource)

/** MutatingAdmissionWebhook: webhooks that change what is written. */
export const mutatingWebhooks = defineAdmissionPlugin({
  name: 'MutatingAdmissionWebhook',
  configuredBy: [MUTATING],
  handles: isSeen,
  admit(attributes, context) {
    const go = () => library.needed().mutatedByWebhooks(attributes, context)
    return library.load()?.then(go) ?? go()
  },
})

/** ValidatingAdmissionWebhook: webhooks that refuse what is written. */
export const validatingWebhooks = defineAdmissionPlugin({
  name: 'ValidatingAdmissionWebhook',
  configuredBy: [VALIDATING],
  handles: isSeen,
  validate(attributes, context) {
    const go = () => library.needed().validatedByWebhooks(attributes, context)
    return library.load()?.then(go) ?? go()
  },
})
