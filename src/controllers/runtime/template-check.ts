import { isObject } from '../../base/json/json.js'
import { type Path, type Problem, suggest } from '../../base/check/shape.js'
import type { Schema } from '../../schema/types.js'
import { HOLE, WORDS, stepsOf } from './template.js'

const WORD = String.raw`[\w$-]+`
const BRACKET = String.raw`\[(?:"[^"]*"|'[^']*'|\w+=[^[\]]*|\d+)\]`
const PATH = new RegExp(`^(?:${WORD}|${BRACKET})(?:\\.(?:${WORD}|${BRACKET})|${BRACKET}|(?<=\\])${WORD})*$`)

/**
 * Finds the templates of a value that can never be filled: those with a syntax error, and those with a path that the
 * schema does not have.
 */
export function checkTemplates(value: unknown, path: Path, schema?: Schema): readonly Problem[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => checkTemplates(item, [...path, i], schema))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => checkTemplates(member, [...path, name], schema))
  if (typeof value !== 'string') return []
  const rest = value.replace(HOLE, '')
  if (rest.includes('{{') || rest.includes('}}'))
    return [
      {
        path,
        text: `${JSON.stringify(value)} is no template: each is written as {{ metadata.name }}, with a path, now, now.micro or run in it`,
      },
    ]
  return [...value.matchAll(HOLE)].flatMap(([hole, expression = '']) => {
    const text = problemOf(expression.trim(), schema)
    return text === undefined ? [] : [{ path, text: `${hole} cannot be resolved: ${text}` }]
  })
}

function problemOf(expression: string, schema: Schema | undefined): string | undefined {
  if (Object.hasOwn(WORDS, expression)) return undefined
  if (expression.startsWith('.')) return `leave out the first dot, as in {{ ${expression.slice(1)} }}`
  if (!PATH.test(expression))
    return 'it has to be a path such as metadata.name or status.conditions[type=Ready].status, or now, now.micro or run'
  let at = schema
  for (const step of stepsOf(expression)) {
    const properties = at?.properties
    if (
      !at ||
      at.raw ||
      at['x-kubernetes-preserve-unknown-fields'] ||
      (!properties && !at.items && !at.additionalProperties)
    )
      return undefined
    if (at.items) at = at.items
    else if (typeof step === 'string' && properties && Object.hasOwn(properties, step)) at = properties[step]
    else if (at.additionalProperties) at = at.additionalProperties
    else
      return typeof step === 'string' && properties
        ? `no such member as ${JSON.stringify(step)}; ${suggest(step, [...Object.keys(properties), ...(at === schema ? Object.keys(WORDS) : [])])}`
        : undefined
  }
  return undefined
}
