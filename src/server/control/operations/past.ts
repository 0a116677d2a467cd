import { flag, map, text, whole } from '../../../base/check/shape.js'
import { listOf, members } from '../../../base/check/shapes.js'
import { inQuery, needed, placed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { items, object } from '../reply.js'
import { pastState } from '../operation-context.js'

const difference = { type: text, kind: text, apiVersion: text, namespace: text, name: text, patch: listOf(map) }

/** Operations on the past. */
export const pastOperations: readonly Operation[] = [
  operation({
    command: 'why',
    method: 'GET',
    path: '/why',
    about:
      'How an object came to be what it is: each change of it, with the request, the hooks and the controller behind it.',
    fields: {
      kind: needed(inQuery(text, 'its kind')),
      name: needed(inQuery(text, 'its name')),
      namespace: inQuery(text, 'its namespace (default: default)'),
    },
    reply: object({ kind: text, namespace: text, name: text, complete: flag, steps: listOf(map), text }, ['text']),
    run({ cluster }, { kind, name, namespace }) {
      const why = cluster.why(kind, { name, ...(namespace === undefined ? {} : { namespace }) })
      return {
        kind: why.kind,
        namespace: why.namespace,
        name: why.name,
        complete: why.complete,
        steps: why.steps,
        text: String(why),
      }
    },
  }),
  operation({
    command: 'diff',
    method: 'GET',
    path: '/diff',
    about: 'What differs between two states, each a resource version or the id of a snapshot, as JSON Patches.',
    fields: {
      from: needed(inQuery(text, 'a resource version, or the id of a snapshot')),
      to: placed(inQuery(text, 'another (default: the present state)')),
      ignore: inQuery(listOf(text), 'JSON Pointers of members that do not count, separated by commas'),
    },
    reply: items(difference, ['type', 'kind', 'namespace', 'name', 'patch']),
    run: (workings, { from, to, ignore }) => ({
      items: workings.cluster.diff(
        pastState(workings, from),
        to === undefined ? undefined : pastState(workings, to),
        ignore ? { ignore } : {},
      ),
    }),
  }),
  operation({
    command: 'history',
    method: 'GET',
    path: '/history',
    about: 'How far back the past is held, from one resource version to another, and the bound of it.',
    reply: object(
      {
        from: whole(0),
        to: whole(0),
        changes: whole(0),
        bytes: whole(0),
        limit: members({ changes: whole(0), bytes: whole(0) }),
      },
      ['from', 'to'],
    ),
    run: ({ cluster }) => cluster.history,
  }),
]
