import { turn } from '../../base/time/event-loop.js'
import { finishSoon } from '../../base/turns/steps.js'
import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { loadLibrary } from '../../cel/library.js'
import { MUTATING_POLICIES, VALIDATING_POLICIES, isReview } from './configuration-tables.js'
import { defineAdmissionPlugin } from './define.js'

const mutating = createLateLibrary(() => import('./policies/mutating.js'))
const OF_MUTATING = [mutating.load, loadLibrary]

/** MutatingAdmissionPolicy: CEL expressions that change what is written, where its feature gate is on. */
export const mutatingAdmissionPolicyPlugin = defineAdmissionPlugin({
  name: 'MutatingAdmissionPolicy',
  configuredBy: [MUTATING_POLICIES.bindings],
  configuredIn: ({ manifests }) => manifests(MUTATING_POLICIES.bindings).length > 0,
  // There is nothing to change of what is deleted.
  handles: (target) => target.operation !== 'delete' && !isReview(target),
  admit(attributes, context) {
    if (!context.featureGates.MutatingAdmissionPolicy) return attributes.object
    const ask = () => finishSoon(mutating.needed().mutatedByPolicies(attributes, context), turn)
    return loadAll(OF_MUTATING)?.then(ask) ?? ask()
  },
})

const validating = createLateLibrary(() => import('./policies/validating.js'))
const OF_VALIDATING = [validating.load, loadLibrary]

/** ValidatingAdmissionPolicy: CEL expressions that deny requests, warn of them or record them. */
export const validatingAdmissionPolicyPlugin = defineAdmissionPlugin({
  name: 'ValidatingAdmissionPolicy',
  configuredBy: [VALIDATING_POLICIES.bindings],
  configuredIn: ({ manifests }) => manifests(VALIDATING_POLICIES.bindings).length > 0,
  handles: (target) => !isReview(target),
  validate(attributes, context) {
    const ask = () => finishSoon(validating.needed().askPolicies(attributes, context), turn)
    return loadAll(OF_VALIDATING)?.then(ask) ?? ask()
  },
})
