import { stringifyJson } from '../../../base/json/json.js'
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
  const info = stringifyJson(isDefined ? definedInfo : builtInInfo(profile))
  const head = `"openapi":"3.0.0","info":${info},"paths":${pathsText(operations, quoting())}`
  const schemas = schemasOf(componentsOf({ roots: roots.map(withOwnKinds), others }, v3, descriptions))
  const security = isDefined ? [] : [`"securitySchemes":${stringifyJson({ BearerToken: bearerToken })}`]
  return `{${head},"components":{${[...schemas, ...security].join()}}}`
}

const withOwnKinds = (root: Root): Root => (root.ownKinds ? { ...root, kinds: root.ownKinds } : root)

const noOthers = () => undefined

const schemasOf = (schemas: Components): readonly string[] =>
  schemas.size > 0
    ? [unmarked(`"schemas":{${Array.from(schemas, ([name, schema]) => `"${name}":${schema}`).join()}}`)]
    : []

/** Writes a text as JSON does. */
type Quote = (text: string) => string

/** Writes each text once: the same ones are in hundreds of places of a document. */
function quoting(): Quote {
  const known = new Map<string, string>()
  return (text) => {
    let quoted = known.get(text)
    if (quoted === undefined) known.set(text, (quoted = JSON.stringify(text)))
    return quoted
  }
}

/** Returns the JSON of the paths, as text at once: see {@link componentsOf}. */
function pathsText(operations: readonly Operation[], quote: Quote): string {
  const written = pathsOf(operations).map(({ path, shared, operations: members }) => {
    const methods = members.map(({ operation, own }) => `"${operation.method}":${operationText(operation, own, quote)}`)
    return `${quote(path)}:{${[...methods, ...listed(shared, quote)].join()}}`
  })
  return `{${written.join()}}`
}

function operationText(operation: Operation, own: readonly Parameter[], quote: Quote): string {
  const { tag, description, id, body, consumes, produces, action, about } = operation
  const content = body && contentOf(consumes, body.component, quote)
  const replies = Object.entries(operation.replies).map(
    ([code, component]) => `"${code}":${replyOf(code, `,"content":${contentOf(produces, component, quote)}`)}`,
  )
  const members = [
    `"tags":[${quote(tag)}],"description":${quote(description)},"operationId":${quote(id)}`,
    ...listed(own, quote),
    ...(body ? [`"requestBody":{"content":${content}${body.required ? ',"required":true' : ''}}`] : []),
    `"responses":{${[...replies, `"401":${replyOf('401', '')}`].join()}}`,
    ...(action ? [`"x-kubernetes-action":${quote(action)}`] : []),
    ...(about ? [`"x-kubernetes-group-version-kind":${JSON.stringify(about)}`] : []),
  ]
  return `{${members.join()}}`
}

const replyOf = (code: string, content: string): string => `{"description":"${REASONS[code]}"${content}}`

function contentOf(types: readonly string[], component: string | undefined, quote: Quote): string {
  const schema = component === undefined ? '{"type":"string"}' : `{"$ref":${quote(v3.references + component)}}`
  return `{${[...types]
    .sort()
    .map((type) => `${quote(type)}:{"schema":${schema}}`)
    .join()}}`
}

const listed = (parameters: readonly Parameter[], quote: Quote): readonly string[] =>
  parameters.length > 0
    ? [`"parameters":[${parameters.map((parameter) => parameterText(parameter, quote)).join()}]`]
    : []

const parameterText = ({ name, in: place, type, description }: Parameter, quote: Quote): string =>
  `{"name":${quote(name)},"in":"${place}","description":${quote(description)},` +
  `${place === 'path' ? '"required":true,' : ''}"schema":{"type":"${type}","uniqueItems":true}}`
