import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

type Json = { readonly [member: string]: unknown }

const post = async (path: string, body: object): Promise<Json> => {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  const reply = await cluster.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return (await reply.json()) as Json
}

const CORE = '/api/v1/namespaces/default'
const pod = async (container: object, spec: object = {}) => {
  const body = await post(`${CORE}/pods`, {
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
  })
  return body['spec'] as { containers: Json[]; volumes: Json[] } & Json
}

describe('the defaults of a container', () => {
  test.each([
    [
      'livenessProbe',
      { httpGet: { port: 80 } },
      {
        httpGet: { path: '/', port: 80, scheme: 'HTTP' },
        timeoutSeconds: 1,
        periodSeconds: 10,
        successThreshold: 1,
        failureThreshold: 3,
      },
    ],
    [
      'startupProbe',
      { grpc: { port: 1 }, periodSeconds: 5 },
      { grpc: { port: 1, service: '' }, timeoutSeconds: 1, periodSeconds: 5, successThreshold: 1, failureThreshold: 3 },
    ],
    [
      'lifecycle',
      { preStop: { httpGet: { port: 'http' } } },
      { preStop: { httpGet: { path: '/', port: 'http', scheme: 'HTTP' } } },
    ],
    [
      'env',
      [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      [{ name: 'A', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } }],
    ],
    [
      'resources',
      { limits: { memory: '1Gi', cpu: '1' }, requests: { memory: '1Mi' } },
      { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Mi' } },
    ],
  ])('fill in %s', async (member, given, filled) => {
    const container = (await pod({ [member]: given })).containers[0]!
    expect(JSON.stringify(container[member])).toBe(JSON.stringify(filled))
  })

  test('are in the order of the fields', async () => {
    const container = (await pod({ stdin: true, tty: true })).containers[0]!
    expect(Object.keys(container)).toEqual([
      'name',
      'image',
      'resources',
      'terminationMessagePath',
      'terminationMessagePolicy',
      'imagePullPolicy',
      'stdin',
      'tty',
    ])
  })

  test('set hostPort to containerPort with hostNetwork', async () => {
    const ports = [{ containerPort: 80 }, { containerPort: 53, hostPort: 53, protocol: 'UDP' }]
    expect((await pod({ ports }, { hostNetwork: true })).containers[0]!['ports']).toEqual([
      { hostPort: 80, containerPort: 80, protocol: 'TCP' },
      { hostPort: 53, containerPort: 53, protocol: 'UDP' },
    ])
  })
})

test.each([
  [{}, { emptyDir: {} }],
  [{ secret: { secretName: 's' } }, { secret: { secretName: 's', defaultMode: 420 } }],
  [{ hostPath: { path: '/d' } }, { hostPath: { path: '/d', type: '' } }],
  [
    {
      projected: {
        sources: [
          { serviceAccountToken: { path: 't' } },
          { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
        ],
      },
    },
    {
      projected: {
        sources: [
          { serviceAccountToken: { expirationSeconds: 3600, path: 't' } },
          { downwardAPI: { items: [{ path: 'l', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.labels' } }] } },
        ],
        defaultMode: 420,
      },
    },
  ],
  [
    { downwardAPI: { items: [{ path: 'a', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }] } },
    {
      downwardAPI: {
        items: [{ path: 'a', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu', divisor: '0' } }],
        defaultMode: 420,
      },
    },
  ],
  [
    {
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      },
    },
    {
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { creationTimestamp: null },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '1Gi' } },
            volumeMode: 'Filesystem',
          },
        },
      },
    },
  ],
])('fills in the defaults of the volume %j', async (given, filled) => {
  const { volumes } = await pod({}, { serviceAccountName: 'a', volumes: [{ name: 'v', ...given }] })
  expect(JSON.stringify(volumes)).toBe(JSON.stringify([{ name: 'v', ...filled }]))
})

test('defaults requests to limits in pods, but not in templates', async () => {
  const containers = [{ name: 'c', image: 'i', resources: { limits: { cpu: '1' } } }]
  const body = await post('/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { app: 'd' } },
      template: { metadata: { labels: { app: 'd' } }, spec: { containers, hostNetwork: true } },
    },
  })
  const { template } = body['spec'] as { template: { spec: Json & { containers: Json[] } } }
  expect([template.spec.containers[0]!['resources'], template.spec['enableServiceLinks']]).toEqual([
    { limits: { cpu: '1' } },
    undefined,
  ])
})

test('managedFields list the fields of claimRef separately', async () => {
  const spec = {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/d' },
    claimRef: { namespace: 'a', name: 'b' },
  }
  const body = await post('/api/v1/persistentvolumes', { metadata: { name: 'v' }, spec })
  expect(body['metadata']).toMatchObject({
    managedFields: [{ fieldsV1: { 'f:spec': { 'f:claimRef': { '.': {}, 'f:name': {}, 'f:namespace': {} } } } }],
  })
})
