import { parse } from 'yaml'

type Read = (bytes: Uint8Array) => unknown
type Field = readonly [name: string, read: Read | 'flag', many?: 'many']
type Fields = Readonly<Record<number, Field>>

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
    4: ['description', text],
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
      if ((key & 7) !== (read === 'flag' ? 0 : 2)) fail(`${name} is of wire type ${key & 7}`)
      const length = varint()
      const value = read === 'flag' ? length === 1 : read(bytes.subarray(at, at + length))
      if (read !== 'flag') at += length
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
