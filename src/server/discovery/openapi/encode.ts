import { encodeYamlAsGiven } from '../../../base/yaml/write.js'
import { entriesByName, isObject } from '../../../base/json/json.js'
import { type Steps, eachInSteps } from '../../../base/turns/steps.js'
import type { WrittenV2 } from './document-v2.js'
import { type Bytes, flag, joined, message, number, text, texts, truth, whole } from './protobuf.js'

// The messages of google/gnostic (openapiv2/OpenAPIv2.proto, openapiv3/OpenAPIv3.proto) as data: the number of each
// field, its name in the document, and how its value is written.

type Write = (field: number, value: unknown) => Bytes
type Fields = readonly (readonly [field: number, name: string, write: Write])[]

const nothing: Bytes = joined([])

const string: Write = (field, value) => text(field, String(value))
const strings: Write = (field, values) => texts(field, list(values).map(String))
const boolean: Write = (field, value) => flag(field, value === true)
const double: Write = (field, value) => (value === 0 ? nothing : number(field, Number(value)))
const integer: Write = (field, value) => whole(field, Number(value))
// Any value, as YAML.
const any: Write = (field, value) => message(field, text(2, encodeYamlAsGiven(value)))

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const each =
  (write: Write): Write =>
  (field, values) =>
    joined(list(values).map((value) => write(field, value)))

/** A map entry, which protobuf encodes as a key-value pair. */
const entry = (field: number, name: string, value: Bytes): Bytes => message(field, text(1, name), value)

const entries =
  (write: Write): Write =>
  (field, members) =>
    isObject(members)
      ? joined(entriesByName(members).map(([name, value]) => entry(field, name, write(2, value))))
      : nothing

/** A message that has something else in one of its fields. */
const within =
  (inner: number, write: Write): Write =>
  (field, value) =>
    message(field, write(inner, value))

/** A map is a message that has its entries in the first field. */
const map = (write: Write): Write => within(1, entries(write))

/** Writes the named fields of an object, and those that begin with `x-` as extensions, if it may have any. */
function fieldsOf(fields: Fields, object: unknown, extensionsAt?: number): Bytes {
  if (!isObject(object)) return nothing
  const extensions = extensionsAt === undefined ? [] : Object.entries(object).filter(([name]) => name.startsWith('x-'))
  return joined([
    ...fields.map(([field, name, write]) => (object[name] === undefined ? nothing : write(field, object[name]))),
    ...extensions.map(([name, value]) => entry(extensionsAt ?? 0, name, any(2, value))),
  ])
}

const record =
  (fields: Fields, extensionsAt?: number): Write =>
  (field, value) =>
    message(field, fieldsOf(fields, value, extensionsAt))

const reference = record([[1, '$ref', string]])
const isReference = (value: unknown): boolean => isObject(value) && value['$ref'] !== undefined

/** What may be written by reference: the thing itself in the first field, or a reference in the second. */
const orReference =
  (write: Write): Write =>
  (field, value) =>
    message(field, isReference(value) ? reference(2, value) : write(1, value))

const schemaV2: Write = (field, value) => message(field, fieldsOf(SCHEMA_V2, value, 31))
const additional =
  (schema: Write): Write =>
  (field, value) =>
    message(field, typeof value === 'boolean' ? truth(2, value) : schema(1, value))

const SCHEMA_V2: Fields = [
  [1, '$ref', string],
  [2, 'format', string],
  [3, 'title', string],
  [4, 'description', string],
  [5, 'default', any],
  [6, 'multipleOf', double],
  [7, 'maximum', double],
  [8, 'exclusiveMaximum', boolean],
  [9, 'minimum', double],
  [10, 'exclusiveMinimum', boolean],
  [11, 'maxLength', integer],
  [12, 'minLength', integer],
  [13, 'pattern', string],
  [14, 'maxItems', integer],
  [15, 'minItems', integer],
  [16, 'uniqueItems', boolean],
  [17, 'maxProperties', integer],
  [18, 'minProperties', integer],
  [19, 'required', strings],
  [20, 'enum', each(any)],
  [21, 'additionalProperties', additional(schemaV2)],
  [22, 'type', within(1, string)],
  [23, 'items', within(1, schemaV2)],
  [24, 'allOf', each(schemaV2)],
  [25, 'properties', map(schemaV2)],
]

const bodyParameter = record([
  [2, 'name', string],
  [3, 'in', string],
  [4, 'required', boolean],
  [5, 'schema', schemaV2],
])
const common: Fields = [
  [1, 'required', boolean],
  [2, 'in', string],
  [3, 'description', string],
  [4, 'name', string],
]
const queryParameter = record([...common, [6, 'type', string], [20, 'uniqueItems', boolean]])
const pathParameter = record([...common, [5, 'type', string], [19, 'uniqueItems', boolean]])

const parameterV2: Write = (field, value) => {
  const place = isObject(value) && value['in']
  if (place === 'body') return message(field, bodyParameter(1, value))
  return message(field, message(2, place === 'query' ? queryParameter(3, value) : pathParameter(4, value)))
}

