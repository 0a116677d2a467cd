import { failure } from '../../base/status.js'
import { text, whole } from '../../check/shape.js'
import { inBody, inPath } from '../field.js'
import type { Forks } from '../controlled.js'
import { type Operation, operation } from '../operation.js'
import { items, nothing, object } from '../reply.js'
import type { Workings } from '../workings.js'

const port = whole(0, 65535)
const fork = { port, url: text }

/** Clusters of their own that start from a state of this one. */
export const forkOperations: readonly Operation[] = [
  operation({
    command: 'fork',
    method: 'POST',
    path: '/forks',
    about: 'Serves a cluster of its own, which starts as this one is now or as a snapshot was, on another port.',
    fields: {
      snapshot: inBody<string>(text, 'the id of a snapshot to start from (default: the present state)'),
      port: inBody<number>(port, 'the port to listen on; 0, the default, picks a free one'),
    },
    reply: object(fork, ['url']),
    run: (workings, { snapshot, port }) =>
      forksOf(workings).open(snapshot === undefined ? undefined : workings.snapshots.get(snapshot), port ?? 0),
  }),
  operation({
    command: 'forks',
    method: 'GET',
    path: '/forks',
    about: 'The forks that listen.',
    reply: items(fork),
    run: ({ forks }) => ({ items: forks?.list() ?? [] }),
  }),
  operation({
    command: 'forks close',
    method: 'DELETE',
    path: '/forks/{port}',
    about: 'Ends a fork and frees its port.',
    fields: { port: inPath<number>(port, 'the port of a fork') },
    reply: nothing,
    async run(workings, { port }) {
      const forks = forksOf(workings)
      if (await forks.close(port)) return
      const ports = forks.list().map((each) => each.port)
      throw failure(
        404,
        'NotFound',
        `no fork listens on port ${port}; ${ports.length > 0 ? `there are ${ports.join(', ')}` : 'there are none'}`,
      )
    },
  }),
]

function forksOf({ forks }: Workings): Forks {
  if (forks) return forks
  throw failure(
    501,
    undefined,
    'this cluster is served on no port, and so is no fork of it; in the program it is in, call cluster.fork(), or serve it with startCluster',
  )
}
