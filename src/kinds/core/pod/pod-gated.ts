import { GoText } from '../../../base/go/printable.js'
import { type Issue, invalid } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import { goTexts } from '../../struct/go-metadata.js'
import { formatGoSyntax } from '../../struct/go-formats.js'
import type { PodSpec } from './pod-types.js'

type Terms = readonly { readonly [requirements: string]: readonly unknown[] | undefined }[]
type NodeAffinity = { readonly requiredDuringSchedulingIgnoredDuringExecution?: { readonly nodeSelectorTerms?: Terms } }

const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'

/**
 * Validates that an update of a pod with scheduling gates only narrows the choice of nodes
 * (validateNodeSelectorMutation, validateNodeAffinityMutation).
 */
export const validateNarrowed = (next: PodSpec, old: PodSpec): readonly Issue[] => [
  ...(Object.entries(old.nodeSelector ?? {}).every(([label, value]) => next.nodeSelector?.[label] === value)
    ? []
    : [
        invalid(
          'spec.nodeSelector',
          goTexts(next.nodeSelector ?? {}),
          'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
        ),
      ]),
  ...validateTerms(termsOf(next), termsOf(old)),
]

function termsOf({ affinity }: PodSpec): Terms {
  const chosen = affinity?.nodeAffinity as NodeAffinity | undefined // ensured by the schema
  return chosen?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
}

function validateTerms(next: Terms, old: Terms): readonly Issue[] {
  if (old.length === 0) return []
  if (next.length !== old.length)
    return [invalid(TERMS, goTerms(next), 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')]
  return next.flatMap((term, i) =>
    isNarrowed(term, old[i] ?? {})
      ? []
      : [invalid(`${TERMS}[${i}]`, goTerm(term), 'only additions are allowed (no mutations or deletions)')],
  )
}

function isNarrowed(next: Terms[number], old: Terms[number]): boolean {
  const lists = ['matchExpressions', 'matchFields'].map((name) => [next[name] ?? [], old[name] ?? []] as const)
  // An empty term matches no node.
  if (lists.every(([, before]) => before.length === 0)) return lists.every(([now]) => now.length === 0)
  return lists.every(([now, before]) => jsonEqual(now.slice(0, before.length), before))
}

/** Returns a gated pod's spec with the old node selector and node affinity, to compare everything else. */
export function withChoiceOf(next: PodSpec, old: PodSpec): PodSpec {
  const { nodeSelector: _, affinity, ...others } = next
  const kept = withNodeAffinity(affinity, old.affinity)
  return {
    ...others,
    ...(old.nodeSelector ? { nodeSelector: old.nodeSelector } : {}),
    ...(kept ? { affinity: kept } : {}),
  }
}

function withNodeAffinity(next: PodSpec['affinity'], old: PodSpec['affinity']): PodSpec['affinity'] {
  const before = old?.nodeAffinity
  if (jsonEqual(before ?? null, next?.nodeAffinity ?? null)) return next
  if (!next) return before ? { nodeAffinity: before } : undefined
  if (!old && !next.podAffinity && !next.podAntiAffinity) return undefined
  const { nodeAffinity: _, ...others } = next
  return before ? { ...others, nodeAffinity: before } : others
}

const TERM = 'core.NodeSelectorTerm'

const goTerms = (terms: Terms) =>
  terms.length > 0 ? formatGoSyntax(`[]${TERM}`, terms) : new GoText(`[]${TERM}(nil)`, () => 'null')

const goTerm = (term: Terms[number]) => formatGoSyntax(TERM, term)
