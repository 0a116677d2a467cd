/** The parts of a schema that following a path needs. */
type Node = {
  readonly properties?: { readonly [member: string]: Node } | undefined
  readonly additionalProperties?: unknown
  readonly type?: string | undefined
}

/** The result of following a path: its canonical text and the schema there, or an error. */
type FoundPath =
  { readonly path: string; readonly schema: Node; readonly error?: undefined } | { readonly error: string }

/** Follows a path like `.spec.names['a-b']` through a schema (apiextensions: ValidFieldPath). */
export function followFieldPath(root: Node, text: string, { brackets = true } = {}): FoundPath {
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]']+|'/g) ?? []
  let schema: Node = root
  let path = ''
  const step = (name: string): string | undefined => {
    const { properties, additionalProperties } = schema
    if (properties && Object.keys(properties).length > 0) {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!member) return NOWHERE
      path += path === '' ? name : `.${name}`
      schema = member
      return undefined
    }
    if (additionalProperties === undefined || additionalProperties === false) return NOWHERE
    path += `[${name}]`
    schema =
      // Either a schema or a boolean.
      typeof additionalProperties === 'object' && additionalProperties !== null ? (additionalProperties as Node) : {}
    return undefined
  }
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token === '[') {
      if (!brackets) return { error: 'array notation is not allowed' }
      const quoted = tokens[++i]
      if (quoted === undefined) return { error: UNFINISHED }
      if (quoted.length < 2 || !quoted.startsWith("'") || !quoted.endsWith("'"))
        return { error: `expected single quoted string but got ${quoted}` }
      const error = step(quoted.slice(1, -1).replace(/\\(.)/g, '$1'))
      if (error) return { error }
      const end = tokens[++i]
      if (end !== ']') return { error: end === undefined ? UNFINISHED : `expected ] but got ${end}` }
    } else if (token === '.') {
      const name = tokens[++i]
      const error = name === undefined ? UNFINISHED : step(name)
      if (error) return { error }
    } else return { error: `expected [ or . but got: ${token}` }
  }
  return { path, schema }
}

const NOWHERE = 'does not refer to a valid field'
const UNFINISHED = 'unexpected end of JSON path'
