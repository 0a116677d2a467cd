import { inTemplate } from './descriptions.js'
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

/** Generates the table of connect operations in the OpenAPI documents. */
export const connectionsTable = ({ paths }: Inputs): string => `
/** The paths that lead through the server to what is in a pod, or is behind a Service or on a node, as JSON. */
export const CONNECTIONS = String.raw\`[
${Object.entries(paths)
  .filter(([path, item]) => isOfConnection(path, item))
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, item]) => inTemplate(JSON.stringify(connectionOf(path, item))))
  .join(',\n')}
]\`
`

const connectionOf = (path: string, item: PathItem) => ({
  path,
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
