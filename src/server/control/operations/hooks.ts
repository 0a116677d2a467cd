import { failure } from '../../../base/errors/status.js'
import type { WatchHookHandle } from '../../hooks/types.js'
import { type Shape, flag, map, text, whole } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { inBody, inPath, inQuery, placed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { items, nothing, object } from '../reply.js'
import { sourcesOf } from '../sources.js'

/** The action of a hook, or a word in place of a function. */
const action: Shape = {
  check: (value, path) => (typeof value === 'string' ? [] : map.check(value, path)),
  schema: { type: ['object', 'string'] },
}

const hook = {
  id: text,
  phase: text,
  match: map,
  then: action,
  options: map,
  site: text,
  calls: whole(0),
  pending: flag,
  holding: whole(0),
}

/** Returns the fields of a hook that JSON can hold. */
const told = ({ id, phase, match, then, options, site, calls, pending, holding }: WatchHookHandle) => ({
  id,
  phase,
  match,
  then,
  options,
  site,
  calls,
  pending,
  holding,
})

/** Operations on hooks and scripts. */
export const hookOperations: readonly Operation[] = [
  operation({
    command: 'hooks',
    method: 'GET',
    path: '/hooks',
    about: 'The hooks in force, those of the program the cluster is in among them, and how often each has fired.',
    reply: items(hook, ['id', 'phase', 'match', 'then', 'options', 'calls', 'site']),
    run: ({ cluster }) => ({ items: cluster.hooks.list().map(told) }),
  }),
  operation({
    command: 'hooks add',
    method: 'POST',
    path: '/hooks',
    about:
      'Puts a script in force: all of its entries, or none where there is a fault. Of its hooks the first that matches acts.',
    fields: { name: inQuery(text, 'what messages and sites call the text') },
    text: {
      media: 'application/yaml',
      about: 'a script, YAML or JSON: a hook, or a list of them; or a JSON list of texts with names, {name, text}',
    },
    reply: object({ id: text, hooks: listOf(text) }, ['id']),
    run: async ({ scripts }, { name = 'script' }, body) => scripts.add(await sourcesOf(body, name)),
  }),
  operation({
    command: 'hooks pending',
    method: 'GET',
    path: '/hooks/pending',
    about: 'The hooks that have never fired.',
    reply: items(hook, ['id', 'phase', 'match', 'then', 'options', 'site']),
    run: ({ cluster }) => ({
      items: cluster.hooks
        .list()
        .filter(({ pending }) => pending)
        .map(told),
    }),
  }),
  operation({
    command: 'hooks verify',
    method: 'POST',
    path: '/hooks/verify',
    about:
      'Fails on hooks that never fired, expectations that were not met and requests that nobody expected: for the end of a test.',
    reply: nothing,
    run({ cluster }) {
      try {
        cluster.hooks.verify()
      } catch (error) {
        throw error instanceof TypeError || !(error instanceof Error) ? error : failure(409, 'Conflict', error.message)
      }
    },
  }),
  operation({
    command: 'hooks release',
    method: 'POST',
    path: '/hooks/{id}/release',
    about: 'Lets go on what a hook about watches holds.',
    fields: {
      id: inPath(text, 'the id of a hook'),
      count: placed(inBody(whole(1), 'how many events of each watch that waits (default 1)')),
    },
    reply: object({ waited: whole(0) }),
    run: ({ scripts }, { id, count }) => ({ waited: scripts.hook(id).release(count) }),
  }),
  operation({
    command: 'hooks remove',
    method: 'DELETE',
    path: '/hooks/{id}',
    about: 'Takes a hook away, or all that a script brought.',
    fields: { id: inPath(text, 'the id of a hook or a script') },
    reply: nothing,
    run: ({ scripts }, { id }) => scripts.remove(id),
  }),
  operation({
    command: 'hooks clear',
    method: 'DELETE',
    path: '/hooks',
    about: 'Takes all hooks and scripts away.',
    reply: nothing,
    run: ({ scripts }) => scripts.clear(),
  }),
]
