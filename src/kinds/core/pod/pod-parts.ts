import type { Container, Pod } from './pod-types.js'

/** Returns the stored pod with the ephemeral containers of the request (dropNonEphemeralContainerUpdates). */
export function withDebugContainers(next: Pod, old: Pod): Pod {
  const { ephemeralContainers: sent } = next.spec ?? {}
  const { ephemeralContainers: _, ...spec } = old.spec ?? {}
  return { ...wholeOf(next, old), spec: sent ? { ...spec, ephemeralContainers: sent } : spec }
}

/**
 * Returns the stored pod with the container resources of the request (dropNonResizeUpdates). If the containers differ,
 * it returns the request's pod, for ValidatePodResize to reject.
 */
export function withResources(next: Pod, old: Pod): Pod {
  const containers = resized(next.spec?.containers ?? [], old.spec?.containers ?? [])
  const initContainers = resized(next.spec?.initContainers ?? [], old.spec?.initContainers ?? [])
  if (containers.length !== old.spec?.containers?.length) return next
  if (initContainers.length !== (old.spec.initContainers ?? []).length) return next
  return {
    ...wholeOf(next, old),
    spec: { ...old.spec, ...(initContainers.length > 0 ? { initContainers } : {}), containers },
  }
}

/** Returns the stored pod with the managedFields and resourceVersion of the request. */
function wholeOf({ metadata: { managedFields, resourceVersion } }: Pod, old: Pod): Pod {
  return {
    ...old,
    metadata: {
      ...old.metadata,
      ...(managedFields ? { managedFields } : {}),
      ...(resourceVersion ? { resourceVersion } : {}),
    },
  }
}

function resized(sent: readonly Container[], stored: readonly Container[]): readonly Container[] {
  if (sent.length !== stored.length || sent.some(({ name }, i) => name !== stored[i]?.name)) return sent
  return sent.map(({ resources, resizePolicy }, i) => {
    const { resources: _, resizePolicy: __, ...rest } = stored[i] ?? { name: '' }
    return { ...rest, ...(resources ? { resources } : {}), ...(resizePolicy ? { resizePolicy } : {}) }
  })
}
