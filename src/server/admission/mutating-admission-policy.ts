import { turn } from '../../base/time/event-loop.js'
import { finishSoon } from '../../base/turns/steps.js'
import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { loadLibrary } from '../../cel/library.js'
import { MUTATING_POLICIES, isSeenByPolicies } from './configuration-tables.js'
import { defineAdmissionPlugin } from './define.js'

const library = createLateLibrary(() => import('./policies/mutating.js'))

/** MutatingAdmissionPolicy: CEL expressions that change what is written, where its feature gate is on. */
export const mutatingAdmissionPolicyPlugin = defineAdmissionPlugin({
  name: 'MutatingAdmissionPolicy',
  configuredBy: [MUTATING_POLICIES.bindings],
  // There is nothing to change of what is deleted.
  handles: (target) => target.operation !== 'delete' && isSeenByPolicies(target),
  admit(attributes, context) {
    if (!context.featureGates.MutatingAdmissionPolicy) return attributes.object
    const ask = () => finishSoon(library.needed().mutatedByPolicies(attributes, context), turn)
    return loadAll([library.load, loadLibrary])?.then(ask) ?? ask()
  },
})
