import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { loadLibrary } from '../../cel/library.js'
import { defineAdmissionPlugin } from './define.js'
import { BINDINGS } from './policies/tables.js'
import { isSeenByPolicies } from './policies/exempt.js'

const library = createLateLibrary(() => import('./policies/dispatch.js'))

/** ValidatingAdmissionPolicy: CEL expressions that deny requests, warn of them or record them. */
export const validatingAdmissionPolicyPlugin = defineAdmissionPlugin({
  name: 'ValidatingAdmissionPolicy',
  configuredBy: [BINDINGS],
  handles: isSeenByPolicies,
  validate(attributes, context) {
    const ask = () => library.needed().askPolicies(attributes, context)
    return loadAll([library.load, loadLibrary])?.then(ask) ?? ask()
  },
})
