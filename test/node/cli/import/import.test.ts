import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../../src/node/cli/main.js'
import { type StartedCluster, startCluster } from '../../../../src/node/start.js'
import { createImports } from './imported.js'
import { startScripted } from './scripted.js'

const about = (kind: string) => ({
  'x-kubernetes-group-version-kind': { group: 'metrics.example.com', version: 'v1beta1', kind },
})
const path = '/apis/metrics.example.com/v1beta1/nodes'
/** The OpenAPI document of a kind that an extension server serves. */
const document = {
  openapi: '3.0.0',
  paths: { [path]: { get: about('NodeMetrics'), post: about('NodeMetrics') } },
  components: {
    schemas: {
      'com.example.NodeMetrics': {
        type: 'object',
        properties: { usage: { type: 'string' }, metadata: {} },
        'x-kubernetes-group-version-kind': [{ group: 'metrics.example.com', version: 'v1beta1', kind: 'NodeMetrics' }],
      },
    },
  },
}
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'widgets.shop.example.com',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', team: 'shop' },
  },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer' } } } },
      },
    ],
  },
}
const widget = (name: string, more: object = {}) => ({
  apiVersion: 'shop.example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'shop', ...more },
  size: 3,
})
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'uid-web', generation: 7 },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
  status: { observedGeneration: 6, replicas: 1 },
}
const pod = (name: string) => ({
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'c', image: 'i' }] },
})
const owned = (name: string, uid: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    namespace: 'shop',
    uid: `uid-${name}`,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid }],
  },
})

let server: StartedCluster
beforeAll(async () => {
  server = await startCluster({
    seed: 1,
    controllers: 'none',
    token: 'secret',
    crds: definition,
    openapi: document,
    fixtures: [
      deployment,
      owned('kept', 'uid-web'),
      owned('left', 'uid-gone'),
      ...['a', 'b'].map((name) => widget(name)),
    ],
  })
})
afterAll(() => server.close())

const imports = createImports()
const from = () => ['--server', server.url, '--token', 'secret']

describe('import writes', () => {
  test('custom resource definitions, and OpenAPI documents of kinds that are not built in', async () => {
    const { code, out, err, dir } = await imports.run(...from())
    expect({ code, out, err }).toEqual({
      code: 0,
      out: [
        'Written to DIR:',
        '  crds     widgets.shop.example.com',
        '  openapi  metrics.example.com/v1beta1',
        'Serve it: fakecluster --crds DIR/crds --openapi DIR/openapi',
      ].join('\n'),
      err: '',
    })
    expect(imports.files(dir)).toEqual([
      'crds/widgets.shop.example.com.yaml',
      'openapi/metrics.example.com-v1beta1.json',
      'openapi/metrics.example.com-v1beta1.resources.json',
    ])
    // Without what the server adds, and without last-applied-configuration, which would repeat the whole object.
    expect(imports.read(dir, 'crds/widgets.shop.example.com.yaml')).toContain(
      'metadata:\n  annotations:\n    team: shop\n  name: widgets.shop.example.com\nspec:',
    )
  })

  test('objects that a new server loads unchanged', async () => {
    const { code, dir } = await imports.run(...from(), '--objects', 'deploy', 'Widget,configmaps')
    expect(code).toBe(0)
    await using again = await startCluster({
      clock: 'virtual',
      crds: join(dir, 'crds'),
      openapi: join(dir, 'openapi'),
      fixtures: join(dir, 'objects'),
    })
    const in_ = { namespace: 'shop', name: 'web' }
    expect(await again.cluster.get('Deployment', in_)).toEqual(await server.cluster.get('Deployment', in_))
    expect((await again.cluster.list('Widget', { namespace: 'shop' })).items).toEqual(
      (await server.cluster.list('Widget', { namespace: 'shop' })).items,
    )
    // The garbage collector deletes nothing: references to owners that were not imported are left out.
    const { items } = await again.cluster.list('ConfigMap', { namespace: 'shop' })
    expect(items.map(({ metadata }) => [metadata.name, metadata.ownerReferences?.length])).toEqual([
      ['kept', 1],
      ['kube-root-ca.crt', undefined],
      ['left', undefined],
    ])
    expect((await again.cluster.fetch(path)).status).toBe(200)
    expect(imports.read(dir, 'objects/configmaps.yaml')).toMatch(
      /^# Imported from a server of version v1\.33\.\d+\.\n# References to owners that were not imported are left out\.\napiVersion/,
    )
  })

  test('kinds given by category, by group, and from some namespaces only', async () => {
    expect((await imports.run(...from(), '--objects', 'all')).out).toContain(
      'objects  1 services, 1 deployments.apps, 2 widgets.shop.example.com\n',
    )
    expect(
      (await imports.run(...from(), '--objects', 'deployments.v1.apps', 'ns', '--namespace', 'default', 'kube-system'))
        .out,
    ).toContain('objects  5 namespaces\n')
  })
})

test('long lists are read in pages', async () => {
  await using big = await startCluster({
    controllers: 'none',
    fixtures: Array.from({ length: 1100 }, (_, i) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `node-${i}` },
    })),
  })
  const { out } = await imports.run('--server', big.url, '--objects', 'nodes')
  expect(out).toContain('objects  1100 nodes\n')
  expect(big.cluster.journal.requests({ kind: 'Node' }).map(({ path: asked }) => /limit=\d+/.exec(asked)?.[0])).toEqual(
    ['limit=500', 'limit=500', 'limit=500'],
  )
})

test('the command import --help prints the usage', async () => {
  const out: string[] = []
  const io = { out: (line: string) => out.push(line), err: () => undefined, signal: new AbortController().signal }
  expect(await run(['import', '--help'], io)).toBe(0)
  expect(out[0]).toContain('Usage: fakecluster import --server URL --out DIR [flags]')
})

test('an object that would not load is left out with a warning', async () => {
  await using server = await startScripted((path) =>
    path.startsWith('/api/v1/pods')
      ? {
          kind: 'PodList',
          metadata: {},
          items: [pod('plain'), { ...pod('newer'), spec: { ...pod('newer').spec, rocket: true } }],
        }
      : undefined,
  )
  const { code, out, err } = await imports.run('--server', server.url, '--objects', 'pods')
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(
      /^fakecluster import: Pod "default\/newer" is left out: spec\.rocket: unknown member/,
    ) as string,
  })
  expect(out).toContain('objects  1 pods\n')
})

test('when a continue token has expired, the whole list is requested again', async () => {
  const asked: string[] = []
  await using server = await startScripted((path) => {
    if (!path.startsWith('/api/v1/pods')) return undefined
    asked.push(path)
    if (path.includes('continue')) return { status: 410 }
    return path.includes('limit')
      ? { kind: 'PodList', metadata: { continue: 'more/+' }, items: [pod('a')] }
      : { kind: 'PodList', metadata: {}, items: [pod('a'), pod('b')] }
  })
  expect((await imports.run('--server', server.url, '--objects', 'pods')).out).toContain('objects  2 pods\n')
  expect(asked).toEqual(['/api/v1/pods?limit=500', '/api/v1/pods?limit=500&continue=more%2F%2B', '/api/v1/pods'])
})
