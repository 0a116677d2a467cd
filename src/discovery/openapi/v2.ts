import { type Steps, eachInSteps } from '../../base/steps.js'
import { componentsInSteps } from './components.js'
import type { Descriptions } from './descriptions.js'
import { v2 } from './dialect.js'
import { type Operation, REASONS, pathsOf } from './operation.js'
import type { Parameter } from './parameters.js'
import type { Part } from './parts.js'
import { builtInInfo } from './v3.js'

/** A schema of the document, with the keywords that the protobuf encoder needs. */
export type SchemaV2 = {
  readonly $ref?: string
  readonly format?: string
  readonly description?: string
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly additionalProperties?: SchemaV2
  readonly type?: string
  readonly items?: SchemaV2
  readonly properties?: { readonly [member: string]: SchemaV2 }
  readonly [extension: `x-${string}`]: unknown
}

/** A parameter of the document. */
export type ParameterV2 =
  | { readonly name: 'body'; readonly in: 'body'; readonly required?: true; readonly schema: SchemaV2 }
  | {
      readonly name: string
      readonly in: 'path' | 'query'
      readonly description: string
      readonly required?: true
      readonly type: string
      readonly uniqueItems: true
    }

/** An operation of the document. */
export type OperationV2 = {
  readonly tags: readonly string[]
  readonly description: string
  readonly operationId: string
  readonly consumes?: readonly string[]
  readonly produces: readonly string[]
  readonly schemes: readonly string[]
  readonly parameters?: readonly ParameterV2[]
  readonly responses: { readonly [code: string]: { readonly description: string; readonly schema?: SchemaV2 } }
  readonly [extension: `x-${string}`]: unknown
}

/** A path of the document. */
export type PathV2 = { readonly [M in Operation['method']]?: OperationV2 } & {
  readonly parameters?: readonly ParameterV2[]
}

/** A Swagger 2.0 document. */
export type DocumentV2 = {
  readonly swagger: '2.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: { readonly [path: string]: PathV2 }
  readonly definitions: { readonly [component: string]: SchemaV2 }
}

/** Returns the whole API as one document, one path or schema a step. */
export function* documentV2(parts: Iterable<() => Part>, descriptions: Descriptions): Steps<DocumentV2> {
  const all = yield* eachInSteps(parts, (make) => make())
  const paths = yield* eachInSteps(
    pathsOf(all.flatMap(({ operations }) => operations)),
    ({ path, shared, operations }): [string, PathV2] => [
      path,
      {
        ...Object.fromEntries(operations.map(({ operation, own }) => [operation.method, operationOf(operation, own)])),
        ...listed(shared.map(parameterOf)),
      },
    ],
  )
  const roots = all.flatMap((part) => part.roots)
  const definitions = yield* componentsInSteps({ roots, others: [] }, v2, descriptions)
  return {
    swagger: '2.0',
    info: builtInInfo,
    paths: Object.fromEntries(paths),
    definitions: definitions as DocumentV2['definitions'], // the dialect writes nothing else
  }
}

const reference = (component: string): SchemaV2 => ({ $ref: v2.references + component })

const operationOf = (operation: Operation, own: readonly Parameter[]): OperationV2 => ({
  tags: [operation.tag],
  description: operation.description,
  operationId: operation.id,
  ...(operation.consumes.length > 0 ? { consumes: operation.consumes } : {}),
  produces: operation.produces,
  schemes: ['https'],
  ...listed([...bodyOf(operation), ...own.map(parameterOf)]),
  responses: {
    ...Object.fromEntries(
      Object.entries(operation.replies).map(([code, component]) => [
        code,
        { description: REASONS[code]!, schema: component === undefined ? { type: 'string' } : reference(component) },
      ]),
    ),
    '401': { description: REASONS['401']! },
  },
  ...(operation.action ? { 'x-kubernetes-action': operation.action } : {}),
  ...(operation.about ? { 'x-kubernetes-group-version-kind': operation.about } : {}),
})

const bodyOf = ({ body }: Operation): readonly ParameterV2[] =>
  body
    ? [{ name: 'body', in: 'body', ...(body.required ? { required: true } : {}), schema: reference(body.component) }]
    : []

const listed = (list: readonly ParameterV2[]): { readonly parameters?: readonly ParameterV2[] } =>
  list.length > 0 ? { parameters: list } : {}

function parameterOf({ name, in: place, type, description }: Parameter): ParameterV2 {
  return { name, in: place, description, ...(place === 'path' ? { required: true } : {}), type, uniqueItems: true }
}
