import { text } from '../../source/shape.js'
import { type Operation, operation } from '../operation.js'
import { items } from '../reply.js'

/** Controllers at work. */
export const behaviourOperations: readonly Operation[] = [
  operation({
    command: 'behaviours',
    method: 'GET',
    path: '/behaviours',
    about: 'The controllers at work.',
    reply: items({ name: text }),
    run: ({ cluster }) => ({ items: cluster.behaviours.names().map((name) => ({ name })) }),
  }),
]
