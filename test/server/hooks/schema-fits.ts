type Schema = { readonly [keyword: string]: unknown }
type Fits = (keyword: never, value: unknown, schema: Schema, root: Schema) => boolean

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** The keywords of JSON Schema that scripts use. */
const KEYWORDS: { readonly [keyword: string]: Fits } = {
  $ref: (ref: string, value, _, root) =>
    fits(
      value,
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, step) => (at as Schema)[step], root) as Schema,
      root,
    ),
  type: (type: string, value) => (type === 'integer' ? Number.isInteger(value) : typeOf(value) === type),
  const: (wanted: unknown, value) => value === wanted,
  enum: (words: readonly unknown[], value) => words.includes(value),
  pattern: (pattern: string, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  exclusiveMinimum: (least: number, value) => typeof value !== 'number' || value > least,
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  minProperties: (least: number, value) => !isMap(value) || Object.keys(value).length >= least,
  maxProperties: (most: number, value) => !isMap(value) || Object.keys(value).length <= most,
  required: (names: readonly string[], value) => !isMap(value) || names.every((name) => Object.hasOwn(value, name)),
  items: (item: Schema, value, _, root) => !Array.isArray(value) || value.every((each) => fits(each, item, root)),
  properties: (table: Record<string, Schema>, value, _, root) =>
    !isMap(value) ||
    Object.keys(value).every((name) => !Object.hasOwn(table, name) || fits(value[name], table[name]!, root)),
  additionalProperties: (other: Schema | false, value, { properties = {} }, root) =>
    !isMap(value) ||
    Object.keys(value).every(
      (name) => Object.hasOwn(properties as object, name) || (other !== false && fits(value[name], other, root)),
    ),
  anyOf: (schemas: readonly Schema[], value, _, root) => schemas.some((schema) => fits(value, schema, root)),
  oneOf: (schemas: readonly Schema[], value, _, root) =>
    schemas.filter((schema) => fits(value, schema, root)).length === 1,
}
const NOTES = new Set(['$schema', '$id', 'title', 'description', 'examples', 'definitions', 'default'])

/** Tells whether a value fits a JSON Schema; a keyword it does not know is an error. */
export function fits(value: unknown, schema: Schema, root: Schema = schema): boolean {
  return Object.entries(schema).every(([keyword, given]) => {
    if (NOTES.has(keyword)) return true
    const keywordFits = KEYWORDS[keyword]
    if (!keywordFits) throw new Error(`no keyword known as ${keyword}`)
    return keywordFits(given as never, value, schema, root)
  })
}
