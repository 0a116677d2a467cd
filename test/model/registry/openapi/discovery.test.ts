import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import { fromOpenAPI } from '../../../../src/kinds/from-openapi.js'

const about = { 'x-kubernetes-group-version-kind': { group: 'shop.example.com', version: 'v1', kind: 'Goods' } }
const document = {
  paths: {
    '/apis/shop.example.com/v1/namespaces/{namespace}/goods': { get: about, post: about, delete: about },
    '/apis/shop.example.com/v1/namespaces/{namespace}/goods/{name}': { get: about, patch: about },
  },
  components: {
    schemas: {
      'com.example.shop.v1.Goods': {
        type: 'object',
        properties: { metadata: {}, price: { type: 'string' } },
        'x-kubernetes-group-version-kind': [{ group: 'shop.example.com', version: 'v1', kind: 'Goods' }],
      },
    },
  },
}
const told = { shortNames: ['gd'], categories: ['all', 'shop'], verbs: ['get', 'list', 'create', 'impersonate'] }
const ofGroupVersion = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'shop.example.com/v1',
  resources: [
    { name: 'goods', singularName: 'good', kind: 'Goods', namespaced: true, storageVersionHash: 'x', ...told },
    { name: 'goods/status', singularName: '', kind: 'Goods', namespaced: true, verbs: ['get'] },
  ],
}
const aggregated = {
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  metadata: {},
  items: [
    {
      metadata: { name: 'shop.example.com' },
      versions: [{ version: 'v1', resources: [{ resource: 'goods', singularResource: 'good', ...told }] }],
    },
    { metadata: { name: 'elsewhere.example.com' }, versions: [{ version: 'v1', resources: [{ resource: 'goods' }] }] },
  ],
}

const goods = async (cluster: ReturnType<typeof createCluster>): Promise<unknown> => {
  const reply = await cluster.fetch('/apis/shop.example.com/v1')
  return ((await reply.json()) as { resources: unknown[] }).resources[0]
}
const TOLD = {
  name: 'goods',
  singularName: 'good',
  shortNames: ['gd'],
  categories: ['all', 'shop'],
  verbs: ['create', 'get', 'list'],
}

describe('short names, categories and verbs come from a discovery document', () => {
  test.each([
    ['of a group version', [document, ofGroupVersion]],
    ['given before the OpenAPI document', [ofGroupVersion, document]],
    ['of aggregated discovery', [document, aggregated]],
    ['given as text', [JSON.stringify(document), JSON.stringify(aggregated)]],
  ])('%s', async (_, openapi) => {
    expect(await goods(createCluster({ openapi }))).toMatchObject(TOLD)
  })

  test('given to fromOpenAPI', async () => {
    const kinds = fromOpenAPI(document, { discovery: [ofGroupVersion] })
    expect(await goods(createCluster({ kinds }))).toMatchObject(TOLD)
  })

  test('and are missing without one', async () => {
    const found = await goods(createCluster({ openapi: document }))
    expect(found).toMatchObject({
      singularName: 'goods',
      verbs: ['create', 'deletecollection', 'get', 'list', 'patch'],
    })
    expect(found).not.toHaveProperty('shortNames')
  })
})

describe('an invalid discovery document is refused', () => {
  test.each<[string, object[], string]>([
    [
      'with a short name that is not a string',
      [document, { ...ofGroupVersion, resources: [{ name: 'goods', shortNames: ['gd', 1] }] }],
      'openapi[1]: resources[0].shortNames[1]: must be a text, not 1; save one of a server: kubectl get --raw /apis/batch/v1',
    ],
    [
      'without a groupVersion',
      [document, { kind: 'APIResourceList', resources: [{}] }],
      'openapi[1]: groupVersion: is missing; save one of a server: kubectl get --raw /apis/batch/v1\nopenapi[1]: resources[0].name: is missing; save one of a server: kubectl get --raw /apis/batch/v1',
    ],
    [
      'with groups that are not a list',
      [document, { kind: 'APIGroupDiscoveryList', items: {} }],
      "openapi[1]: items: must be a list, not a map; save one of a server: curl --header 'Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' of /apis, as kubectl proxy serves it",
    ],
    [
      'without an OpenAPI document beside it',
      [ofGroupVersion],
      'openapi[0]: this tells what kinds are called, and there is no OpenAPI document of them beside it; save one of a server: kubectl get --raw /openapi/v3/apis/batch/v1',
    ],
    [
      'with the line in a text',
      [
        document,
        { name: 'names.json', text: '{\n  "kind": "APIResourceList",\n  "groupVersion": 1,\n  "resources": []\n}' },
      ],
      'names.json:3:3: groupVersion: must be a text, not 1; save one of a server: kubectl get --raw /apis/batch/v1',
    ],
  ])('%s', (_, openapi, message) => {
    expect(() => createCluster({ openapi })).toThrow(expect.objectContaining({ name: 'LoadError', message }) as Error)
  })

  test('given to fromOpenAPI', () => {
    expect(() => fromOpenAPI(document, { discovery: [document] })).toThrow(
      /discovery\[0\].*must be an APIResourceList or an APIGroupDiscoveryList of a server, not a map/,
    )
  })
})
