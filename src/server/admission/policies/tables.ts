import type { AdmissionTarget } from '../types.js'

/** The tables of policies, and of what binds them. */
export type PolicyTables = { readonly policies: string; readonly bindings: string }

export const VALIDATING: PolicyTables = {
  policies: 'admissionregistration.k8s.io/validatingadmissionpolicies',
  bindings: 'admissionregistration.k8s.io/validatingadmissionpolicybindings',
}

export const MUTATING: PolicyTables = {
  policies: 'admissionregistration.k8s.io/mutatingadmissionpolicies',
  bindings: 'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
}

const CONFIGURATION: readonly string[] = [
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]

/** Tells whether policies see writes of a kind: not those that would let nobody mend a policy. */
export const isSeenByPolicies = ({ group, resource }: Pick<AdmissionTarget, 'group' | 'resource'>): boolean =>
  group !== 'admissionregistration.k8s.io' || !CONFIGURATION.includes(resource)
