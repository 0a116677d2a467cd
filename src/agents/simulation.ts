import type { Shape } from '../check/shape.js'
import { described, members } from '../check/shapes.js'
import type { ContainerScripts } from '../containers/container-scripts.js'
import type { KubeObject } from '../schema/object.js'
import { type LabelMatch, createLabelTest, labelMatchShape } from '../select/object-match.js'

/** Which nodes have agents besides those that a fixture states Ready. */
export type AgentOptions = {
  /** All nodes (`*`), or those of a label selector (`type=kwok`) or with labels. */
  readonly nodes?: LabelMatch
}

/** What is played of a cluster's nodes. */
export type Simulation = {
  /** Whether a node has an agent, whoever makes it. */
  readonly hasAgent: (node: KubeObject) => boolean
  /** What scripts say of a container. */
  readonly playOf: ContainerScripts['of']
}

const nodes: Shape = {
  check: (value, path) => (value === '*' ? [] : labelMatchShape.check(value, path)),
  schema: labelMatchShape.schema,
}

/** What the option `agents` has to be. */
export const agentsShape: Shape = members({
  nodes: described(nodes, 'The nodes that have agents, whoever makes them.', ['*', 'type=kwok']),
})

/** Makes what is played after options that were checked. */
export function createSimulation({ nodes }: AgentOptions = {}, { of: playOf }: ContainerScripts): Simulation {
  if (nodes === undefined) return { hasAgent: () => false, playOf }
  if (nodes === '*') return { hasAgent: () => true, playOf }
  const test = createLabelTest(nodes)
  return { hasAgent: ({ metadata }) => test(metadata.labels ?? {}), playOf }
}
