import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { repeatsOf } from '../../base/lists/lists.js'
import { type Issue, duplicate, internal, invalid, required, tooMany } from '../../base/errors/issue.js'
import { type AdmissionChecked, type AdmissionNames, checkAdmission } from '../../cel/admission.js'
import { qualifiedName } from '../../base/rules/names.js'

type NamedExpression = { readonly name?: string; readonly expression?: string }

const MOST = 64

/** Validates the matchConditions of a webhook or policy (validateMatchConditions). */
export function validateMatchConditions(
  conditions: readonly NamedExpression[],
  field: string,
  about: AdmissionNames,
): readonly Issue[] {
  const repeats = repeatsOf(conditions.map(({ name = '' }) => name))
  return [
    ...(conditions.length > MOST ? [tooMany(field, conditions.length, MOST)] : []),
    ...issuesOfItems(conditions, validateMatchConditions, ({ name = '', expression = '' }, i) => [
      ...validateExpression(expression, `${field}[${i}].expression`, about),
      ...(name
        ? qualifiedName(name).map((detail) => invalid(`${field}[${i}].name`, name, detail))
        : [required(`${field}[${i}].name`)]),
      ...(name && repeats(i) ? [duplicate(`${field}[${i}].name`, name)] : []),
    ]),
  ]
}

function validateExpression(given: string, field: string, about: AdmissionNames): readonly Issue[] {
  const expression = given.trim()
  return expression ? validateAdmission(expression, field, about, ['bool']) : [required(field)]
}

/** Validates a non-empty CEL expression, whose result must have one of the given types. */
export function validateAdmission(
  expression: string,
  field: string,
  about: AdmissionNames,
  types: readonly string[],
): readonly Issue[] {
  return faultIssues(checkAdmission(expression, about, types), field, expression)
}

/** Returns the issue of an expression that is at fault (convertCELErrorToValidationError). */
export const faultIssues = (
  { fault, isInternal }: AdmissionChecked,
  field: string,
  expression: string,
): readonly Issue[] =>
  fault === undefined ? [] : [isInternal ? internal(field, fault) : invalid(field, expression, fault)]
