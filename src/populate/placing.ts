import { callerError } from '../check/arguments.js'
import type { Making } from './making.js'
import { type HomeNode, LEAST_CPU, LEAST_MEMORY } from './nodes.js'
import type { Budget } from './templates.js'

/** Where pods go. */
export type Placing = {
  /** The next node that takes pods of no special sort: all workers in turn. */
  readonly next: () => HomeNode
  /** What a pod may ask for so that all of them fit on any node. */
  readonly budget: Budget
}

/** The most pods a node takes. */
const MOST = 110

/** Makes what gives each pod its node. */
export function createPlacing({ chance, sizes }: Making, nodes: readonly HomeNode[]): Placing {
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
