import { failure } from '../../../base/errors/status.js'
import { duration, text } from '../../../base/check/shape.js'
import type { Fleet } from '../controlled.js'
import { inBody, inPath, inQuery, needed, placed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import type { OperationContext } from '../operation-context.js'
import { items, nothing, object, time } from '../reply.js'
import { orConflict } from './clock.js'
import { fork, port } from './forks.js'
import { newId } from './snapshots.js'
import { now, where } from './state.js'

const snapshot = { id: text, time }
const pair = {
  from: needed(inBody<string>(text, 'the cluster whose clients it is about')),
  to: needed(inBody<string>(text, 'the cluster that they ask')),
}

/** Operations on the fleet that a cluster is in, the same for each of its clusters. */
export const fleetOperations: readonly Operation[] = [
  operation({
    command: 'fleet',
    method: 'GET',
    path: '/fleet',
    about: 'The clusters of the fleet, and where each is served, and so its control.',
    reply: items({ name: text, url: text, kubeconfig: text }, ['name', 'url']),
    run: async ({ fleet }) => ({ items: (await fleet?.())?.clusters ?? [] }),
  }),
  operation({
    command: 'fleet kubeconfig',
    method: 'GET',
    path: '/fleet/kubeconfig',
    about: 'A kubeconfig with a context for each cluster of the fleet.',
    fields: {
      from: placed(
        inQuery<string>(text, 'the cluster that its clients are in (default: in none, as an administrator)'),
      ),
    },
    reply: { type: 'text', media: 'application/yaml' },
    run: async (workings, { from }) => (await fleetOf(workings)).kubeconfig(from),
  }),
  operation({
    command: 'fleet partition',
    method: 'POST',
    path: '/fleet/partition',
    about:
      'Cuts clients in a cluster off from another: their open watches break, and so do their requests, until it is healed.',
    fields: pair,
    reply: nothing,
    run: async (workings, { from, to }) => void (await fleetOf(workings)).partition(from, to),
  }),
  operation({
    command: 'fleet delay',
    method: 'POST',
    path: '/fleet/delay',
    about: 'Delays requests of clients in a cluster to another, and events of their watches, until it is healed.',
    fields: {
      ...pair,
      by: needed(inBody(duration, 'how long, by the clock: a duration such as 200ms, or milliseconds')),
    },
    reply: nothing,
    run: async (workings, { from, to, by }) => void (await fleetOf(workings)).delay(from, to, by),
  }),
  operation({
    command: 'fleet heal',
    method: 'POST',
    path: '/fleet/heal',
    about: 'Ends partitions and delays between clients in a cluster and another.',
    fields: pair,
    reply: nothing,
    run: async (workings, { from, to }) => (await fleetOf(workings)).heal(from, to),
  }),
  operation({
    command: 'fleet settled',
    method: 'POST',
    path: '/fleet/settled',
    about: 'Waits until nothing can happen any more in any cluster without time passing or a request.',
    fields: { until: placed(inBody(duration, 'how far to move a virtual clock first, such as 10s')) },
    reply: where,
    async run(workings, { until }) {
      await orConflict((await fleetOf(workings)).settled(until === undefined ? {} : { until }))
      return now(workings)
    },
  }),
  operation({
    command: 'fleet snapshot',
    method: 'POST',
    path: '/fleet/snapshots',
    about: 'Keeps the whole state of all clusters, partitions, delays and the time included.',
    fields: { id: placed(inBody(newId, 'what to call it (default snapshot-1, snapshot-2 …)')) },
    reply: object(snapshot, ['id']),
    run: async (workings, { id }) => (await fleetOf(workings)).snapshots.take(id),
  }),
  operation({
    command: 'fleet snapshots',
    method: 'GET',
    path: '/fleet/snapshots',
    about: 'The states of the fleet that are kept; "start" is the one it began with.',
    reply: items(snapshot),
    run: async ({ fleet }) => ({ items: (await fleet?.())?.snapshots.list() ?? [] }),
  }),
  operation({
    command: 'fleet restore',
    method: 'POST',
    path: '/fleet/snapshots/{id}/restore',
    about: 'Goes back to a state in all clusters. Revisions go on rising; open watches end with 410.',
    fields: { id: inPath<string>(text, 'the id of a snapshot of the fleet') },
    reply: where,
    async run(workings, { id }) {
      ;(await fleetOf(workings)).restore(id)
      return now(workings)
    },
  }),
  operation({
    command: 'fleet snapshots drop',
    method: 'DELETE',
    path: '/fleet/snapshots/{id}',
    about: 'Forgets a state of the fleet.',
    fields: { id: inPath<string>(text, 'the id of a snapshot of the fleet') },
    reply: nothing,
    run: async (workings, { id }) => (await fleetOf(workings)).snapshots.drop(id),
  }),
  operation({
    command: 'fleet fork',
    method: 'POST',
    path: '/fleet/forks',
    about:
      'Serves a fleet of its own, which starts as this one is now or as a snapshot was, with a clock of its own. The reply is where its first cluster is.',
    fields: {
      snapshot: inBody<string>(text, 'the id of a snapshot of the fleet to start from (default: the present state)'),
      port: inBody(port, 'the port of its first cluster, before those of the others; 0, the default, picks free ones'),
    },
    reply: object(fork, ['url']),
    run: async (workings, { snapshot, port = 0 }) => (await fleetOf(workings)).forks.open(snapshot, port),
  }),
  operation({
    command: 'fleet forks',
    method: 'GET',
    path: '/fleet/forks',
    about: 'The forks of the fleet that listen.',
    reply: items(fork, ['port', 'url']),
    run: async ({ fleet }) => ({ items: (await fleet?.())?.forks.list() ?? [] }),
  }),
  operation({
    command: 'fleet forks close',
    method: 'DELETE',
    path: '/fleet/forks/{port}',
    about: 'Ends a fork of the fleet and frees its ports.',
    fields: { port: inPath(port, 'the port of its first cluster') },
    reply: nothing,
    run: async (workings, { port }) => (await fleetOf(workings)).forks.close(port),
  }),
]

async function fleetOf({ fleet }: OperationContext): Promise<Fleet> {
  if (fleet) return fleet()
  throw failure(
    501,
    undefined,
    'this cluster is in no fleet that is served; start one with fakecluster --clusters hub,east, or with startFleet',
  )
}
