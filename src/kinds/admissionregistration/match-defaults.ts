import type { StructDefaults } from '../struct/struct-defaults.js'

const SCOPE = { scope: '*' }
const MATCH = { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} }

/** Defaults of rules and of MatchResources. */
export const MATCH_DEFAULTS: StructDefaults = {
  'admissionregistration.v1.RuleWithOperations': SCOPE,
  'admissionregistration.v1.NamedRuleWithOperations': SCOPE,
  'admissionregistration.v1.MatchResources': MATCH,
  'admissionregistration.v1beta1.NamedRuleWithOperations': SCOPE,
  'admissionregistration.v1beta1.MatchResources': MATCH,
  'admissionregistration.v1alpha1.NamedRuleWithOperations': SCOPE,
  'admissionregistration.v1alpha1.MatchResources': MATCH,
}
