import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Cluster } from '../src/cluster/types.js'
import { createCluster } from '../src/cluster/cluster.js'
import { loadFixtures, loadScripts } from '../src/node/load-fixtures.js'
import { startCluster } from '../src/node/start.js'
import { createTestCluster } from '../src/node/testing/test-cluster.js'
import { definitionOf, versionOf } from './suites/definition.js'

const definition = definitionOf('widgets.shop.io', 'Widget', [versionOf({ type: 'object' })])
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.io }
spec:
  group: shop.io
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`
const FIXTURE = 'apiVersion: shop.io/v1\nkind: Widget\nmetadata: { name: w }\n'
const widget = { apiVersion: 'shop.io/v1', kind: 'Widget', metadata: { name: 'w' } }
const SCRIPT = '- before: { verb: create, kind: Node }\n  then: { status: Forbidden }\n'
const hook = { before: { verb: 'create', kind: 'Node' }, then: { status: 'Forbidden' } }
const about = { 'x-kubernetes-group-version-kind': { group: 'toys.io', version: 'v1', kind: 'Toy' } }
const document = {
  paths: { '/apis/toys.io/v1/namespaces/{namespace}/toys': { get: about, post: about } },
  components: {
    schemas: {
      'io.toys.v1.Toy': {
        type: 'object',
        'x-kubernetes-group-version-kind': [about['x-kubernetes-group-version-kind']],
      },
    },
  },
}

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-inputs-'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const files = {
  crds: file('crds.yaml', CRD),
  fixtures: file('fixtures.yaml', FIXTURE),
  scripts: file('scripts.yaml', SCRIPT),
  openapi: file('openapi.json', JSON.stringify(document)),
}
afterAll(() => rmSync(folder, { recursive: true }))

const text = { crds: CRD, fixtures: FIXTURE, scripts: SCRIPT, openapi: JSON.stringify(document) }
const named = {
  crds: { name: 'a', text: CRD },
  fixtures: [{ name: 'b', text: FIXTURE }],
  scripts: { name: 'c', text: SCRIPT },
  openapi: [{ name: 'd', text: JSON.stringify(document) }],
}
const objects = { crds: definition, fixtures: [widget], scripts: hook, openapi: document }
const lists = { crds: [definition], fixtures: [FIXTURE], scripts: [hook], openapi: [document] }

/** Asks a cluster for what each of the four inputs adds. */
async function taken(cluster: Pick<Cluster, 'fetch'>): Promise<object> {
  const code = async (path: string, init?: RequestInit) => (await cluster.fetch(path, init)).status
  return {
    widget: await code('/apis/shop.io/v1/namespaces/default/widgets/w'),
    toys: await code('/apis/toys.io/v1/namespaces/default/toys'),
    node: await code('/api/v1/nodes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"metadata":{"name":"n"}}',
    }),
  }
}
const ALL = { widget: 200, toys: 200, node: 403 }

describe.each([
  ['text', text],
  ['texts with names', named],
  ['objects', objects],
  ['lists', lists],
])('%s', (_, inputs) => {
  test('are taken by createCluster', async () => {
    expect(await taken(createCluster({ seed: 1, ...inputs }))).toEqual(ALL)
  })
  test('are in a fork created at once', async () => {
    expect(await taken(createCluster({ seed: 1, ...inputs }).fork())).toEqual(ALL)
  })
  test('are kept by a reset to the start', async () => {
    const cluster = createCluster({ seed: 1, ...inputs })
    cluster.restore(cluster.start())
    expect(await taken(cluster)).toEqual(ALL)
  })
  test('are taken by startCluster', async () => {
    await using server = await startCluster({ seed: 1, ...inputs })
    expect(await taken({ fetch: (path, init) => fetch(`${server.url}${String(path)}`, init) })).toEqual(ALL)
  })
  test('are in each cluster of createTestCluster', async () => {
    await using place = await createTestCluster(inputs)
    expect([await taken(place.next()), await taken(place.next())]).toEqual([ALL, ALL])
  })
  test('are loaded by methods of a cluster', async () => {
    const cluster = createCluster({ seed: 1, openapi: inputs.openapi })
    await cluster.load(inputs.crds)
    await cluster.load(inputs.fixtures)
    await cluster.hooks.script(inputs.scripts)
    expect(await taken(cluster)).toEqual(ALL)
  })
})

describe('paths of files', () => {
  test('are read by startCluster', async () => {
    await using server = await startCluster({ seed: 1, ...files })
    expect(await taken(server.cluster)).toEqual(ALL)
  })
  test('are read by functions of fakecluster/node', async () => {
    const cluster = createCluster({ seed: 1, openapi: document })
    await loadFixtures(cluster, [files.crds, files.fixtures])
    await loadScripts(cluster, files.scripts)
    expect(await taken(cluster)).toEqual(ALL)
  })
  test.each(['crds', 'fixtures', 'scripts', 'openapi'] as const)('are not read by createCluster: %s', (name) => {
    expect(() => createCluster({ [name]: 'shop.yaml' })).toThrow(
      new RegExp(`^createCluster: ${name}: "shop.yaml" is the path of a file, which is not read here; give the text`),
    )
  })
  test('are not read by methods of a cluster', async () => {
    const cluster = createCluster({ seed: 1 })
    await expect(cluster.load('shop.yaml')).rejects.toThrow('load: "shop.yaml" is the path of a file')
    await expect(cluster.hooks.script(['busy.yaml'])).rejects.toThrow('hooks.script: [0]: "busy.yaml" is the path')
  })
  test('that do not exist are an error', async () => {
    const message = 'Cannot read nowhere.yaml: there is no such file or folder.'
    await expect(startCluster({ crds: 'nowhere.yaml' })).rejects.toThrow(message)
    await expect(createTestCluster({ scripts: ['nowhere.yaml'] })).rejects.toThrow(message)
  })
})

describe('createCluster, startCluster and createTestCluster report an error in', () => {
  test.each([
    [{ crds: FIXTURE }, 'crds:2:1: crds: an object of kind "Widget" is no CustomResourceDefinition'],
    [{ crds: 'a: [1\nb: 2' }, 'crds:2:2: '],
    [{ crds: '# none\n# here\n' }, 'crds: crds: there is no CustomResourceDefinition in it'],
    [{ crds: widget }, 'crds: crds: an object of kind "Widget" is no CustomResourceDefinition'],
    [
      { crds: [CRD.replace('Namespaced', 'Nowhere')] },
      'crds[0]:6:3: CustomResourceDefinition "widgets.shop.io": spec.scope',
    ],
    [{ crds: 5 }, 'createCluster: crds: must be YAML or JSON text, an object, or a list of these, not 5'],
    [{ fixtures: FIXTURE }, 'fixtures:2:1: Widget "w": kind: "Widget" is not served'],
    [{ fixtures: 'just\nwords' }, 'fixtures:1:1: must be an object with apiVersion and kind'],
    [{ scripts: '- befor: {}\n  then: { cut: true }' }, 'scripts:1:3: befor'],
    [{ openapi: '{\n  "paths"' }, 'openapi:2:'],
  ])('%j', async (inputs, message) => {
    expect(() => createCluster(inputs as object)).toThrow(message)
    await expect(startCluster(inputs as object)).rejects.toThrow(message.replace('createCluster', 'startCluster'))
    await expect(createTestCluster(inputs as object)).rejects.toThrow(
      message.replace('createCluster', 'createTestCluster'),
    )
  })
})
