import { flag, text, whole } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { arrivingOf } from '../sources.js'
import { type OperationContext, pastState } from '../operation-context.js'
import { inBody, inQuery } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { object, resourceVersion, time } from '../reply.js'
import { START } from '../snapshots.js'

/** A response with the resourceVersion and the time of a cluster. */
export const where = object({ resourceVersion, time }, ['time'])

/** Returns the resourceVersion and the time of a cluster: the response of operations that change the whole state. */
export function now({ cluster }: OperationContext): { readonly resourceVersion: string; readonly time: string } {
  return {
    resourceVersion: String(cluster.snapshot().state.revision),
    time: new Date(cluster.clock.now()).toISOString(),
  }
}

/** Operations on the state as a whole. */
export const stateOperations: readonly Operation[] = [
  operation({
    command: 'dump',
    method: 'GET',
    path: '/state',
    about:
      'Everything stored, as one YAML List; loading it gives an equal state. What every server has from the start is left out.',
    fields: {
      kinds: inQuery(listOf(text), 'only these kinds, separated by commas'),
      bootstrap: inQuery(flag, 'also what every server has from the start and nobody has changed'),
      at: inQuery(text, 'as it was then: a resource version, or the id of a snapshot'),
    },
    file: { about: 'a file to write it to, readable by its owner only (default: it is printed)', isOptional: true },
    reply: { type: 'text', media: 'application/yaml' },
    run: (workings, { kinds, bootstrap, at }) =>
      (at === undefined ? workings.cluster : pastState(workings, at)).dump({
        ...(kinds ? { kinds } : {}),
        ...(bootstrap ? { bootstrap } : {}),
      }),
  }),
  operation({
    command: 'load',
    method: 'POST',
    path: '/state',
    about: 'Loads fixtures, all or none. An object that is there already is replaced.',
    fields: {
      createNamespaces: inQuery(
        flag,
        'whether namespaces that objects are in are made where they are missing (default true)',
      ),
      name: inQuery(text, 'what messages of faults call the text'),
    },
    text: {
      media: 'application/yaml',
      about:
        'YAML or JSON: any number of documents, objects or Lists; or a JSON list of texts with names, {name, text}',
    },
    reply: where,
    async run(workings, { createNamespaces, name = 'fixture' }, body) {
      await workings.load(arrivingOf(body, name), createNamespaces === undefined ? {} : { createNamespaces })
      return now(workings)
    },
  }),
  operation({
    command: 'populate',
    method: 'POST',
    path: '/state/populate',
    about:
      'Generates a world: nodes, namespaces of teams and what runs in them, weeks old, with a little of it in trouble.',
    fields: {
      nodes: inBody(whole(1), 'nodes (default one for 20 pods, at least 3)'),
      deployments: inBody(whole(0), 'Deployments (default one for 50 pods)'),
      pods: inBody(whole(0), 'pods in all (default 100)'),
      namespaces: inBody(whole(1), 'namespaces (default one for 4 Deployments)'),
      churn: inBody(text, 'how much goes on from then on: 20/s, 30/m, 100/h (default nothing)'),
      seed: inBody(whole(0), "what decides it (default what the cluster's own seed gives)"),
    },
    reply: where,
    async run(workings, { seed, nodes, deployments, pods, namespaces, churn }) {
      const sizes = { nodes, deployments, pods, namespaces, churn }
      const given = Object.fromEntries(Object.entries(sizes).filter(([, value]) => value !== undefined))
      await workings.cluster.populate(given, seed === undefined ? {} : { seed })
      return now(workings)
    },
  }),
  operation({
    command: 'reset',
    method: 'POST',
    path: '/state/reset',
    about: 'Goes back to the start, fixtures and scripts included. Revisions go on rising; open watches end with 410.',
    reply: where,
    run(workings) {
      workings.cluster.restore(workings.snapshots.get(START))
      return now(workings)
    },
  }),
]
