import { type Issue, duplicate, invalid, required, tooMany } from '../../base/issue.js'
import { qualifiedName } from '../../base/rules/names.js'

type NamedExpression = { readonly name?: string; readonly expression?: string }

const MOST = 64

/** The rules of conditions requests are matched by (validateMatchConditions). */
export function validateMatchConditions(conditions: readonly NamedExpression[], field: string): readonly Issue[] {
  const names = conditions.map(({ name = '' }) => name)
  return [
    ...(conditions.length > MOST ? [tooMany(field, conditions.length, MOST)] : []),
    ...conditions.flatMap(({ name = '', expression = '' }, i) => [
      ...(expression.trim() ? [] : [required(`${field}[${i}].expression`)]),
      ...(name
        ? qualifiedName(name).map((detail) => invalid(`${field}[${i}].name`, name, detail))
        : [required(`${field}[${i}].name`)]),
      ...(name && names.indexOf(name) < i ? [duplicate(`${field}[${i}].name`, name)] : []),
    ]),
  ]
}
