import { type JsonObject, isObject } from '../../../../src/base/json/json.js'
import type { DocumentV2, ParameterV2, PathV2 } from '../../../../src/server/discovery/openapi/document-v2.js'
import { loadWriters, openApiOf } from '../../../../src/server/discovery/openapi/answer.js'
import { loadDescriptions } from '../../../../src/server/discovery/openapi/descriptions.js'
import type { Profile } from '../../../../src/model/registry/profile.js'
import { profiles } from '../../../profiles.js'
import { type Registry, createRegistry } from '../../../../src/model/registry/registry.js'
import { specifiedKinds } from '../../../suites/specified-kinds.js'

/** A parameter in OpenAPI v3. */
export type ParameterV3 = {
  readonly name: string
  readonly in: string
  readonly description: string
  readonly required?: true
}
/** An operation in OpenAPI v3. */
export type OperationV3 = {
  readonly operationId: string
  readonly description: string
  readonly parameters?: readonly ParameterV3[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> }>
  >
  readonly 'x-kubernetes-action'?: string
  readonly 'x-kubernetes-group-version-kind'?: {
    readonly group: string
    readonly version: string
    readonly kind: string
  }
}
/** A path item in OpenAPI v3. */
export type PathV3 = Readonly<
  Record<'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch', OperationV3 | undefined>
> & {
  readonly parameters?: readonly ParameterV3[]
}
/** A schema in OpenAPI v3. */
export type SchemaV3 = JsonObject & { readonly properties?: Readonly<Record<string, JsonObject>> }
/** An OpenAPI v3 document. */
export type DocumentV3 = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, PathV3>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaV3>>; readonly securitySchemes?: JsonObject }
}

await loadWriters({ path: '/openapi/v2', media: 'protobuf' })

/** The descriptions of the components. */
export const descriptions = await loadDescriptions('1.33')

/** Makes the registry of the built-in kinds with the names of a profile. */
export const registryOf = (name: Profile['name']): Registry =>
  createRegistry(
    profiles[name],
    specifiedKinds.map((kind) => kind(profiles[name])),
  )

const parsed = (body: unknown): unknown => JSON.parse(String(body))

/** Returns all OpenAPI v3 documents, by the path after `/openapi/v3/`. */
export function documentsV3(registry: Registry): ReadonlyMap<string, DocumentV3> {
  const documents = openApiOf(registry, descriptions)
  const { paths } = parsed(documents.index().body) as { readonly paths: Readonly<Record<string, unknown>> } // the index
  return new Map(Object.keys(paths).map((part) => [part, parsed(documents.v3(part)!.body) as DocumentV3])) // as written
}

/** Returns the OpenAPI v2 document. */
export const swaggerOf = (registry: Registry): DocumentV2 =>
  parsed(openApiOf(registry, descriptions).v2('json').body) as DocumentV2 // as written

/** Returns the parameters of a path or an operation, with those that are referred to in place of the references. */
export const parametersIn = (
  { parameters }: Pick<DocumentV2, 'parameters'>,
  listed: PathV2['parameters'] = [],
): readonly ParameterV2[] =>
  listed.map((given) => ('$ref' in given ? parameters[given.$ref.slice('#/parameters/'.length)]! : given))

/** Returns a value without its descriptions; properties named `description` stay. */
export function undescribed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(undescribed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => key !== 'description' || typeof member !== 'string')
      .map(([key, member]) => [key, undescribed(member)]),
  )
}

/** Returns all `$ref`s in a value. */
export function references(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : references(member),
  )
}
