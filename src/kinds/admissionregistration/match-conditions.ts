import { type Issue, duplicate, invalid, required, tooMany } from '../../base/issue.js'
import { type Asker, conditionFault } from '../../cel/predicate.js'
import { qualifiedName } from '../../base/rules/names.js'

type NamedExpression = { readonly name?: string; readonly expression?: string }

const MOST = 64

/** The rules of conditions requests are matched by (validateMatchConditions). */
export function validateMatchConditions(
  conditions: readonly NamedExpression[],
  field: string,
  asker: Asker,
): readonly Issue[] {
  const names = conditions.map(({ name = '' }) => name)
  return [
    ...(conditions.length > MOST ? [tooMany(field, conditions.length, MOST)] : []),
    ...conditions.flatMap(({ name = '', expression = '' }, i) => [
      ...validateExpression(expression, `${field}[${i}].expression`, asker),
      ...(name
        ? qualifiedName(name).map((detail) => invalid(`${field}[${i}].name`, name, detail))
        : [required(`${field}[${i}].name`)]),
      ...(name && names.indexOf(name) < i ? [duplicate(`${field}[${i}].name`, name)] : []),
    ]),
  ]
}

function validateExpression(expression: string, field: string, asker: Asker): readonly Issue[] {
  if (!expression.trim()) return [required(field)]
  const fault = conditionFault(expression, asker)
  return fault === undefined ? [] : [invalid(field, expression, fault)]
}
