import { givenOf } from '../../base/json/as-given.js'
import { isBare } from '../../base/json/member-names.js'
import { type Issue, forbidden, invalid, required } from '../../base/errors/issue.js'
import { GoText, namedText } from '../../base/go/printable.js'
import { encodeJson } from '../../base/json/json.js'
import { labelValue, qualifiedName } from '../../base/rules/names.js'
import type { LabelSelector as Selector } from '../../model/generated/types/meta-v1.js'
import { goTexts } from '../struct/go-metadata.js'
import type { Unchecked } from '../struct/unchecked.js'
import { goStrings, goStruct } from './go-struct.js'
import { labelIssues } from './label-issues.js'

type LabelSelector = Unchecked<Selector>

/**
 * Validates a label selector (apimachinery's ValidateLabelSelector). `anyValues` permits invalid label values in
 * matchExpressions, for updates.
 */
export function validateLabelSelector(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  field: string,
  { anyValues = false }: { readonly anyValues?: boolean } = {},
): readonly Issue[] {
  const labels = labelIssues(matchLabels, `${field}.matchLabels`)
  const expressions = matchExpressions.flatMap(({ key = '', operator = '', values = [] }, i) => {
    const at = `${field}.matchExpressions[${i}]`
    return [
      ...validateOperator(operator, values, at),
      ...qualifiedName(key).map((detail) => invalid(`${at}.key`, key, detail)),
      ...(anyValues
        ? []
        : values.flatMap((value, j) =>
            labelValue(value).map((detail) => invalid(`${at}.values[${j}]`, value, detail)),
          )),
    ]
  })
  return [...labels, ...expressions]
}

/** Validates the operator of a requirement and the number of its values. */
export function validateOperator(operator: string, values: readonly string[], at: string): readonly Issue[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? [] : [required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      return values.length > 0
        ? [forbidden(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
        : []
    default:
      return [invalid(`${at}.operator`, namedText(operator), 'not a valid selector operator')]
  }
}

/** Formats a selector like Go's `%#v`, and as JSON. */
export function goSelector(selector: LabelSelector): GoText {
  const { matchLabels, matchExpressions } = selector
  const expressions = givenOf(selector, 'matchExpressions', matchExpressions, [])?.map((expression) => {
    const { key, operator, values } = expression
    const texts = goStrings(givenOf(expression, 'values', values, []))
    return goStruct('v1.LabelSelectorRequirement', { Key: key, Operator: operator, Values: texts })
  })
  const list = expressions
    ? `[]v1.LabelSelectorRequirement{${expressions.map(({ text }) => text).join(', ')}}`
    : '[]v1.LabelSelectorRequirement(nil)'
  const labels = goTexts(givenOf(selector, 'matchLabels', matchLabels, {}))
  const { text } = goStruct('v1.LabelSelector', { MatchLabels: labels, MatchExpressions: new GoText(list) })
  return new GoText(text, () => encodeJson(selector))
}

/** Tells whether a selector has no requirements, and so selects everything. */
export const isEmptySelector = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean =>
  isBare(matchLabels) && matchExpressions.length === 0
