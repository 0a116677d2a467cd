import { text } from '../../../base/check/shape.js'
import { type Operation, operation } from '../operation.js'
import { items } from '../reply.js'

/** Operations on controllers. */
export const controllerOperations: readonly Operation[] = [
  operation({
    command: 'controllers',
    method: 'GET',
    path: '/controllers',
    about: 'The controllers at work.',
    reply: items({ name: text }),
    run: ({ cluster }) => ({ items: cluster.controllers.names().map((name) => ({ name })) }),
  }),
]
