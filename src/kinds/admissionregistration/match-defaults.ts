import type { StructDefaults } from '../struct/struct-defaults.js'

const SCOPE = { scope: '*' }

/** What rules, and what chooses objects by them, are filled with. */
export const MATCH_DEFAULTS: StructDefaults = {
  'admissionregistration.v1.RuleWithOperations': SCOPE,
  'admissionregistration.v1.NamedRuleWithOperations': SCOPE,
  'admissionregistration.v1.MatchResources': { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
}
