// Fields that the server's internal struct has in the security context.
const NAMESPACES = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const

const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'] as const

type Mounting = { readonly volumeMounts?: unknown }
type Spec = { readonly [member: string]: unknown } & { readonly securityContext?: object | null } & {
  readonly [containers in (typeof CONTAINERS)[number]]?: readonly Mounting[] | null
}

/** Converts a pod's spec to the server's internal struct (core.PodSpec). */
export const internalPodSpec = (spec: Spec) => ({
  ...spec,
  ...Object.fromEntries(CONTAINERS.flatMap((sort) => (spec[sort] ? [[sort, spec[sort].map(sifted)]] : []))),
  // The server filters image volumes and their mounts, which turns explicitly empty lists into nil.
  volumes: spec['volumes'],
  securityContext: {
    ...spec.securityContext,
    ...Object.fromEntries(NAMESPACES.map((member) => [member, spec[member]])),
  },
})

const sifted = (container: Mounting) => ({ ...container, volumeMounts: container.volumeMounts })
