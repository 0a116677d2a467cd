import { isObject } from '../../base/json/json.js'
import { badRequest } from '../../base/errors/status.js'
import { type JsonSchema, suggest } from '../../base/check/shape.js'
import type { Operation } from './operation.js'

/** Values by field name. */
type Given = { readonly [field: string]: unknown }

/** The values of a request, by place. */
type Said = { readonly path: Given; readonly query: Given; readonly body: Given }

/**
 * Merges the values of a request and validates them.
 *
 * @throws StatusError 400 that lists all problems
 */
export function checkGiven({ fields, command }: Operation, said: Said): Given {
  const problems: string[] = []
  const given: { [field: string]: unknown } = {}
  for (const place of ['path', 'query', 'body'] as const) {
    for (const [name, value] of Object.entries(said[place])) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field || field.in !== place)
        problems.push(`${name}: ${field ? `belongs in the ${field.in}` : unknownIn(place, fields)}`)
      else {
        given[name] = value
        for (const { path, text } of field.shape.check(value, [name])) problems.push(`${path.join('.')}: ${text}`)
      }
    }
  }
  for (const [name, { required, in: place, about }] of Object.entries(fields))
    if (required && given[name] === undefined && !problems.some((problem) => problem.startsWith(`${name}:`)))
      problems.push(`${name}: is missing from the ${place}: ${about}`)
  if (problems.length > 0) throw badRequest(`${command}: ${problems.join('; ')}`)
  return given
}

function unknownIn(place: 'path' | 'query' | 'body', fields: Operation['fields']): string {
  const names = namesIn(place, fields)
  return names.length === 0
    ? `there is nothing to say in the ${place}`
    : `no such ${place === 'body' ? 'member' : 'parameter'}; ${suggest('', names)}`
}

const namesIn = (place: 'path' | 'query' | 'body', fields: Operation['fields']): readonly string[] =>
  Object.entries(fields)
    .filter(([, field]) => field.in === place)
    .map(([name]) => name)

/** Converts the strings of a URL to the types of their fields. */
export function readTexts(texts: Iterable<readonly [string, string]>, { fields }: Operation): Given {
  return Object.fromEntries(
    [...texts].map(([name, text]) => [
      name,
      readText(text, Object.hasOwn(fields, name) ? fields[name]?.shape.schema : undefined),
    ]),
  )
}

/**
 * Parses the body as a JSON object; an empty body is an empty object.
 *
 * @throws StatusError 400 for anything else
 */
export function readBody(text: string, { command, fields }: Operation): Given {
  if (text.trim() === '') return {}
  const [example] = namesIn('body', fields)
  const fail = (): never => {
    throw badRequest(
      `${command}: the body must be ${example === undefined ? 'empty' : `a JSON object such as {"${example}": …}`}, not ${JSON.stringify(text.slice(0, 40))}`,
    )
  }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : fail()
  } catch (error) {
    if (error instanceof SyntaxError) return fail()
    throw error
  }
}

/** Converts a string to the type of a schema; if that fails it stays a string, which validation reports. */
function readText(text: string, schema: JsonSchema | undefined): unknown {
  if (schema?.['type'] === 'array') return text.split(',')
  if (isNumber(schema)) return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (schema?.['type'] === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/** Tells whether a schema accepts numbers, possibly besides words. */
const isNumber = (schema: JsonSchema | undefined): boolean =>
  schema?.['type'] === 'integer' ||
  (Array.isArray(schema?.['anyOf']) &&
    schema['anyOf'].some((each: JsonSchema) => each['type'] === 'integer' || each['type'] === 'number'))
