import { failure } from '../../../base/errors/status.js'
import { type Shape, flag, map, text, whole } from '../../../base/check/shape.js'
import { inBody, inPath, inQuery, needed } from '../field.js'
import type { Forks } from '../controlled.js'
import { type Operation, operation } from '../operation.js'
import { items, nothing, object } from '../reply.js'
import type { OperationContext } from '../operation-context.js'

export const port = whole(0, 65535)
/** An object, or nothing. */
const anything: Shape = { check: () => [], schema: {} }
/** What is told of a fork. */
export const fork = { port, url: text, kubeconfig: text }

/** Operations on forks: independent clusters that start from a state of this one. */
export const forkOperations: readonly Operation[] = [
  operation({
    command: 'fork',
    method: 'POST',
    path: '/forks',
    about: 'Serves a cluster of its own, which starts as this one is now or as a snapshot was, on another port.',
    fields: {
      snapshot: inBody(text, 'the id of a snapshot to start from (default: the present state)'),
      port: inBody(port, 'the port to listen on; 0, the default, picks a free one'),
      otherChance: inBody(flag, 'whether it draws other random numbers and ids than its state would'),
    },
    reply: object(fork, ['url']),
    run: (workings, { snapshot, port = 0, otherChance = false }) =>
      forksOf(workings).open(snapshot === undefined ? undefined : workings.snapshots.get(snapshot), {
        port,
        otherChance,
      }),
  }),
  operation({
    command: 'forks',
    method: 'GET',
    path: '/forks',
    about: 'The forks that listen.',
    reply: items(fork, ['port', 'url']),
    run: ({ forks }) => ({ items: forks?.list() ?? [] }),
  }),
  operation({
    command: 'forks close',
    method: 'DELETE',
    path: '/forks/{port}',
    about: 'Ends a fork and frees its port.',
    fields: { port: inPath(port, 'the port of a fork') },
    reply: nothing,
    run: (workings, { port }) => forksOf(workings).close(port),
  }),
  operation({
    command: 'forks faults',
    method: 'GET',
    path: '/forks/{port}/faults',
    about:
      'The faults a sweep tries on the requests a fork was sent, each with the hook that brings it about on another fork of the same state.',
    fields: { port: inPath(port, 'the port of a fork') },
    reply: items({ fault: text, at: whole(0), hook: map }, ['fault', 'hook']),
    run: (workings, { port }) => ({ items: forksOf(workings).faults(port) }),
  }),
  operation({
    command: 'forks compare',
    method: 'GET',
    path: '/forks/{port}/differences',
    about:
      'How the objects of a fork differ from those of another in what they say: ids, revisions, times, who wrote, and Events do not count.',
    fields: {
      port: inPath(port, 'the port of a fork'),
      than: needed(inQuery(port, 'the port of the fork it is held against')),
    },
    reply: items({ object: text, expected: anything, actual: anything }, ['object', 'expected', 'actual']),
    run: (workings, { port, than }) => ({ items: forksOf(workings).differences(port, than) }),
  }),
]

function forksOf({ forks }: OperationContext): Forks {
  if (forks) return forks
  throw failure(
    501,
    undefined,
    'this cluster is served on no port, and so is no fork of it; in the program it is in, call cluster.fork(), or serve it with startCluster',
  )
}
