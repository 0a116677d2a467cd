import type { Components } from './components.js'
import type { Operation } from './operation.js'

/** A schema of the document, with the keywords that are read here. */
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
      readonly uniqueItems: true
      readonly type: string
      readonly description: string
      readonly name: string
      readonly in: 'path' | 'query'
      readonly required?: true
    }

/** A reference to a parameter of the document. */
export type Reference = { readonly $ref: string }

/** An operation of the document. */
export type OperationV2 = {
  readonly description: string
  readonly consumes?: readonly string[]
  readonly produces: readonly string[]
  readonly schemes: readonly string[]
  readonly tags: readonly string[]
  readonly operationId: string
  readonly parameters?: readonly (ParameterV2 | Reference)[]
  readonly responses: { readonly [code: string]: { readonly description: string; readonly schema?: SchemaV2 } }
  readonly [extension: `x-${string}`]: unknown
}

/** A path of the document. */
export type PathV2 = { readonly [M in Operation['method']]?: OperationV2 } & {
  readonly parameters?: readonly (ParameterV2 | Reference)[]
}

/** A Swagger 2.0 document. */
export type DocumentV2 = {
  readonly swagger: '2.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: { readonly [path: string]: PathV2 }
  readonly definitions: { readonly [component: string]: SchemaV2 }
  readonly parameters: { readonly [name: string]: ParameterV2 }
  readonly securityDefinitions: { readonly [name: string]: SecurityV2 }
  readonly security: readonly { readonly [name: string]: readonly string[] }[]
}

/** A document whose schemas are JSON already. */
export type WrittenV2 = Omit<DocumentV2, 'definitions'> & { readonly definitions: Components }

/** A way to authenticate. */
export type SecurityV2 = {
  readonly description: string
  readonly type: string
  readonly name: string
  readonly in: string
}
