import type { Operation } from './operation.js'

/** A path that connects to a pod, a Service or a node. */
export type Connection = {
  readonly path: string
  readonly parameters: Operation['parameters']
  readonly operations: readonly Pick<
    Operation,
    'method' | 'id' | 'tag' | 'description' | 'action' | 'about' | 'produces'
  >[]
}

/** Returns the operations of the connections below an object's path. */
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
