import { type Scenario, create, deletePods, patch, remove, setPods } from '../scenario.js'
import { deployment, ended, pod, replicas, service, template } from './manifests.js'

const at = 'v1/services/web'
const created = (name = 'one') => create(pod(name, {}, { labels: { app: 'web', name } }))
const unready = (name = 'one') =>
  setPods(`name=${name}`, 1, {
    conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }],
  })

/** Scenarios of Services with their Endpoints and EndpointSlices. */
export const services: readonly Scenario[] = [
  { name: 'Service/of nothing', steps: [create(service('web')), remove(at)] },
  { name: 'Service/without a selector', steps: [create(service('web', { selector: null }))] },
  {
    name: 'Service/of a deployment',
    steps: [
      create(service('web'), deployment('web', { replicas: 3 })),
      patch('apps/v1/deployments/web', replicas(1)),
      patch('apps/v1/deployments/web', replicas(0)),
    ],
  },
  {
    name: 'Service/pods become ready and leave',
    steps: [create(service('web')), created(), unready(), created('two'), deletePods('name=two', 1)],
  },
  {
    name: 'Service/publishes what is not ready',
    steps: [create(service('web', { publishNotReadyAddresses: true })), created(), unready()],
  },
  { name: 'Service/headless', steps: [create(service('web', { clusterIP: 'None', ports: null })), created()] },
  {
    name: 'Service/several ports, one by name',
    steps: [
      create(
        service('web', {
          ports: [
            { name: 'http', port: 80, targetPort: 'web' },
            { name: 'dns', port: 53, protocol: 'UDP', targetPort: 5353, appProtocol: 'example.io/dns' },
          ],
        }),
      ),
      create(
        pod(
          'one',
          {
            containers: [{ name: 'a', image: 'example.io/a:1', ports: [{ name: 'web', containerPort: 8080 }] }],
          },
          { labels: { app: 'web' } },
        ),
      ),
    ],
  },
  {
    name: 'Service/has another selector',
    steps: [
      create(service('web'), service('other', { selector: { name: 'one' } })),
      created(),
      patch(at, { spec: { selector: { app: 'nothing' } } }),
      patch(at, { spec: { selector: null } }),
    ],
  },
  {
    name: 'Service/labelled',
    steps: [
      create({ ...service('web'), metadata: { name: 'web', labels: { tier: 'a' } } }),
      patch(at, { metadata: { labels: { tier: 'b', more: 'c' } } }),
      patch(at, { spec: { ports: [{ port: 80, targetPort: 81 }] } }),
    ],
  },
  {
    name: 'Service/of pods that ended',
    steps: [create(service('web')), created(), setPods('app=web', 1, ended('Failed'))],
  },
  {
    name: 'Service/by name alone',
    steps: [create(service('web', { type: 'ExternalName', externalName: 'example.io', selector: null, ports: null }))],
  },
  {
    name: 'Service/with hostnames',
    steps: [
      create(service('web', { clusterIP: 'None' })),
      create(pod('one', { hostname: 'first', subdomain: 'web' }, { labels: { app: 'web' } })),
    ],
  },
  {
    name: 'Endpoints/mirrored',
    steps: [
      create(service('web', { selector: null }), {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'web' },
        subsets: [
          {
            addresses: [{ ip: '10.9.1.1' }],
            notReadyAddresses: [{ ip: '10.9.1.2' }],
            ports: [{ name: 'http', port: 80 }],
          },
        ],
      }),
      patch('v1/endpoints/web', { subsets: [{ addresses: [{ ip: '10.9.1.3' }], ports: [{ port: 81 }] }] }),
      patch('v1/endpoints/web', { metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } } }),
      patch('v1/endpoints/web', { metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': null } } }),
      remove('v1/endpoints/web'),
    ],
  },
  {
    name: 'Service/of a stateful set',
    steps: [
      create(service('web', { clusterIP: 'None' }), {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'web' },
        spec: { serviceName: 'web', replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template('web') },
      }),
    ],
  },
]
