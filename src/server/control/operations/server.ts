import { failure } from '../../../base/errors/status.js'
import { duration, text } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { placeMembers } from '../../../model/registry/webhook-place.js'
import { inBody, inQuery, needed } from '../field.js'
import { type Operation, operation } from '../operation.js'
import { nothing, object, resourceVersion, time } from '../reply.js'
import { arrivingOf } from '../sources.js'
import type { OperationContext } from '../operation-context.js'
import { now, where } from './state.js'

/** What `webhooks` replies. */
const installed = object({ resourceVersion, time, certificates: text }, ['time', 'certificates'])

/** Operations on the server of the cluster, and on its clients. */
export const serverOperations: readonly Operation[] = [
  operation({
    command: 'pause',
    method: 'POST',
    path: '/pause',
    about:
      'Refuses connections, as a server that is down; the state stays. The reply is where control goes on meanwhile: resume with --server and that URL.',
    reply: object({ url: text }, ['url']),
    run: (workings) => listenerOf(workings).pause(),
  }),
  operation({
    command: 'resume',
    method: 'POST',
    path: '/resume',
    about: 'Takes connections again on the same port, with the same state. Ask at the URL that pause gave.',
    reply: nothing,
    run: (workings) => listenerOf(workings).resume(),
  }),
  operation({
    command: 'kubeconfig',
    method: 'GET',
    path: '/kubeconfig',
    about: 'A kubeconfig for this server with which requests are those of a user.',
    fields: {
      as: needed(
        inQuery<string>(
          text,
          'a user: one the server knows, a service account as system:serviceaccount:NAMESPACE:NAME, or anybody',
        ),
      ),
      group: inQuery<readonly string[]>(
        listOf(text),
        'groups of the user, separated by commas (default those it is known with)',
      ),
    },
    reply: { type: 'text', media: 'application/yaml' },
    run: (workings, { as, group }) =>
      listenerOf(workings).kubeconfigFor(group === undefined ? as : { name: as, groups: group }),
  }),
  operation({
    command: 'webhooks',
    method: 'POST',
    path: '/webhooks',
    about:
      'Installs the configurations and CustomResourceDefinitions among the manifests of webhooks, with client configs that lead to where the webhooks are served. Their tls.crt and tls.key are written where controller-runtime looks for them, if there are none that fit.',
    fields: {
      address: inQuery(placeMembers.address, 'host and port they are served at (default 127.0.0.1:9443)'),
      name: inQuery(text, 'what messages of faults call the text'),
    },
    text: {
      media: 'application/yaml',
      about: 'YAML or JSON, such as the files of config/webhook and config/crd; or a JSON list of {name, text}',
    },
    reply: installed,
    async run(workings, { address, name = 'webhooks' }, body) {
      const { folder, trust } = await certificateFor(workings, address)
      const webhooks = { ...trust, ...(address === undefined ? {} : { address }) }
      await workings.load(arrivingOf(body, name), { webhooks })
      return { ...now(workings), certificates: folder }
    },
  }),
  operation({
    command: 'idle',
    method: 'POST',
    path: '/idle',
    about:
      'Waits until no request has begun or is under way for a while and all is settled. Open watches and control do not count.',
    fields: {
      quiet: inBody(duration, 'for how long, in real time (default 50ms)'),
      timeout: inBody(duration, 'how long to wait for it at most (default 4s)'),
    },
    reply: where,
    async run(workings, { quiet, timeout }) {
      try {
        await workings.cluster.idle({
          ...(quiet === undefined ? {} : { quiet }),
          ...(timeout === undefined ? {} : { timeout }),
        })
      } catch (error) {
        throw error instanceof Error ? failure(409, 'Conflict', error.message) : error
      }
      return now(workings)
    },
  }),
]

async function certificateFor(workings: OperationContext, address: string | undefined) {
  try {
    return await listenerOf(workings).servingCertificate(address)
  } catch (error) {
    throw error instanceof Error && error.name === 'StartError' ? failure(409, 'Conflict', error.message) : error
  }
}

function listenerOf({ listener }: OperationContext) {
  if (listener) return listener
  throw failure(
    501,
    undefined,
    'this cluster is served on no port, so there is nothing to pause or resume, no kubeconfig for it, and no folder for certificates; serve it with startCluster',
  )
}
