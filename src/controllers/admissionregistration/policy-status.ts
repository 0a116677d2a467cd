import type { Controller } from '../runtime/types.js'

/**
 * Sets the observedGeneration of each ValidatingAdmissionPolicy. Its expressions are not type-checked against the
 * resources it matches, so `typeChecking` has no warnings.
 */
export const policyStatus: Controller<'ValidatingAdmissionPolicy'> = {
  name: 'policy-status',
  user: 'system:serviceaccount:kube-system:validatingadmissionpolicy-status-controller',
  manager: 'validatingadmissionpolicy-status',
  watches: { ValidatingAdmissionPolicy: 'own' },
  reconcile({ name }, world) {
    const policy = world.get('ValidatingAdmissionPolicy', { name })
    const { generation = 0 } = policy?.metadata ?? {}
    if (!policy || generation <= (policy.status?.observedGeneration ?? 0)) return
    const status = { observedGeneration: generation, typeChecking: {} }
    world.apply('ValidatingAdmissionPolicy', { metadata: { name }, status }, { subresource: 'status' })
  },
}
