/** The tables of policies and of what binds them. */
export const POLICIES = 'admissionregistration.k8s.io/validatingadmissionpolicies'
export const BINDINGS = 'admissionregistration.k8s.io/validatingadmissionpolicybindings'
