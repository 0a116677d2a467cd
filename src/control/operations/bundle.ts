import { flag, map, whole } from '../../check/shape.js'
import { inQuery } from '../field.js'
import { type Operation, operation } from '../operation.js'

/** What happened, as one value. */
export const bundleOperations: readonly Operation[] = [
  operation({
    command: 'bundle',
    method: 'GET',
    path: '/bundle',
    file: { about: 'the page to write it to, which any browser shows without a network' },
    about:
      'What happened: the objects there were at the beginning, each change since, the requests, hooks and watches.',
    fields: {
      since: inQuery<number>(whole(0), 'only changes after this revision; all of it where that is no longer held'),
      requests: inQuery<number>(whole(0), 'only requests after the one with this sequence number'),
      secrets: inQuery<boolean>(flag, 'whether the values of Secrets and tokens are told (default false)'),
    },
    reply: {
      type: 'json',
      compact: true,
      shape: {
        check: map.check,
        schema: {
          type: 'object',
          description: 'a Bundle, whose members are those of the type of that name',
          required: ['format', 'from', 'to', 'start', 'changes', 'requests'],
          properties: {
            format: { const: 1 },
            from: { type: 'integer' },
            to: { type: 'integer' },
            start: { type: 'array', items: { type: 'object' } },
            changes: { type: 'array', items: { type: 'object' } },
            requests: { type: 'array', items: { type: 'object' } },
          },
        },
      },
      columns: ['from', 'to'],
    },
    run: ({ cluster }, options) => cluster.bundle(options),
  }),
]
