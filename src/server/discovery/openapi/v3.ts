import { type JsonObject, stringifyJson } from '../../../base/json/json.js'
import type { Profile } from '../../../model/registry/profile.js'
import { type Components, type Root, componentsOf } from './components.js'
import { type Descriptions, unmarked } from './descriptions.js'
import { v3 } from './dialect.js'
import { type Operation, REASONS, pathsOf } from './operation.js'
import type { Parameter } from './parameters.js'
import type { Part } from './api-parts.js'

/** Returns the info of the documents of built-in kinds (apiserver: completeOpenAPI). */
export const builtInInfo = ({ version }: Pick<Profile, 'version'>) => ({
  title: 'Kubernetes',
  version,
})
// The info of apiextensions' builder, whatever the version of the server.
const definedInfo = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' }
/** How a client authenticates. */
export const bearerToken = {
  type: 'apiKey',
  description: 'Bearer Token authentication',
  name: 'authorization',
  in: 'header',
}

/** Returns one part of the API as an OpenAPI 3.0 document in JSON. */
export function documentV3(
  { operations, roots, others = noOthers, isDefined = false }: Part,
  descriptions: Descriptions,
  profile: Pick<Profile, 'version'>,
): string {
  const paths: Record<string, JsonObject> = {}
  for (const { path, shared, operations: members } of pathsOf(operations))
    paths[path] = {
      ...Object.fromEntries(members.map(({ operation, own }) => [operation.method, operationOf(operation, own)])),
      ...listed(shared),
    }
  const head = stringifyJson({ openapi: '3.0.0', info: isDefined ? definedInfo : builtInInfo(profile), paths })
  const schemas = schemasOf(componentsOf({ roots: roots.map(withOwnKinds), others }, v3, descriptions))
  const security = isDefined ? [] : [`"securitySchemes":${stringifyJson({ BearerToken: bearerToken })}`]
  return `${head.slice(0, -1)},"components":{${[...schemas, ...security].join()}}}`
}

const withOwnKinds = (root: Root): Root => (root.ownKinds ? { ...root, kinds: root.ownKinds } : root)

const noOthers = () => undefined

const schemasOf = (schemas: Components): readonly string[] =>
  schemas.size > 0
    ? [unmarked(`"schemas":{${Array.from(schemas, ([name, schema]) => `"${name}":${schema}`).join()}}`)]
    : []

const operationOf = (operation: Operation, own: readonly Parameter[]): JsonObject => ({
  tags: [operation.tag],
  description: operation.description,
  operationId: operation.id,
  ...listed(own),
  ...(operation.body
    ? {
        requestBody: {
          content: contentOf(operation.consumes, operation.body.component),
          ...(operation.body.required ? { required: true } : {}),
        },
      }
    : {}),
  responses: {
    ...Object.fromEntries(
      Object.entries(operation.replies).map(([code, component]) => [
        code,
        { description: REASONS[code], content: contentOf(operation.produces, component) },
      ]),
    ),
    '401': { description: REASONS['401'] },
  },
  ...(operation.action ? { 'x-kubernetes-action': operation.action } : {}),
  ...(operation.about ? { 'x-kubernetes-group-version-kind': operation.about } : {}),
})

const contentOf = (types: readonly string[], component: string | undefined): JsonObject => {
  const schema = component === undefined ? { type: 'string' } : { $ref: v3.references + component }
  return Object.fromEntries([...types].sort().map((type) => [type, { schema }]))
}

const listed = (parameters: readonly Parameter[]): JsonObject =>
  parameters.length > 0 ? { parameters: parameters.map(parameterOf) } : {}

function parameterOf({ name, in: place, type, description }: Parameter): JsonObject {
  return {
    name,
    in: place,
    description,
    ...(place === 'path' ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  }
}
