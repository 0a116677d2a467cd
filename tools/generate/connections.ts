import type { Inputs } from './inputs.js'
import {
  type GroupVersionKind,
  type Method,
  type Operation,
  type Parameter,
  type PathItem,
  isOfConnection,
  operationsAt,
} from './openapi.js'

/** Returns the connect operations of the OpenAPI documents, by path. */
export const connectionsOf = ({ paths }: Inputs): { readonly [path: string]: object } =>
  Object.fromEntries(
    Object.entries(paths)
      .filter(([path, item]) => isOfConnection(path, item))
      .map(([path, item]) => [path, connectionOf(item)]),
  )

const connectionOf = (item: PathItem) => ({
  parameters: (item.parameters ?? []).map(parameterOf),
  operations: operationsAt(item).map(([method, operation]) => operationOf(method, operation)),
})

const parameterOf = ({ name, in: place, schema, description }: Parameter) => ({
  name,
  in: place,
  type: schema?.type,
  description,
})

const operationOf = (method: Method, operation: Operation) => ({
  method,
  id: operation.operationId,
  tag: operation.tags?.[0],
  description: operation.description,
  action: operation['x-kubernetes-action'],
  about: ordered(operation['x-kubernetes-group-version-kind']),
  produces: Object.keys(operation.responses?.['200']?.content ?? {}).filter((type) => type !== CBOR),
})

const ordered = (about: GroupVersionKind | undefined) =>
  about && { group: about.group, version: about.version, kind: about.kind }

// The published documents have every feature gate on; this one is off by default.
const CBOR = 'application/cbor'
