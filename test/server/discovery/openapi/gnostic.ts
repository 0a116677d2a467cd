import { parse } from 'yaml'

type Read = (bytes: Uint8Array) => unknown
type Field = readonly [name: string, read: Read | 'flag' | 'number', many?: 'many']
type Fields = Readonly<Record<number, Field>>

const double: Read = (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true)
const text: Read = (bytes) => new TextDecoder('utf8', { fatal: true }).decode(bytes)

// The messages of openapi.v2.Document, as far as documents use them; a field named `@` stands for its content.
const any: Read = (bytes) => parse(String((message({ 2: ['yaml', text] })(bytes) as { readonly yaml: string }).yaml))
const named = (read: Read): Read => message({ 1: ['name', text], 2: ['value', read] })
const map =
  (read: Read, field = 1): Read =>
  (bytes) =>
    entries(message({ [field]: ['entries', named(read), 'many'] })(bytes))
// Only empty ones are in the documents.
const listOfTexts: Read = (bytes) => (bytes.length === 0 ? [] : fail('a way to authenticate has scopes'))
const extension: Field = ['extensions', named(any), 'many']

const schema: Read = (bytes) =>
  message({
    1: ['$ref', text],
    2: ['format', text],
    3: ['title', text],
    4: ['description', text],
    5: ['default', any],
    6: ['multipleOf', double],
    7: ['maximum', double],
    8: ['exclusiveMaximum', 'flag'],
    9: ['minimum', double],
    10: ['exclusiveMinimum', 'flag'],
    11: ['maxLength', 'number'],
    12: ['minLength', 'number'],
    13: ['pattern', text],
    14: ['maxItems', 'number'],
    15: ['minItems', 'number'],
    16: ['uniqueItems', 'flag'],
    17: ['maxProperties', 'number'],
    18: ['minProperties', 'number'],
    19: ['required', text, 'many'],
    20: ['enum', any, 'many'],
    21: ['additionalProperties', message({ 1: ['@', schema] })],
    22: ['type', message({ 1: ['@', text] })],
    23: ['items', message({ 1: ['@', schema] })],
    25: ['properties', map(schema)],
    31: extension,
  })(bytes)

const common: Fields = { 1: ['required', 'flag'], 2: ['in', text], 3: ['description', text], 4: ['name', text] }
const ownParameter = message({
  1: ['@', message({ 2: ['name', text], 3: ['in', text], 4: ['required', 'flag'], 5: ['schema', schema] })],
  2: [
    '@',
    message({
      3: ['@', message({ ...common, 6: ['type', text], 20: ['uniqueItems', 'flag'] })],
      4: ['@', message({ ...common, 5: ['type', text], 19: ['uniqueItems', 'flag'] })],
    }),
  ],
})
const parameter = message({ 1: ['@', ownParameter], 2: ['@', message({ 1: ['$ref', text] })] })
const response = message({
  1: ['@', message({ 1: ['description', text], 2: ['schema', message({ 1: ['@', schema] })] })],
})
const operation = message({
  1: ['tags', text, 'many'],
  3: ['description', text],
  5: ['operationId', text],
  6: ['produces', text, 'many'],
  7: ['consumes', text, 'many'],
  8: ['parameters', parameter, 'many'],
  9: ['responses', map(response)],
  10: ['schemes', text, 'many'],
  13: extension,
})
const path = message({
  2: ['get', operation],
  3: ['put', operation],
  4: ['post', operation],
  5: ['delete', operation],
  6: ['options', operation],
  7: ['head', operation],
  8: ['patch', operation],
  9: ['parameters', parameter, 'many'],
})

/** Decodes an `openapi.v2.Document` into the JSON document. Throws for fields that are not known here. */
export const readDocument: Read = message({
  1: ['swagger', text],
  2: ['info', message({ 1: ['title', text], 2: ['version', text] })],
  8: ['paths', map(path, 2)],
  9: ['definitions', map(schema)],
  10: ['parameters', map(ownParameter)],
  12: ['security', map(listOfTexts), 'many'],
  13: [
    'securityDefinitions',
    map(
      message({
        2: ['@', message({ 1: ['type', text], 2: ['name', text], 3: ['in', text], 4: ['description', text] })],
      }),
    ),
  ],
})

