import type { Pod } from '../../pods/pod-state.js'

/** The field of the node affinity that names a pod's node. */
export const NODE_NAME = 'metadata.name'

/** Returns the node that a pod is on, or is meant for by its node affinity; undefined if there is none. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const named = terms
    .flatMap(({ matchFields = [] }) => matchFields)
    .find(({ key, operator }) => key === NODE_NAME && operator === 'In')
  return named?.values?.length === 1 ? named.values[0] : undefined
}
