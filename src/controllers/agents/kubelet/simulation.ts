import type { Shape, TypeOf } from '../../../base/check/shape.js'
import { described, members } from '../../../base/check/shapes.js'
import type { ContainerScripts } from '../../../rest/containers/container-scripts.js'
import type { KubeObject } from '../../../schema/object.js'
import { type LabelMatch, createLabelTest, labelMatchShape } from '../../../model/select/object-match.js'

/** How nodes and containers are simulated. */
export type Simulation = {
  /** Whether a node has an agent by the options, whoever creates it. */
  readonly hasAgent: (node: KubeObject) => boolean
  /** Returns the scripted behaviour of a container. */
  readonly playOf: ContainerScripts['of']
}

const nodes: Shape<LabelMatch> = {
  check: (value, path) => (value === '*' ? [] : labelMatchShape.check(value, path)),
  schema: labelMatchShape.schema,
}

/** The shape of the option `agents`. */
export const agentsShape = members({
  /** All nodes (`*`), or those that match a label selector (`type=kwok`) or labels. */
  nodes: described(nodes, 'The nodes that have agents, whoever makes them.', ['*', 'type=kwok']),
})

/** Which nodes have agents besides those that a fixture gives as Ready. */
export type AgentOptions = TypeOf<typeof agentsShape>

/** Creates the simulation from validated options. */
export function createSimulation({ nodes }: AgentOptions = {}, { of: playOf }: ContainerScripts): Simulation {
  if (nodes === undefined) return { hasAgent: () => false, playOf }
  if (nodes === '*') return { hasAgent: () => true, playOf }
  const test = createLabelTest(nodes)
  return { hasAgent: ({ metadata }) => test(metadata.labels ?? {}), playOf }
}
