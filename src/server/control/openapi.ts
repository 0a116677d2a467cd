import type { JsonSchema } from '../../base/check/shape.js'
import type { Field, Fields } from './field.js'
import type { Operation } from './operation.js'
import { PREFIX } from './route.js'

/** Returns the OpenAPI document of operations. */
export function openApiOf(operations: readonly Operation[]): { readonly [member: string]: unknown } {
  const paths: { [path: string]: { [method: string]: unknown } } = {}
  for (const operation of operations)
    (paths[PREFIX + operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control of a fakecluster',
      version: 'v1',
      description: 'What a test does to a cluster besides using it: its state, time, faults and watches.',
    },
    paths,
    components: {
      schemas: { Status: STATUS },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Where the server was started with --token.' },
      },
    },
    security: [{}, { token: [] }],
  }
}

function describe({ command, about, fields, text, reply }: Operation): unknown {
  const parameters = Object.entries(fields).filter(([, field]) => field.in !== 'body')
  const body = text
    ? { required: true, description: text.about, content: { [text.media]: { schema: { type: 'string' } } } }
    : bodyOf(Object.fromEntries(Object.entries(fields).filter(([, field]) => field.in === 'body')))
  return {
    operationId: command.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: about,
    ...(parameters.length > 0 ? { parameters: parameters.map(([name, field]) => parameter(name, field)) } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: {
        description: 'Done.',
        content:
          reply.type === 'text'
            ? { [reply.media]: { schema: { type: 'string' } } }
            : { 'application/json': { schema: reply.shape.schema } },
      },
      default: {
        description: 'Refused; the message says how to mend it.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } },
      },
    },
  }
}

const parameter = (name: string, { in: place, shape, about, required }: Field) => ({
  name,
  in: place,
  description: about,
  required,
  schema: shape.schema,
  ...(shape.schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
})

function bodyOf(fields: Fields): unknown {
  const all = Object.entries(fields)
  if (all.length === 0) return undefined
  const required = all.filter(([, field]) => field.required).map(([name]) => name)
  const schema: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      all.map(([name, { about, shape }]) => [name, { description: about, ...shape.schema }]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

const STATUS: JsonSchema = {
  type: 'object',
  description: 'A failure, as the API itself tells of one.',
  required: ['kind', 'apiVersion', 'status', 'message', 'code'],
  properties: {
    kind: { const: 'Status' },
    apiVersion: { const: 'v1' },
    metadata: { type: 'object' },
    status: { const: 'Failure' },
    message: { type: 'string' },
    reason: { type: 'string' },
    details: { type: 'object' },
    code: { type: 'integer' },
  },
}
