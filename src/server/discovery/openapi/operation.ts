import type { Parameter } from './parameters.js'

/** The full name of a kind. */
export type GroupVersionKind = { readonly group: string; readonly version: string; readonly kind: string }

/** An HTTP method, as written in documents. */
type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch'

/** An operation, one method of one path, as both versions of the document describe it. */
export type Operation = {
  readonly path: string
  readonly method: Method
  readonly id: string
  readonly tag: string
  readonly description: string
  /** `x-kubernetes-action`; missing for paths that are not resources. */
  readonly action?: string
  readonly about?: GroupVersionKind
  /** Sorted by name. */
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly component: string; readonly required: boolean }
  /** The media types of the body, whether or not there is one. */
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  /** The component of the body by status code; undefined for plain text. */
  readonly replies: { readonly [code: string]: string | undefined }
}

/** The operations of one path, and the parameters they share. */
type PathEntry = {
  readonly path: string
  readonly shared: readonly Parameter[]
  readonly operations: readonly { readonly operation: Operation; readonly own: readonly Parameter[] }[]
}

/** Groups operations by path, sorted by path. */
export function pathsOf(operations: readonly Operation[]): readonly PathEntry[] {
  const byPath = new Map<string, Operation[]>()
  for (const operation of operations) byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation])
  return [...byPath]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, members]) => {
      const [first, ...others] = members.map(({ parameters }) => parameters)
      const shared = (first ?? []).filter((parameter) => others.every((parameters) => includes(parameters, parameter)))
      return {
        path,
        shared,
        operations: members.map((operation) => ({
          operation,
          own: operation.parameters.filter((parameter) => !includes(shared, parameter)),
        })),
      }
    })
}

const includes = (parameters: readonly Parameter[], { name, in: place, description }: Parameter) =>
  parameters.some((other) => other.name === name && other.in === place && other.description === description)

/** The texts of the status codes. */
export const REASONS: { readonly [code: string]: string } = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '401': 'Unauthorized',
}
