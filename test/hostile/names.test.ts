import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import { definitionOf, versionOf } from '../suites/definition.js'

// Properties that every plain JavaScript object inherits.
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

const MAP = '/api/v1/namespaces/default/configmaps'

type Sent = readonly [what: string, method: string, path: string, type: string, body: (name: string) => string]

const JSON_TYPE = 'application/json'
const sent: readonly Sent[] = [
  ['apiVersion of a POST', 'POST', MAP, JSON_TYPE, (name) => `{"apiVersion":"${name}","metadata":{"name":"b"}}`],
  ['apiVersion of a PUT', 'PUT', `${MAP}/a`, JSON_TYPE, (name) => `{"apiVersion":"${name}","metadata":{"name":"a"}}`],
  ['kind of a PUT', 'PUT', `${MAP}/a`, JSON_TYPE, (name) => `{"kind":"${name}","metadata":{"name":"a"}}`],
  [
    'apiVersion in a merge patch',
    'PATCH',
    `${MAP}/a`,
    'application/merge-patch+json',
    (name) => `{"apiVersion":"${name}"}`,
  ],
  [
    'apiVersion and kind in a merge patch',
    'PATCH',
    `${MAP}/a`,
    'application/merge-patch+json',
    (name) => `{"apiVersion":"${name}/${name}","kind":"${name}"}`,
  ],
  [
    'apiVersion in a JSON patch',
    'PATCH',
    `${MAP}/a`,
    'application/json-patch+json',
    (name) => `[{"op":"replace","path":"/apiVersion","value":"${name}"}]`,
  ],
  [
    'apiVersion and kind of a TokenReview',
    'POST',
    '/apis/authentication.k8s.io/v1/tokenreviews',
    JSON_TYPE,
    (name) => `{"apiVersion":"${name}","kind":"${name}"}`,
  ],
  [
    'apiVersion of a Scale',
    'PUT',
    '/apis/apps/v1/namespaces/default/deployments/a/scale',
    JSON_TYPE,
    (name) => `{"apiVersion":"${name}","metadata":{"name":"a"},"spec":{"replicas":1}}`,
  ],
  ['DeleteOptions', 'DELETE', `${MAP}/b`, JSON_TYPE, (name) => `{"apiVersion":"${name}","kind":"${name}","${name}":1}`],
]

async function made(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await cluster.create('Deployment', {
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  })
  return cluster
}

describe('an inherited property name such as "constructor" is answered like any other name:', () => {
  test.each(sent)('%s', async (_, method, path, type, body) => {
    const cluster = await made()
    for (const name of INHERITED) {
      const headers = { 'content-type': type }
      const ask = async (given: string) => (await cluster.fetch(path, { method, headers, body: body(given) })).status
      expect(await ask(name)).toBe(await ask('something'))
    }
  })

  test('in paths and queries', async () => {
    const cluster = await made()
    const paths = (name: string) => [
      `/api/${name}`,
      `/apis/${name}`,
      `/apis/${name}/${name}`,
      `/apis/apps/v1/${name}`,
      `${MAP}/${name}`,
      `${MAP}/a/${name}`,
      `${MAP}?fieldSelector=${name}%3Da`,
      `${MAP}?resourceVersionMatch=${name}&resourceVersion=1`,
      `/openapi/v3/apis/${name}`,
      `/${name}`,
    ]
    const ask = async (name: string) =>
      await Promise.all(paths(name).map(async (path) => (await cluster.fetch(path)).status))
    for (const name of INHERITED) {
      expect(await ask(name)).toEqual(await ask('something'))
      expect([200, 400]).toContain((await cluster.fetch(`${MAP}?labelSelector=${name}%3Da`)).status)
    }
  })
})

test('items of a list whose map key is named __proto__ are told apart', async () => {
  const cluster = createCluster({
    seed: 1,
    crds: definitionOf('things.example.com', 'Thing', [
      versionOf({
        type: 'object',
        properties: {
          items: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['__proto__'],
            items: {
              type: 'object',
              required: ['__proto__'],
              properties: JSON.parse('{"__proto__":{"type":"string"},"v":{"type":"string"}}') as object,
            },
          },
        },
      }),
    ]),
  })
  const apply = (manager: string, key: string) =>
    cluster.fetch(`/apis/example.com/v1/namespaces/default/things/a?fieldManager=${manager}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: `{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"items":[{"__proto__":"${key}","v":"${manager}"}]}`,
    })
  expect([(await apply('one', 'x')).status, (await apply('two', 'y')).status]).toEqual([201, 200])
  const text = await (await cluster.fetch('/apis/example.com/v1/namespaces/default/things/a')).text()
  expect(text).toContain('"items":[{"__proto__":"x","v":"one"},{"__proto__":"y","v":"two"}]')
})

test.each([
  ['a namespace that does not exist', 'nowhere'],
  ['another namespace', 'kube-system'],
])('an admit patch does not move an object into %s', async (_, namespace) => {
  const cluster = createCluster({ seed: 1 })
  cluster.hooks.admit({ client: 'test', kind: 'ConfigMap', name: 'b' }, { patch: { metadata: { namespace } } })
  const refused = {
    code: 400,
    message: 'the namespace of the provided object does not match the namespace sent on the request',
  }
  await expect(cluster.create('ConfigMap', { metadata: { name: 'b' } })).rejects.toMatchObject(refused)
  const { items } = await cluster.list('ConfigMap')
  expect(items.map(({ metadata }) => metadata.name)).toContain('kube-root-ca.crt')
  expect(items.map(({ metadata }) => metadata.name)).not.toContain('b')
})
