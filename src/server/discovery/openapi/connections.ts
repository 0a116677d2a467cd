import type { Operation } from './operation.js'
import { builtIn } from './operations-by-verb.js'

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
        produces: ownFirst(operation.produces),
        replies: { '200': undefined },
      })),
    )

/** Media types in the order of a real server: those of the connection itself before those of every object. */
const ownFirst = (types: readonly string[]): readonly string[] => [
  ...types.filter((type) => !builtIn.produces.includes(type)),
  ...builtIn.produces.filter((type) => types.includes(type)),
]
