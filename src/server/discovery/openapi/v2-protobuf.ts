import { type Steps, eachInSteps } from '../../../base/turns/steps.js'
import { encodeYamlAsGiven } from '../../../base/yaml/write.js'
import { entriesByName } from './order.js'
import { type Bytes, flag, joined, message, text, texts } from './protobuf.js'
import type { DocumentV2, OperationV2, ParameterV2, PathV2, Reference, SchemaV2, SecurityV2 } from './document-v2.js'

// Field numbers are those of openapi.v2.Document (google/gnostic, openapiv2/OpenAPIv2.proto).

/** Encodes a Swagger 2.0 document as the message `openapi.v2.Document`, one path or schema a step. */
export function* encodeDocument(document: DocumentV2): Steps<Bytes> {
  const { swagger, info, parameters, security, securityDefinitions } = document
  const paths = yield* eachInSteps(Object.entries(document.paths), ([name, path]) =>
    message(2, named(name, pathOf(path))),
  )
  const definitions = yield* eachInSteps(Object.entries(document.definitions), ([name, schema]) =>
    message(1, named(name, schemaOf(schema))),
  )
  return joined([
    text(1, swagger),
    message(2, text(1, info.title), text(2, info.version)),
    message(8, joined(paths)),
    message(9, joined(definitions)),
    message(10, mapped(parameters, parameterOf)),
    ...security.map((ways) =>
      message(
        12,
        mapped(ways, (scopes) => texts(1, scopes)),
      ),
    ),
    message(
      13,
      mapped(securityDefinitions, (way) => message(2, securityOf(way))),
    ),
  ])
}

/** A map entry, which protobuf encodes as a key-value pair. */
const named = (name: string, value: Bytes): Bytes => joined([text(1, name), message(2, value)])

/** A map in the first field of a message. */
const mapped = <V>(members: { readonly [name: string]: V }, encode: (member: V) => Bytes): Bytes =>
  joined(entriesByName(members).map(([name, member]) => message(1, named(name, encode(member)))))

/** Encodes any value as YAML. */
const any = (value: unknown): Bytes => text(2, encodeYamlAsGiven(value))

const extensions = (field: number, holder: object): Bytes =>
  joined(
    Object.entries(holder)
      .filter(([key]) => key.startsWith('x-'))
      .map(([key, value]) => message(field, named(key, any(value)))),
  )

const METHODS = [
  ['get', 2],
  ['put', 3],
  ['post', 4],
  ['delete', 5],
  ['options', 6],
  ['head', 7],
  ['patch', 8],
] as const

const pathOf = (path: PathV2): Bytes =>
  joined([
    ...METHODS.flatMap(([method, field]) => (path[method] ? [message(field, operationOf(path[method]))] : [])),
    parametersOf(9, path.parameters),
  ])

const operationOf = (operation: OperationV2): Bytes =>
  joined([
    texts(1, operation.tags),
    text(3, operation.description),
    text(5, operation.operationId),
    texts(6, operation.produces),
    texts(7, operation.consumes),
    parametersOf(8, operation.parameters),
    message(9, mapped(operation.responses, responseOf)),
    texts(10, operation.schemes),
    extensions(13, operation),
  ])

const responseOf = ({ description, schema }: OperationV2['responses'][string]): Bytes =>
  message(1, text(1, description), schema ? message(2, message(1, schemaOf(schema))) : joined([]))

const parametersOf = (field: number, parameters: readonly (ParameterV2 | Reference)[] = []): Bytes =>
  joined(
    parameters.map((parameter) =>
      message(field, '$ref' in parameter ? message(2, text(1, parameter.$ref)) : message(1, parameterOf(parameter))),
    ),
  )

const securityOf = ({ type, name, in: place, description }: SecurityV2): Bytes =>
  joined([text(1, type), text(2, name), text(3, place), text(4, description)])

function parameterOf(parameter: ParameterV2): Bytes {
  if (parameter.in === 'body')
    return message(
      1,
      text(2, parameter.name),
      text(3, parameter.in),
      flag(4, parameter.required),
      message(5, schemaOf(parameter.schema)),
    )
  const { name, in: place, description, required, type, uniqueItems } = parameter
  const common = [flag(1, required), text(2, place), text(3, description), text(4, name)]
  return message(
    2,
    place === 'query'
      ? message(3, ...common, text(6, type), flag(20, uniqueItems))
      : message(4, ...common, text(5, type), flag(19, uniqueItems)),
  )
}

function schemaOf(schema: SchemaV2): Bytes {
  const {
    $ref,
    format,
    description,
    required,
    enum: values = [],
    additionalProperties,
    type,
    items,
    properties,
  } = schema
  return joined([
    text(1, $ref),
    text(2, format),
    text(4, description),
    texts(19, required),
    ...values.map((value) => message(20, any(value))),
    ...(additionalProperties ? [message(21, message(1, schemaOf(additionalProperties)))] : []),
    ...(type ? [message(22, text(1, type))] : []),
    ...(items ? [message(23, message(1, schemaOf(items)))] : []),
    ...(properties ? [message(25, mapped(properties, schemaOf))] : []),
    extensions(31, schema),
  ])
}
