import type { Operation } from './operation.js'

/** A path that leads through the server to what is in a pod, or is behind a Service or on a node. */
export type Connection = {
  readonly path: string
  readonly parameters: Operation['parameters']
  readonly operations: readonly Pick<
    Operation,
    'method' | 'id' | 'tag' | 'description' | 'action' | 'about' | 'produces'
  >[]
}

/** The operations of the connections whose paths are under an object's. */
export const connectionsUnder = (object: string, connections: readonly Connection[]): readonly Operation[] =>
  connections
    .filter(({ path }) => path.startsWith(`${object}/`))
    .flatMap(({ path, parameters, operations }) =>
      operations.map((operation) => ({
        ...operation,
        path,
        parameters,
        consumes: ['*/*'],
        replies: { '200': undefined },
      })),
    )
