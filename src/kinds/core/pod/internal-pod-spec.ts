// What the server's own struct has in the security context.
const NAMESPACES = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const

const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'] as const

type Mounting = { readonly volumeMounts?: unknown }
type Spec = { readonly [member: string]: unknown } & { readonly securityContext?: object | null } & {
  readonly [containers in (typeof CONTAINERS)[number]]?: readonly Mounting[] | null
}

/** A pod's spec as the server's own struct has it (core.PodSpec). */
export const internalPodSpec = (spec: Spec) => ({
  ...spec,
  ...Object.fromEntries(CONTAINERS.flatMap((sort) => (spec[sort] ? [[sort, spec[sort].map(sifted)]] : []))),
  // Volumes and mounts of images are sifted out, by which lists that were given empty are none.
  volumes: spec['volumes'],
  securityContext: {
    ...spec.securityContext,
    ...Object.fromEntries(NAMESPACES.map((member) => [member, spec[member]])),
  },
})

const sifted = (container: Mounting) => ({ ...container, volumeMounts: container.volumeMounts })
