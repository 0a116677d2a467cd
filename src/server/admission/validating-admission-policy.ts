import { turn } from '../../base/time/event-loop.js'
import { finishSoon } from '../../base/turns/steps.js'
import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { loadLibrary } from '../../cel/library.js'
import { VALIDATING_POLICIES, isSeenByPolicies } from './configuration-tables.js'
import { defineAdmissionPlugin } from './define.js'

const library = createLateLibrary(() => import('./policies/validating.js'))

/** ValidatingAdmissionPolicy: CEL expressions that deny requests, warn of them or record them. */
export const validatingAdmissionPolicyPlugin = defineAdmissionPlugin({
  name: 'ValidatingAdmissionPolicy',
  configuredBy: [VALIDATING_POLICIES.bindings],
  handles: isSeenByPolicies,
  validate(attributes, context) {
    const ask = () => finishSoon(library.needed().askPolicies(attributes, context), turn)
    return loadAll([library.load, loadLibrary])?.then(ask) ?? ask()
  },
})