const operationV2 = record(
  [
    [1, 'tags', strings],
    [3, 'description', string],
    [5, 'operationId', string],
    [6, 'produces', strings],
    [7, 'consumes', strings],
    [8, 'parameters', each(orReference(parameterV2))],
    [
      9,
      'responses',
      map(
        within(
          1,
          record([
            [1, 'description', string],
            [2, 'schema', within(1, schemaV2)],
          ]),
        ),
      ),
    ],
    [10, 'schemes', strings],
  ],
  13,
)
const pathV2 = record([
  [2, 'get', operationV2],
  [3, 'put', operationV2],
  [4, 'post', operationV2],
  [5, 'delete', operationV2],
  [6, 'options', operationV2],
  [7, 'head', operationV2],
  [8, 'patch', operationV2],
  [9, 'parameters', each(orReference(parameterV2))],
])
const securityV2 = record([
  [1, 'type', string],
  [2, 'name', string],
  [3, 'in', string],
  [4, 'description', string],
])

const BEFORE_PATHS: Fields = [
  [1, 'swagger', string],
  [
    2,
    'info',
    record([
      [1, 'title', string],
      [2, 'version', string],
    ]),
  ],
]
const AFTER_DEFINITIONS: Fields = [
  [10, 'parameters', map(parameterV2)],
  [12, 'security', each(map((field, scopes) => message(field, strings(1, scopes))))],
  [13, 'securityDefinitions', map(within(2, securityV2))],
]

/** Encodes a Swagger 2.0 document as the message `openapi.v2.Document`, one path or schema a step. */
export function* encodeDocumentV2(document: WrittenV2, readSchema: (written: string) => unknown): Steps<Bytes> {
  const paths = yield* eachInSteps(Object.entries(document.paths), ([name, path]) => entry(2, name, pathV2(2, path)))
  const definitions = yield* eachInSteps(document.definitions, ([name, schema]) =>
    entry(1, name, schemaV2(2, readSchema(schema))),
  )
  return joined([
    fieldsOf(BEFORE_PATHS, document),
    message(8, joined(paths)),
    message(9, joined(definitions)),
    fieldsOf(AFTER_DEFINITIONS, document),
  ])
}

/** A default of version 3 is a number, a boolean or a string; of others only that there is one is told. */
const defaultV3: Write = (field, value) => {
  if (typeof value === 'number') return message(field, number(1, value))
  if (typeof value === 'boolean') return message(field, truth(2, value))
  return typeof value === 'string' ? message(field, texts(3, [value])) : message(field)
}

const onlySchemaV3: Write = (field, value) => message(field, fieldsOf(SCHEMA_V3, value, 36))
const schemaV3 = orReference(onlySchemaV3)

const SCHEMA_V3: Fields = [
  [1, 'nullable', boolean],
  [9, 'title', string],
  [10, 'multipleOf', double],
  [11, 'maximum', double],
  [12, 'exclusiveMaximum', boolean],
  [13, 'minimum', double],
  [14, 'exclusiveMinimum', boolean],
  [15, 'maxLength', integer],
  [16, 'minLength', integer],
  [17, 'pattern', string],
  [18, 'maxItems', integer],
  [19, 'minItems', integer],
  [20, 'uniqueItems', boolean],
  [21, 'maxProperties', integer],
  [22, 'minProperties', integer],
  [23, 'required', strings],
  [24, 'enum', each(any)],
  [25, 'type', string],
  [26, 'allOf', each(schemaV3)],
  [27, 'oneOf', each(schemaV3)],
  [28, 'anyOf', each(schemaV3)],
  [29, 'not', onlySchemaV3],
  [30, 'items', within(1, schemaV3)],
  [31, 'properties', map(schemaV3)],
  [32, 'additionalProperties', additional(schemaV3)],
  [33, 'default', defaultV3],
  [34, 'description', string],
  [35, 'format', string],
]

const content = map(record([[1, 'schema', schemaV3]]))
const parameterV3 = orReference(
  record([
    [1, 'name', string],
    [2, 'in', string],
    [3, 'description', string],
    [4, 'required', boolean],
    [10, 'schema', schemaV3],
  ]),
)
const requestBody = orReference(
  record([
    [2, 'content', content],
    [3, 'required', boolean],
  ]),
)
const response = orReference(
  record([
    [1, 'description', string],
    [3, 'content', content],
  ]),
)
const operationV3 = record(
  [
    [1, 'tags', strings],
    [3, 'description', string],
    [5, 'operationId', string],
    [6, 'parameters', each(parameterV3)],
    [7, 'requestBody', requestBody],
    [8, 'responses', within(2, entries(response))],
  ],
  13,
)
const pathV3 = record([
  [4, 'get', operationV3],
  [5, 'put', operationV3],
  [6, 'post', operationV3],
  [7, 'delete', operationV3],
  [8, 'options', operationV3],
  [9, 'head', operationV3],
  [10, 'patch', operationV3],
  [13, 'parameters', each(parameterV3)],
])
const securityV3 = record([
  [1, 'type', string],
  [2, 'description', string],
  [3, 'name', string],
  [4, 'in', string],
])

const DOCUMENT_V3: Fields = [
  [1, 'openapi', string],
  [
    2,
    'info',
    record([
      [1, 'title', string],
      [6, 'version', string],
    ]),
  ],
  [4, 'paths', map(pathV3)],
  [
    5,
    'components',
    record([
      [1, 'schemas', map(schemaV3)],
      [7, 'securitySchemes', map(orReference(securityV3))],
    ]),
  ],
]

/** Encodes an OpenAPI 3.0 document as the message `openapi.v3.Document`. */
export const encodeDocumentV3 = (document: unknown): Bytes => fieldsOf(DOCUMENT_V3, document)
