import type { AdmissionTarget } from '../types.js'

const CONFIGURATION: readonly string[] = [
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]

/** Tells whether policies see writes of a kind: not those that would let nobody mend a policy. */
export const isSeenByPolicies = ({ group, resource }: Pick<AdmissionTarget, 'group' | 'resource'>): boolean =>
  group !== 'admissionregistration.k8s.io' || !CONFIGURATION.includes(resource)
