import { duration } from '../../source/shape.js'
import { inBody, needed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { object, resourceVersion, time } from '../reply.js'
import { now } from './state.js'

const where = object({ resourceVersion, time }, ['time'])

/** Time. */
export const clockOperations: readonly Operation[] = [
  operation({
    command: 'clock',
    method: 'GET',
    path: '/clock',
    about: 'The time it is in the cluster.',
    reply: where,
    run: now,
  }),
  operation({
    command: 'clock advance',
    method: 'POST',
    path: '/clock/advance',
    about: 'Moves a virtual clock; everything that waits in between happens in its order, in no time.',
    fields: { by: needed(inBody<string | number>(duration, 'how far: a duration such as 40s, or milliseconds')) },
    reply: where,
    async run(workings, { by }) {
      await workings.cluster.clock.advance(by)
      return now(workings)
    },
  }),
]
