import type { Node } from '../../kinds/core/node/schema.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const

/** TaintNodesByCondition: a new node is tainted as not ready, so that it gets no pods until it is ready. */
export const taintNodesByCondition = defineAdmissionPlugin<Node>({
  name: 'TaintNodesByCondition',
  handles: writesOf({ operations: ['create'], resource: 'nodes' }),
  admit: ({ object }) => notReady(object),
  fill: notReady,
})

function notReady(object: Node): Node {
  const taints = object.spec?.taints ?? []
  if (taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect)) return object
  return { ...object, spec: { ...object.spec, taints: [...taints, NOT_READY] } }
}
