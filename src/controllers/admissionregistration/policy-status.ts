import { madeInTurns } from '../runtime/in-turns.js'
import type { Controller } from '../runtime/types.js'
import { typeWarnings } from './type-warnings.js'

/** Sets the observedGeneration of each ValidatingAdmissionPolicy, and warns of the types of its expressions. */
export const policyStatus: Controller<'ValidatingAdmissionPolicy'> = {
  name: 'policy-status',
  user: 'system:serviceaccount:kube-system:validatingadmissionpolicy-status-controller',
  manager: 'validatingadmissionpolicy-status',
  watches: { ValidatingAdmissionPolicy: 'own' },
  *reconcileInSteps({ name }, world) {
    const policy = world.get('ValidatingAdmissionPolicy', { name })
    const { generation = 0 } = policy?.metadata ?? {}
    if (!policy || generation <= (policy.status?.observedGeneration ?? 0)) return
    const warnings = yield* madeInTurns(world, () => typeWarnings(policy, world.registry))
    const typeChecking = warnings.length > 0 ? { expressionWarnings: [...warnings] } : {}
    const status = { observedGeneration: generation, typeChecking }
    yield* world.apply('ValidatingAdmissionPolicy', { metadata: { name }, status }, { subresource: 'status' })
  },
}
