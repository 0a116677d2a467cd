import type { Pod } from '../../pods/pod-state.js'

/** The field of nodes by which a pod names the one it is for. */
export const NODE_NAME = 'metadata.name'

/** The node that a pod is on, or is for; undefined where it is for none. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const named = terms
    .flatMap(({ matchFields = [] }) => matchFields)
    .find(({ key, operator }) => key === NODE_NAME && operator === 'In')
  return named?.values?.length === 1 ? named.values[0] : undefined
}
