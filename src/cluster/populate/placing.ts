import { callerError } from '../../base/check/arguments.js'
import type { PopulateContext } from './populate-context.js'
import { type HomeNode, LEAST_CPU, LEAST_MEMORY } from './nodes.js'
import type { Budget } from './templates.js'

/** How pods are assigned to nodes. */
export type Placing = {
  /** Returns the node for the next ordinary pod: the workers in turn. */
  readonly next: () => HomeNode
  /** The resources a pod may request so that all of them fit on any node. */
  readonly budget: Budget
}

/** The maximum number of pods on a node. */
const MOST = 110

/** Creates the assignment of pods to nodes. */
export function createPlacing({ chance, sizes }: PopulateContext, nodes: readonly HomeNode[]): Placing {
  const workers = chance.shuffle(nodes.filter(({ isControlPlane, isCordoned }) => !isControlPlane && !isCordoned))
  const each = Math.ceil(sizes.pods / Math.max(1, workers.length)) + 2
  let turn = 0
  return {
    budget: { cpu: Math.floor(LEAST_CPU / each), memory: Math.floor(LEAST_MEMORY / each) },
    next() {
      for (let tried = 0; tried < workers.length; tried++) {
        const node = workers[turn++ % workers.length]
        if (node && node.pods < MOST) return node
      }
      throw callerError(
        `populate: the ${sizes.pods} pods do not fit on the workers among ${sizes.nodes} nodes; give more nodes`,
      )
    },
  }
}
