import { type Operation, operation } from '../operation.js'
import { type Shape, must, text } from '../../../base/check/shape.js'
import { inBody, inPath, placed } from '../field.js'
import { items, nothing, object, resourceVersion, time } from '../reply.js'
import { now } from './state.js'

const ID = /^[\w.-]{1,63}$/
const DOTS = /^\.\.?$/

/** An id that needs no escaping in a path, and that no parser of URLs resolves. */
export const newId: Shape<string> = {
  check(value, path) {
    if (typeof value !== 'string' || !ID.test(value))
      return must(path, 'up to 63 letters, digits, ".", "_" and "-"', value)
    return DOTS.test(value) ? must(path, 'another id than "." and "..", which URLs resolve', value) : []
  },
  schema: { type: 'string', pattern: '^(?!\\.\\.?$)[\\w.-]{1,63}$' },
}
const snapshot = { id: text, resourceVersion, time }

/** Operations on snapshots. */
export const snapshotOperations: readonly Operation[] = [
  operation({
    command: 'snapshot',
    method: 'POST',
    path: '/snapshots',
    about:
      'Keeps the whole state: objects, ids and randomness, clock and hooks. It takes the same short time at any size.',
    fields: { id: placed(inBody(newId, 'what to call it (default snapshot-1, snapshot-2 …)')) },
    reply: object(snapshot, ['id']),
    run: ({ snapshots }, { id }) => snapshots.take(id),
  }),
  operation({
    command: 'snapshots',
    method: 'GET',
    path: '/snapshots',
    about: 'The states kept; "start" is the one the cluster began with, fixtures and scripts included.',
    reply: items(snapshot),
    run: ({ snapshots }) => ({ items: snapshots.list() }),
  }),
  operation({
    command: 'restore',
    method: 'POST',
    path: '/snapshots/{id}/restore',
    about: 'Goes back to a state. Revisions go on rising; open watches end with 410, so that clients list again.',
    fields: { id: inPath(text, 'the id of a snapshot') },
    reply: object({ resourceVersion, time }, ['time']),
    run(workings, { id }) {
      workings.cluster.restore(workings.snapshots.get(id))
      return now(workings)
    },
  }),
  operation({
    command: 'snapshots drop',
    method: 'DELETE',
    path: '/snapshots/{id}',
    about: 'Forgets a state.',
    fields: { id: inPath(text, 'the id of a snapshot') },
    reply: nothing,
    run: ({ snapshots }, { id }) => snapshots.drop(id),
  }),
]
