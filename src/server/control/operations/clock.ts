import { type Shape, duration, flag, must } from '../../../base/check/shape.js'
import { failure } from '../../../base/errors/status.js'
import { inBody, needed, placed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { object, resourceVersion, time } from '../reply.js'
import { now, where } from './state.js'

/** An RFC 3339 time. */
const moment: Shape<string> = {
  check: (value, path) =>
    typeof value === 'string' && Number.isFinite(Date.parse(value))
      ? []
      : must(path, 'a time such as "2024-01-01T00:05:00Z"', value),
  schema: { type: 'string', format: 'date-time' },
}

/** Waits for rest; a cluster that never comes to rest is an error of the test. */
export async function orConflict(settled: Promise<void>): Promise<void> {
  try {
    await settled
  } catch (error) {
    if (error instanceof TypeError || !(error instanceof Error)) throw error
    throw failure(409, 'Conflict', error.message)
  }
}

/** Operations on the clock. */
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
    fields: { by: needed(inBody(duration, 'how far: a duration such as 40s, or milliseconds')) },
    reply: where,
    async run(workings, { by }) {
      await workings.cluster.clock.advance(by)
      return now(workings)
    },
  }),
  operation({
    command: 'clock advance-to',
    method: 'POST',
    path: '/clock/advance-to',
    about: 'Moves a virtual clock to a time that lies ahead.',
    fields: { to: needed(inBody(moment, 'a time such as 2024-01-01T00:05:00Z')) },
    reply: where,
    async run(workings, { to }) {
      await workings.cluster.clock.advanceTo(to)
      return now(workings)
    },
  }),
  operation({
    command: 'clock next',
    method: 'POST',
    path: '/clock/next',
    about: 'Moves a virtual clock to when something is next due, and lets it happen.',
    fields: { until: placed(inBody(moment, 'no further than this; without it, however far')) },
    reply: object({ moved: flag, resourceVersion, time }, ['time']),
    async run(workings, { until }) {
      const moved = await workings.cluster.clock.next(until)
      return { moved, ...now(workings) }
    },
  }),
  operation({
    command: 'settled',
    method: 'POST',
    path: '/settled',
    about: 'Waits until nothing can happen any more without time passing or a request.',
    fields: { until: placed(inBody(duration, 'how far to move a virtual clock first, such as 10s')) },
    reply: where,
    async run(workings, { until }) {
      await orConflict(workings.cluster.settled(until === undefined ? {} : { until }))
      return now(workings)
    },
  }),
]
