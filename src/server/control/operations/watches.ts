import { WATCH_TEXTS, watchTextsOf } from '../../../model/call/watch-event.js'
import type { OpenWatch } from '../../../rest/watch/open-watch.js'
import { type Shape, flag, must, oneOf, text, whole } from '../../../base/check/shape.js'
import { inBody, inPath, placed } from '../field.js'
import { unknownId } from '../named.js'
import { type Operation, operation } from '../operation.js'
import { items, nothing, object } from '../reply.js'
import type { OperationContext } from '../operation-context.js'

/** How many events to release: a number, or all. */
const amount: Shape<number | 'all'> = {
  check: (value, path) =>
    value === 'all' || whole(1).check(value, path).length === 0
      ? []
      : must(path, 'a number of events, or "all"', value),
  schema: { anyOf: [{ type: 'integer', minimum: 1 }, { const: 'all' }] },
}

const watch = { ...Object.fromEntries(WATCH_TEXTS.map((name) => [name, text])), holding: flag, held: flag }

const told = (watch: OpenWatch) => ({ ...watchTextsOf(watch), holding: watch.holding, held: watch.held !== undefined })

const id = inPath(text, 'the id of a watch')

/** Operations on single watches. */
export const watchOperations: readonly Operation[] = [
  operation({
    command: 'watches',
    method: 'GET',
    path: '/watches',
    about:
      'The watches open now; "holding" is whether it was told to hold events back, "held" whether one waits in it.',
    reply: items(watch, ['id', 'kind', 'namespace', 'name', 'userAgent', 'resourceVersion', 'holding', 'held']),
    run: ({ cluster }) => ({ items: cluster.watches().map(told) }),
  }),
  operation({
    command: 'watches hold',
    method: 'POST',
    path: '/watches/{id}/hold',
    about: 'From now on each event of this watch waits until it is released.',
    fields: { id },
    reply: nothing,
    run: (workings, { id }) => find(workings, id).hold(),
  }),
  operation({
    command: 'watches release',
    method: 'POST',
    path: '/watches/{id}/release',
    about: 'Lets the event that waits go on, or so many; with "all" everything, and holds nothing from now on.',
    fields: { id, count: placed(inBody(amount, 'how many events (default 1), or all')) },
    reply: object({ waited: flag }),
    run(workings, { id, count }) {
      const watch = find(workings, id)
      const waited = watch.held !== undefined
      if (count === 'all') watch.releaseAll()
      else watch.release(count)
      return { waited }
    },
  }),
  operation({
    command: 'watches cut',
    method: 'POST',
    path: '/watches/{id}/cut',
    about: 'Breaks the connection of this watch.',
    fields: {
      id,
      where: placed(inBody(oneOf(['mid-line']), 'mid-line: in the middle of the next event’s line, rather than now')),
    },
    reply: nothing,
    run: (workings, { id, where }) => find(workings, id).cut(where),
  }),
  operation({
    command: 'watches expire',
    method: 'POST',
    path: '/watches/{id}/expire',
    about: 'Ends this watch with 410 Expired, in place of everything it has not sent.',
    fields: { id },
    reply: nothing,
    run: (workings, { id }) => find(workings, id).expire(),
  }),
  operation({
    command: 'watches end',
    method: 'POST',
    path: '/watches/{id}/end',
    about: 'Ends this watch as a timeout does, once it has said what has happened.',
    fields: { id },
    reply: nothing,
    run: (workings, { id }) => find(workings, id).end(),
  }),
  operation({
    command: 'tokens expire',
    method: 'POST',
    path: '/continue-tokens/expire',
    about: 'Takes back every continue token handed out so far: lists that go on with one are told 410.',
    reply: nothing,
    run: ({ cluster }) => cluster.expireContinueTokens(),
  }),
]

function find({ cluster }: OperationContext, id: string): OpenWatch {
  const watches = cluster.watches()
  const found = watches.find((watch) => watch.id === id)
  if (found) return found
  throw unknownId(
    'open watch',
    id,
    watches.map((watch) => watch.id),
  )
}
