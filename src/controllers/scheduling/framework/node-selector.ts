import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../../model/generated/types/core-v1.js'
import { type LabelOperator, meetsRequirement } from '../../../model/select/label-requirement.js'

/** The fields of a node that a node selector uses. */
export type SelectableNode = {
  readonly metadata: {
    readonly name?: string | undefined
    readonly labels?: { readonly [label: string]: string } | undefined
  }
}

/** Whether a node matches one of the selector's terms (k8s.io/component-helpers, nodeaffinity). */
export const matchesNodeSelector = ({ nodeSelectorTerms }: NodeSelector, node: SelectableNode): boolean =>
  nodeSelectorTerms.some((term) => matchesNodeSelectorTerm(term, node))

/** Whether a node meets all requirements of a term; an empty term matches nothing. */
export function matchesNodeSelectorTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  { metadata: { name, labels = {} } }: SelectableNode,
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false
  return (
    matchExpressions.every((requirement) => meets(requirement, labels[requirement.key])) &&
    matchFields.every((requirement) => meets(requirement, requirement.key === 'metadata.name' ? name : undefined))
  )
}

const OPERATORS: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
  ['Gt', 'gt'],
  ['Lt', 'lt'],
])

function meets({ key, operator, values = [] }: NodeSelectorRequirement, value: string | undefined): boolean {
  const known = OPERATORS.get(operator)
  return known !== undefined && meetsRequirement({ key, operator: known, values }, value)
}
