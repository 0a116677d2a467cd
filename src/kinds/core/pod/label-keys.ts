import { type Issue, forbidden, invalid } from '../../../base/errors/issue.js'
import { qualifiedName } from '../../../base/rules/names.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { MemberRule } from '../../struct/member-rules.js'
import type { PodSpec } from './pod-types.js'

type Labels = { readonly [label: string]: string }

/** A choice of pods by a selector, and by what the labels of the pod itself say. */
export type PodChoice = {
  readonly labelSelector?: LabelSelector
  readonly matchLabelKeys?: readonly string[]
  readonly mismatchLabelKeys?: readonly string[]
}

type PodTerms = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodChoice[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm: PodChoice }[]
}

type Placed = {
  readonly affinity?: { readonly podAffinity?: PodTerms; readonly podAntiAffinity?: PodTerms }
  readonly topologySpreadConstraints?: readonly PodChoice[]
}

/**
 * Adds to the selectors of a new pod what its labels say of the keys beside them (mutatePodAffinity, and since v1.34
 * mutateTopologySpreadConstraints).
 */
export function withLabelKeys(spec: PodSpec, labels: Labels | undefined, gates: FeatureGates): PodSpec {
  const { affinity, topologySpreadConstraints: spreads } = spec as Placed // ensured by the schema
  if (!labels || !(affinity?.podAffinity || affinity?.podAntiAffinity || spreads)) return spec
  const { podAffinity, podAntiAffinity } = affinity ?? {}
  return {
    ...spec,
    ...(affinity
      ? {
          affinity: {
            ...affinity,
            ...(podAffinity ? { podAffinity: termsWith(labels, podAffinity) } : {}),
            ...(podAntiAffinity ? { podAntiAffinity: termsWith(labels, podAntiAffinity) } : {}),
          },
        }
      : {}),
    ...(spreads && gates.MatchLabelKeysInPodTopologySpreadSelectorMerge
      ? { topologySpreadConstraints: spreads.map((spread) => choiceWith(labels, spread)) }
      : {}),
  }
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

const termsWith = (
  labels: Labels,
  { [REQUIRED]: required, [PREFERRED]: preferred, ...others }: PodTerms,
): PodTerms => ({
  ...others,
  ...(required ? { [REQUIRED]: required.map((term) => choiceWith(labels, term)) } : {}),
  ...(preferred
    ? {
        [PREFERRED]: preferred.map((term) => ({
          ...term,
          podAffinityTerm: choiceWith(labels, term.podAffinityTerm),
        })),
      }
    : {}),
})

function choiceWith<T extends PodChoice>(labels: Labels, choice: T): T {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = choice
  const more = [...requirements(matchLabelKeys, 'In', labels), ...requirements(mismatchLabelKeys, 'NotIn', labels)]
  if (!labelSelector || more.length === 0) return choice
  const { matchExpressions = [] } = labelSelector
  return { ...choice, labelSelector: { ...labelSelector, matchExpressions: [...matchExpressions, ...more] } }
}

const requirements = (keys: readonly string[], operator: 'In' | 'NotIn', labels: Labels) =>
  keys.flatMap((key) => {
    const value = labels[key]
    return value === undefined ? [] : [{ key, operator, values: [value] }]
  })

const LONELY = 'must not be specified when labelSelector is not set'
const IN_BOTH = 'exists in both matchLabelKeys and labelSelector'

/** Validates the key of a label at a path (ValidateLabelName). */
export const labelName = (key: string, field: string): readonly Issue[] =>
  qualifiedName(key).map((detail) => invalid(field, key, detail))

/** Validates the keys of a choice at a path (ValidateMatchLabelKeysAndMismatchLabelKeys). */
export function* validateLabelKeys(choice: PodChoice, field: string): Iterable<Issue> {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = choice
  for (const [name, keys] of Object.entries({ matchLabelKeys, mismatchLabelKeys })) {
    if (keys.length > 0 && !labelSelector) yield forbidden(`${field}.${name}`, LONELY)
    else for (const [i, key] of keys.entries()) yield* labelName(key, `${field}.${name}[${i}]`)
  }
  // What labels say has been added to the selector: a key that is there twice was in it before.
  const places = new Map(matchLabelKeys.map((key, i) => [key, i]))
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}))
  for (const { key = '' } of labelSelector?.matchExpressions ?? []) {
    const place = places.get(key)
    // The path is the server's.
    if (place !== undefined && seen.has(key)) yield invalid(`${field}[${place}]`, key, IN_BOTH)
    seen.add(key)
  }
  const mismatched = new Set(mismatchLabelKeys)
  for (const [i, key] of matchLabelKeys.entries())
    if (mismatched.has(key))
      yield invalid(`${field}.matchLabelKeys[${i}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys')
}

/** Validates the keys of a spread constraint: since v1.34 as those of an affinity. */
export const spreadKeys: MemberRule = (_, field, owner) => {
  const choice = owner as PodChoice // ensured by the schema
  if (runsAtLeast('1.34')) return [...validateLabelKeys(choice, field.slice(0, field.lastIndexOf('.')))]
  const { labelSelector, matchLabelKeys = [] } = choice
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {}
  const chosen = new Set([...Object.keys(matchLabels), ...matchExpressions.map(({ key = '' }) => key)])
  return [
    ...(matchLabelKeys.length > 0 && !labelSelector ? [forbidden(field, LONELY)] : []),
    ...matchLabelKeys.flatMap((key, i) => [
      ...labelName(key, `${field}[${i}]`),
      ...(chosen.has(key) ? [invalid(`${field}[${i}]`, key, IN_BOTH)] : []),
    ]),
  ]
}
