import type { PodAffinityTerm, WeightedPodAffinityTerm } from '../../../model/generated/types/core-v1.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { type LabelSelector, matchesLabels } from '../../../model/select/labels.js'
import type { Labels, SchedulablePod } from './types.js'

/** A term of a pod's affinity or anti-affinity. */
export type AffinityTerm = {
  readonly topologyKey: string
  readonly namespaces: readonly string[]
  readonly selector: LabelSelector | undefined
  /** Selects namespaces besides those listed; undefined for none. */
  readonly namespaceSelector: LabelSelector | undefined
}
/** A preferred term with its weight. */
type WeightedTerm = AffinityTerm & { readonly weight: number }

/** Whether a term matches a pod, by its labels and those of its namespace. */
export const isAbout = (
  { namespaces, namespaceSelector, selector }: AffinityTerm,
  { namespace, labels }: { readonly namespace: string; readonly labels: Labels },
  namespaceLabels: (namespace: string) => Labels,
): boolean =>
  selector !== undefined &&
  (namespaces.includes(namespace) ||
    (namespaceSelector !== undefined && matchesLabels(namespaceSelector, namespaceLabels(namespace)))) &&
  matchesLabels(selector, labels)

/** The affinity and anti-affinity terms of a pod, required and preferred. */
export type PodTerms = {
  readonly near: readonly AffinityTerm[]
  readonly far: readonly AffinityTerm[]
  readonly rather: readonly WeightedTerm[]
  readonly ratherNot: readonly WeightedTerm[]
}

const NO_TERMS: PodTerms = { near: [], far: [], rather: [], ratherNot: [] }

/** Reads the terms of a pod. */
export function termsOf({ metadata, spec }: SchedulablePod): PodTerms {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  if (!podAffinity && !podAntiAffinity) return NO_TERMS
  const read = (term: PodAffinityTerm) => readTerm(term, metadata.namespace ?? '')
  const weigh = ({ weight, podAffinityTerm }: WeightedPodAffinityTerm) => ({ ...read(podAffinityTerm), weight })
  return {
    near: (podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map(read),
    far: (podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map(read),
    rather: (podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(weigh),
    ratherNot: (podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(weigh),
  }
}

function readTerm(
  { topologyKey, namespaces = [], namespaceSelector, labelSelector }: PodAffinityTerm,
  namespace: string,
): AffinityTerm {
  return {
    topologyKey,
    // Defaults to the pod's own namespace.
    namespaces: namespaces.length === 0 && !namespaceSelector ? [namespace] : namespaces,
    selector: fromLabelSelectorObject(labelSelector),
    namespaceSelector: fromLabelSelectorObject(namespaceSelector),
  }
}
