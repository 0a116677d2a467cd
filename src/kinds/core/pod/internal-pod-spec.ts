// What the server's own struct has in the security context.
const NAMESPACES = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const

type Spec = { readonly [member: string]: unknown } & { readonly securityContext?: object | null }

/** A pod's spec as the server's own struct has it (core.PodSpec). */
export const internalPodSpec = (spec: Spec) => ({
  ...spec,
  securityContext: {
    ...spec.securityContext,
    ...Object.fromEntries(NAMESPACES.map((member) => [member, spec[member]])),
  },
})