// The messages of openapi.v3.Document. What may be a reference is in field 1, a reference in field 2.
const orReference = (read: Read): Read => message({ 1: ['@', read], 2: ['@', message({ 1: ['$ref', text] })] })
const schemaV3: Read = (bytes) =>
  message({
    1: ['nullable', 'flag'],
    9: ['title', text],
    10: ['multipleOf', double],
    11: ['maximum', double],
    12: ['exclusiveMaximum', 'flag'],
    13: ['minimum', double],
    14: ['exclusiveMinimum', 'flag'],
    15: ['maxLength', 'number'],
    16: ['minLength', 'number'],
    17: ['pattern', text],
    18: ['maxItems', 'number'],
    19: ['minItems', 'number'],
    20: ['uniqueItems', 'flag'],
    21: ['maxProperties', 'number'],
    22: ['minProperties', 'number'],
    23: ['required', text, 'many'],
    24: ['enum', any, 'many'],
    25: ['type', text],
    26: ['allOf', schemaOrReference, 'many'],
    27: ['oneOf', schemaOrReference, 'many'],
    28: ['anyOf', schemaOrReference, 'many'],
    29: ['not', schemaV3],
    30: ['items', message({ 1: ['@', schemaOrReference] })],
    31: ['properties', map(schemaOrReference)],
    32: ['additionalProperties', message({ 1: ['@', schemaOrReference], 2: ['@', 'flag'] })],
    // Of an object or a list only that there is one is told.
    33: ['default', message({ 1: ['@', double], 2: ['@', 'flag'], 3: ['@', text] })],
    34: ['description', text],
    35: ['format', text],
    36: extension,
  })(bytes)
const schemaOrReference: Read = (bytes) => orReference(schemaV3)(bytes)
const content = map(message({ 1: ['schema', schemaOrReference] }))
const parameterV3 = orReference(
  message({
    1: ['name', text],
    2: ['in', text],
    3: ['description', text],
    4: ['required', 'flag'],
    10: ['schema', schemaOrReference],
  }),
)
const operationV3 = message({
  1: ['tags', text, 'many'],
  3: ['description', text],
  5: ['operationId', text],
  6: ['parameters', parameterV3, 'many'],
  7: ['requestBody', orReference(message({ 2: ['content', content], 3: ['required', 'flag'] }))],
  8: ['responses', map(orReference(message({ 1: ['description', text], 3: ['content', content] })), 2)],
  13: extension,
})
const pathV3 = message({
  4: ['get', operationV3],
  5: ['put', operationV3],
  6: ['post', operationV3],
  7: ['delete', operationV3],
  8: ['options', operationV3],
  9: ['head', operationV3],
  10: ['patch', operationV3],
  13: ['parameters', parameterV3, 'many'],
})
const securityScheme = message({ 1: ['type', text], 2: ['description', text], 3: ['name', text], 4: ['in', text] })

/** Decodes an `openapi.v3.Document` into the JSON document. Throws for fields that are not known here. */
export const readDocumentV3: Read = message({
  1: ['openapi', text],
  2: ['info', message({ 1: ['title', text], 6: ['version', text] })],
  4: ['paths', map(pathV3)],
  5: [
    'components',
    message({ 1: ['schemas', map(schemaOrReference)], 7: ['securitySchemes', map(orReference(securityScheme))] }),
  ],
})

const VARINT = 0
const EIGHT_BYTES = 1
const DELIMITED = 2

const numberOrFlag = (read: 'flag' | 'number', value: number) => (read === 'flag' ? value === 1 : value)

function message(fields: Fields): Read {
  return (bytes) => {
    const found: Record<string, unknown> = {}
    let at = 0
    const varint = () => {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++]
        if (byte === undefined) throw new Error('a number is cut off')
        value |= (byte & 127) << shift
        if (byte < 128) return value
      }
    }
    while (at < bytes.length) {
      const key = varint()
      const [name, read, many] = fields[key >> 3] ?? fail(`there is no field ${key >> 3}`)
      const wire = typeof read === 'string' ? VARINT : read === double ? EIGHT_BYTES : DELIMITED
      if ((key & 7) !== wire) fail(`${name} is of wire type ${key & 7}`)
      const length = wire === EIGHT_BYTES ? 8 : varint()
      const value = typeof read === 'string' ? numberOrFlag(read, length) : read(bytes.subarray(at, at + length))
      if (wire !== VARINT) at += length
      if (at > bytes.length) fail(`${name} is cut off`)
      if (name === '@') return value
      if (many) found[name] = [...((found[name] as unknown[] | undefined) ?? []), value]
      else found[name] = value
    }
    const { extensions, ...rest } = found
    return { ...rest, ...entries({ entries: extensions }) }
  }
}

const entries = (list: unknown) =>
  Object.fromEntries(
    ((list as { readonly entries?: readonly { readonly name: string; readonly value: unknown }[] }).entries ?? []).map(
      ({ name, value }) => [name, value],
    ),
  )

function fail(problem: string): never {
  throw new Error(problem)
}
