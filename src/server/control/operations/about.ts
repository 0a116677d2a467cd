import { map, text } from '../../../base/check/shape.js'
import { openApiOf } from '../openapi.js'
import { type Operation, operation } from '../operation.js'
import { items, object } from '../reply.js'
import { PREFIX } from '../route.js'

/** Operations that describe the server, and all operations. */
export const aboutOperations = (all: () => readonly Operation[]): readonly Operation[] => [
  operation({
    command: 'routes',
    method: 'GET',
    path: '',
    about: 'What can be asked for over HTTP.',
    reply: items({ method: text, path: text, about: text }),
    run: () => ({ items: all().map(({ method, path, about }) => ({ method, path: PREFIX + path, about })) }),
  }),
  operation({
    command: 'version',
    method: 'GET',
    path: '/version',
    about: 'The release of Kubernetes that the cluster is.',
    reply: object({ kubernetes: text }),
    run: ({ cluster }) => ({ kubernetes: cluster.kubernetesVersion }),
  }),
  operation({
    command: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    about: 'The OpenAPI document of all this.',
    reply: { type: 'json', shape: map, columns: [] },
    run: () => openApiOf(all()),
  }),
]
