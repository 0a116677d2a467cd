import type { JournalFilter } from '../../journal/filter.js'
import { type Shape, flag, map, text, whole } from '../../../base/check/shape.js'
import { listOf, members } from '../../../base/check/shapes.js'
import { inQuery } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { nothing } from '../reply.js'

const texts = (about: string) => inQuery(listOf(text), about)

const requests: Shape = listOf({
  check: map.check,
  schema: {
    type: 'object',
    description:
      'a request: who asked for what when, the reply, what it changed, which hooks acted and which webhooks were called',
  },
})

/** Operations on the journal of requests. */
export const journalOperations: readonly Operation[] = [
  operation({
    command: 'journal',
    method: 'GET',
    path: '/journal',
    about:
      'The requests the cluster was sent, oldest first. Texts may have * and ?; of several, separated by commas, one has to match.',
    fields: {
      verb: texts('get, list, watch, create, update, patch, delete, deletecollection'),
      kind: texts('a kind or its plural, alone or with the group'),
      apiVersion: texts('an apiVersion'),
      namespace: texts('a namespace'),
      name: texts('an object’s name'),
      subresource: texts('status, finalize …'),
      method: texts('an HTTP method'),
      path: texts('path and query'),
      code: texts('a status code, or a pattern such as 4*'),
      reason: texts('the reason of a failure'),
      user: texts('who asked'),
      userAgent: texts('the User-Agent'),
      manager: texts('the field manager'),
      via: texts('http, client or controller'),
      controller: texts('the controller that made the request'),
      wrote: inQuery(flag, 'whether anything was written'),
      answered: inQuery(flag, 'whether there is an answer'),
      after: inQuery(whole(0), 'only requests after the one with this sequence number'),
      limit: inQuery(whole(1), 'only the newest so many'),
    },
    reply: {
      type: 'json',
      shape: {
        check: map.check,
        schema: {
          type: 'object',
          properties: {
            items: requests.schema,
            dropped: { type: 'integer' },
            lost: {
              type: 'integer',
              description: 'how many requests that may have matched were dropped because of the limit, at most',
            },
            last: { type: 'integer' },
            bytes: { type: 'integer' },
            limit: members({ requests: whole(0), bytes: whole(0) }).schema,
          },
        },
      },
      columns: ['time', 'userAgent', 'method', 'path', 'code', 'reason'],
    },
    run({ cluster: { journal } }, { limit, ...given }) {
      const filter = given as JournalFilter // filters are patterns, and any string is one
      const found = journal.requests(filter)
      const items = (limit === undefined ? found : found.slice(-limit)).map((entry) => ({
        ...entry,
        time: new Date(entry.time).toISOString(),
      }))
      const { dropped, last, bytes, limit: bound } = journal
      const lost = journal.lost(filter)
      return { items, dropped, lost, last, bytes, limit: bound }
    },
  }),
  operation({
    command: 'journal clear',
    method: 'DELETE',
    path: '/journal',
    about: 'Forgets the requests held. Sequence numbers go on rising.',
    reply: nothing,
    run: ({ cluster }) => cluster.journal.clear(),
  }),
]
