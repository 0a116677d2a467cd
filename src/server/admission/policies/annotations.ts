import type { Binding } from '../../../kinds/admissionregistration/binding-rules.js'
import type { AdmissionContext } from '../types.js'
import type { Violation } from './validate.js'

/** Collects the audit annotations that a policy makes for its bindings and their parameters. */
export function createAnnotations() {
  const found = new Map<string, Set<string>>()
  return {
    add(key: string, value: string): void {
      const values = found.get(key)
      if (values) values.add(value)
      else found.set(key, new Set([value]))
    },
    publish(policyName: string, { annotate }: Pick<AdmissionContext, 'annotate'>): void {
      for (const [key, values] of found) annotate(`${policyName}/${key}`, [...values].join(', '))
    },
  }
}

const FAILURE = 'validation.policy.admission.k8s.io/validation_failure'

/** Annotates a request that a policy would deny, for a binding that asks for it. */
export function annotateFailure(
  { annotate }: Pick<AdmissionContext, 'annotate'>,
  { metadata, spec: { policyName = '', validationActions = [] } = {} }: Binding,
  { message, index }: Violation,
): void {
  const told = { message, policy: policyName, binding: metadata.name, expressionIndex: index, validationActions }
  annotate(FAILURE, JSON.stringify([told]))
}
