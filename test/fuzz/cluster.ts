import { readFileSync, readdirSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { createCluster } from '../../src/index.js'
import { builtinKindsOf } from '../../src/kinds/builtin.js'
import { registryOf } from '../../src/kinds/served-kinds.js'
import { kubernetesProfile } from '../profiles.js'
import { collectionPath, exampleOf } from '../suites/samples.js'
import type { Cluster } from '../../src/index.js'

/** A CRD that uses every feature of schemas and rules. */
export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.fuzz.example.com' },
  spec: {
    group: 'fuzz.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', singular: 'widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 }],
        selectableFields: [{ jsonPath: '.spec.name' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 },
                  size: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
                  when: { type: 'string', format: 'date-time', nullable: true },
                  tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', maxItems: 5 },
                  ports: {
                    type: 'array',
                    maxItems: 5,
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['port'],
                    items: {
                      type: 'object',
                      required: ['port'],
                      properties: { port: { type: 'integer' }, name: { type: 'string' } },
                    },
                  },
                  either: { 'x-kubernetes-int-or-string': true },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                },
                'x-kubernetes-validations': [
                  { rule: 'self.size < 50 || self.name.startsWith("big")', message: 'too big' },
                  {
                    rule: '!has(oldSelf.name) || self.name == oldSelf.name',
                    messageExpression: '"was " + oldSelf.name',
                  },
                ],
              },
              status: { type: 'object', properties: { size: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
}

/** A custom resource of that CRD. */
export const widget = {
  apiVersion: 'fuzz.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'small', namespace: 'default', labels: { app: 'a' } },
  spec: {
    name: 'small',
    size: 2,
    tags: ['a', 'b'],
    ports: [{ port: 80, name: 'http' }],
    either: '50%',
    free: { a: { b: [1] } },
  },
}

/** A valid object, and the path of its collection. */
export type Sample = { readonly path: string; readonly object: { readonly metadata: object } }

const registry = registryOf(kubernetesProfile, [])
/** An object of each kind. */
export const samples: readonly Sample[] = [
  ...builtinKindsOf(kubernetesProfile).flatMap((kind) => {
    const { group, version, plural } = kind.mapping(kubernetesProfile)
    const def = registry.at(group, version, plural)
    return def ? [{ path: collectionPath(def), object: exampleOf(def) }] : []
  }),
  { path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', object: definition },
  { path: '/apis/fuzz.example.com/v1/namespaces/default/widgets', object: widget },
]

const folder = new URL('../../fixtures/scripts/', import.meta.url)

/** Scripts of the documentation, each as its entries. */
export const scripts: readonly unknown[] = readdirSync(folder)
  .sort()
  .map((name) =>
    parseAllDocuments(readFileSync(new URL(name, folder), 'utf8')).map((document): unknown => document.toJS()),
  )

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Creates a pod with a running container, for exec and attach sessions. */
async function run(cluster: Cluster, name: string): Promise<void> {
  const containers = [{ name: 'a', image: 'a' }]
  await cluster.create('Pod', { metadata: { name }, spec: { nodeName: 'node-1', containers } })
  const status = {
    phase: 'Running',
    containerStatuses: [{ name: 'a', image: 'a', imageID: 'a', ready: true, restartCount: 0, state: { running: {} } }],
  }
  await cluster.fetch(`/api/v1/namespaces/default/pods/${name}/status`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify({ status }),
  })
}

/** Creates a cluster with objects of all kinds. */
export async function createBase(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, crds: definition, journal: 100, nodes: 2 })
  await cluster.ready()
  await cluster.load([
    widget,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' }, data: { a: 'b' } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a', namespace: 'default' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 80 }] }] },
        },
      },
    },
  ])
  // Twice, as some objects refer to later ones. Those that the server has created exist already.
  for (const { path, object } of [...samples, ...samples])
    await cluster.fetch(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(object) })
  await run(cluster, 'a')
  await cluster.settled()
  return cluster
}
