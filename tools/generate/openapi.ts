import type { GoTypes } from './go-types.js'
import { baseName, packageOf } from './go-types.js'

/** The fields of an OpenAPI component that are read. */
export type Component = {
  readonly description?: string
  readonly properties?: { readonly [member: string]: Property }
  readonly required?: readonly string[]
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-unions'?: readonly object[]
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[]
}

/** A field of a component. */
export type Property = {
  readonly description?: string
  readonly default?: unknown
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: string
}

/** A parameter of an operation. */
export type Parameter = {
  readonly name: string
  readonly in?: string
  readonly description?: string
  readonly schema?: { readonly type?: string }
}

/** An operation at a path. */
export type Operation = {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly responses?: { readonly [code: string]: { readonly content?: { readonly [type: string]: unknown } } }
  readonly 'x-kubernetes-action'?: string
  readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const
/** An HTTP method, as documents write it. */
export type Method = (typeof METHODS)[number]

/** A path item of an OpenAPI document. */
export type PathItem = { readonly [M in Method]?: Operation } & { readonly parameters?: readonly Parameter[] }

/** Returns the operations of a path, by method. */
export const operationsAt = (item: PathItem): readonly (readonly [Method, Operation])[] =>
  METHODS.flatMap((method) => (item[method] ? [[method, item[method]] as const] : []))

/** Whether a path connects to a pod, a Service or a node. */
export const isOfConnection = (path: string, item: PathItem): boolean =>
  path.endsWith('/{name}/log') ||
  operationsAt(item).some(([, operation]) => operation['x-kubernetes-action'] === 'connect')

/** The full name of a kind. */
export type GroupVersionKind = { readonly group: string; readonly version: string; readonly kind: string }

/** Returns the component name of a struct in the documents. */
export const componentName = (go: GoTypes, struct: string): string =>
  `${go.packages[packageOf(struct)] ?? packageOf(struct)}.${baseName(struct)}`

/** Reads the enum values of fields, by component and field name, from the Go source of the definitions. */
export const readEnums = (definitions: string): ReadonlyMap<string, readonly string[]> =>
  readFields(
    definitions,
    /^\s*Enum:\s+\[\]interface\{\}\{(.*)\},$/,
    (values) => JSON.parse(`[${values}]`) as string[], // the values of enums are strings
  )

/** Reads what the descriptions of such fields say of the values, which the published documents leave out. */
export const readEnumTexts = (definitions: string): ReadonlyMap<string, string> =>
  readFields(
    definitions,
    /^\t{7}Description:\s+".*?((?:\\n)+Possible enum values:.*)",$/,
    (text) => JSON.parse(`"${text}"`) as string, // it is between quotes
  )

/**
 * Reads what a line of each field says, by component and field name, from the Go source of the definitions. Go and JSON
 * quote strings in the same way there.
 */
function readFields<T>(definitions: string, line: RegExp, read: (said: string) => T): ReadonlyMap<string, T> {
  const found = new Map<string, T>()
  let struct = ''
  let member = ''
  for (const text of definitions.split('\n')) {
    struct = /^func schema_(\w+)\(/.exec(text)?.[1] ?? struct
    member = /^\t{5}"([^"]+)": \{$/.exec(text)?.[1] ?? member
    const said = line.exec(text)?.[1]
    if (said !== undefined) found.set(`${struct} ${member}`, read(said))
  }
  return found
}

/** Returns the name of a struct in the Go source of the definitions: `k8sio_api_core_v1_Pod`. */
export const definitionName = (go: GoTypes, struct: string): string => definitionOf(componentName(go, struct))

/** The same for a component of the documents. */
export function definitionOf(component: string): string {
  const path = component
    .replace(/^io\.k8s\./, 'k8sio.')
    .replace(/^k8sio\.(?=apimachinery|apiextensions-apiserver|kube-aggregator)[\w-]+\./, '')
  return path.replaceAll(/[^\w]/g, '_')
}
