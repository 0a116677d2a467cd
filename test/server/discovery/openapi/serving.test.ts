import { describe, expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import { createCluster } from '../../../../src/cluster/cluster.js'

const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
const V3_PROTOBUF = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf'

const KEPT = ['cache-control', 'content-type', 'etag', 'expires', 'location', 'vary']

/** Returns the status code and the headers that matter for caching, and whether the body is empty. */
async function head(cluster: Cluster, path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await cluster.fetch(path, { headers })
  const there = KEPT.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : []))
  return { code: response.status, ...Object.fromEntries(there), empty: (await response.text()) === '' }
}

async function json<T>(cluster: Cluster, path: string): Promise<T> {
  return (await (await cluster.fetch(path)).json()) as T
}

type Index = { readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>> }

const urlOf = async (cluster: Cluster, part: string) =>
  (await json<Index>(cluster, '/openapi/v3')).paths[part]!.serverRelativeURL

const NOT_KEPT = 'no-cache, private'
const JSON_TYPE = 'application/json'
const HASH = /^[0-9A-F]{128}$/

describe('OpenAPI v3', () => {
  const cluster = createCluster({ profile: 'example', seed: 1, clock: 'virtual' })

  test('has an index of all documents', async () => {
    const { paths } = await json<Index>(cluster, '/openapi/v3')
    expect(Object.keys(paths)).toEqual([
      '.well-known/openid-configuration',
      'api',
      'api/v1',
      'apis',
      'apis/admissionregistration.k8s.io',
      'apis/admissionregistration.k8s.io/v1',
      'apis/apiextensions.k8s.io',
      'apis/apiextensions.k8s.io/v1',
      'apis/apiregistration.example.io',
      'apis/apiregistration.example.io/v1',
      'apis/apps',
      'apis/apps/v1',
      'apis/authentication.k8s.io',
      'apis/authentication.k8s.io/v1',
      'apis/authorization.k8s.io',
      'apis/authorization.k8s.io/v1',
      'apis/autoscaling',
      'apis/autoscaling/v1',
      'apis/autoscaling/v2',
      'apis/batch',
      'apis/batch/v1',
      'apis/certificates.k8s.io',
      'apis/certificates.k8s.io/v1',
      'apis/coordination.example.io',
      'apis/coordination.example.io/v1',
      'apis/coordination.example.io/v1beta1',
      'apis/discovery.k8s.io',
      'apis/discovery.k8s.io/v1',
      'apis/events.example.io',
      'apis/events.example.io/v1',
      'apis/flowcontrol.apiserver.k8s.io',
      'apis/flowcontrol.apiserver.k8s.io/v1',
      'apis/networking.example.io',
      'apis/networking.example.io/v1',
      'apis/node.example.io',
      'apis/node.example.io/v1',
      'apis/policy',
      'apis/policy/v1',
      'apis/rbac.authorization.k8s.io',
      'apis/rbac.authorization.k8s.io/v1',
      'apis/resource.k8s.io',
      'apis/resource.k8s.io/v1beta1',
      'apis/resource.k8s.io/v1beta2',
      'apis/scheduling.k8s.io',
      'apis/scheduling.k8s.io/v1',
      'apis/storage.k8s.io',
      'apis/storage.k8s.io/v1',
      'apis/storage.k8s.io/v1beta1',
      'openid/v1/jwks',
      'version',
    ])
    for (const [part, { serverRelativeURL: url }] of Object.entries(paths)) {
      const [path, hash = ''] = url.split('?hash=')
      expect([path, HASH.test(hash)]).toEqual([`/openapi/v3/${part}`, true])
      expect(await json(cluster, url)).toMatchObject({ openapi: '3.0.0' })
    }
    expect(await head(cluster, '/openapi/v3')).toEqual({
      code: 200,
      'cache-control': NOT_KEPT,
      'content-type': 'text/plain; charset=utf-8',
      empty: false,
    })
  })

  test('may be cached for a year with the current hash', async () => {
    const url = await urlOf(cluster, 'api/v1')
    const etag = `"${url.split('=')[1]!}"`
    const kept = {
      'cache-control': 'public, immutable',
      etag,
      expires: 'Wed, 01 Jan 2025 00:00:00 UTC',
      vary: 'Accept',
    }
    expect(await head(cluster, url)).toEqual({ code: 200, 'content-type': JSON_TYPE, ...kept, empty: false })
    expect(await head(cluster, url, { 'if-none-match': etag })).toEqual({ code: 304, ...kept, empty: true })
  })

  test('redirects from an old hash to the current one', async () => {
    const location = await urlOf(cluster, 'api/v1')
    const moved = {
      code: 301,
      'cache-control': NOT_KEPT,
      'content-type': JSON_TYPE,
      location,
      etag: `"${location.split('=')[1]}"`,
      vary: 'Accept',
      empty: true,
    }
    expect(await head(cluster, '/openapi/v3/api/v1?hash=OLD')).toEqual(moved)
    expect(await head(cluster, '/openapi/v3/api/v1?hash=')).toMatchObject({ code: 200 })
  })

  test('may not be cached without a hash', async () => {
    const hash = (await urlOf(cluster, 'api/v1')).split('=')[1]!
    const reply = {
      code: 200,
      'cache-control': NOT_KEPT,
      'content-type': JSON_TYPE,
      etag: `"${hash}"`,
      vary: 'Accept',
      empty: false,
    }
    expect(await head(cluster, '/openapi/v3/api/v1')).toEqual(reply)
    expect(await head(cluster, '/openapi/v3/api/v1?timeout=32s', { 'if-none-match': '"OTHER"' })).toEqual(reply)
  })

  test.each([
    '/openapi/v3/apis/nowhere/v1',
    '/openapi/v3/api/v2',
    '/openapi/v3/api/v1/',
    '/openapi/v2/',
    '/openapi/v1',
    '/openapi',
  ])('has no document at %s', async (path) => {
    expect((await cluster.fetch(path)).status).toBe(404)
  })

  test.each([
    ['application/json, */*', 200],
    ['*/*', 200],
    [`${V3_PROTOBUF}, application/json`, 200],
    [V3_PROTOBUF, 200],
    ['application/com.github.proto-openapi.spec.v3.v1.0+protobuf', 200],
    [V2_PROTOBUF, 406],
    ['application/yaml', 406],
  ])('with Accept %s answers %i', async (accept, code) => {
    // The index is JSON whatever Accept says.
    expect((await cluster.fetch('/openapi/v3', { headers: { accept } })).status).toBe(200)
    expect((await cluster.fetch('/openapi/v3/api/v1', { headers: { accept } })).status).toBe(code)
  })

  test('has hashes that depend on the profile, not on the seed', async () => {
    const other = createCluster({ profile: 'example', seed: 2, clock: 'virtual' })
    const kubernetes = createCluster({ seed: 1 })
    expect(await json(other, '/openapi/v3')).toEqual(await json(cluster, '/openapi/v3'))
    expect(await urlOf(kubernetes, 'api/v1')).not.toBe(await urlOf(cluster, 'api/v1'))
  })
})

describe('OpenAPI v2', () => {
  const cluster = createCluster({ profile: 'example', seed: 1 })

  test.each([
    [undefined, JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['application/json, */*', JSON_TYPE],
    [V2_PROTOBUF, 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'],
    [
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ],
    [`${V2_PROTOBUF}, application/json`, 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'],
  ])('with Accept %s is %s', async (accept, type) => {
    const headers: Readonly<Record<string, string>> = accept === undefined ? {} : { accept }
    const vary = 'Accept-Encoding, Accept'
    const reply = { 'cache-control': NOT_KEPT, etag: expect.stringMatching(/^"[0-9A-F]{128}"$/), vary }
    const first = await head(cluster, '/openapi/v2', headers)
    expect(first).toEqual({ code: 200, 'content-type': type, ...reply, empty: false })
    expect(
      await head(cluster, '/openapi/v2', { ...headers, 'if-none-match': (first as { etag?: string }).etag! }),
    ).toEqual({
      code: 304,
      ...reply,
      empty: true,
    })
  })

  test('has extensions in protobuf as YAML', async () => {
    const reply = await cluster.fetch('/openapi/v2', { headers: { accept: V2_PROTOBUF } })
    const text = new TextDecoder('latin1').decode(await reply.arrayBuffer())
    const extension = (name: string, yaml: string) => {
      const value = `\x12${String.fromCharCode(yaml.length + 2)}\x12${String.fromCharCode(yaml.length)}${yaml}`
      return `\n${String.fromCharCode(name.length)}${name}${value}`
    }
    expect(text.includes(extension('x-kubernetes-list-type', 'atomic\n'))).toBe(true)
    expect(text.includes(extension('x-kubernetes-list-map-keys', '- containerPort\n- protocol\n'))).toBe(true)
    const kind = '- group: apps\n  kind: Deployment\n  version: v1\n'
    expect(text.includes(extension('x-kubernetes-group-version-kind', kind))).toBe(true)
  })

  test('refuses any other media type', async () => {
    expect((await cluster.fetch('/openapi/v2', { headers: { accept: 'application/yaml' } })).status).toBe(406)
  })
})

test('OpenAPI documents need the token of the cluster', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, token: 'secret' })
  const codes = ['/openapi/v3', '/openapi/v3/api/v1', '/openapi/v2'].map(async (path) => [
    (await cluster.fetch(path)).status,
    (await cluster.fetch(path, { headers: { authorization: 'Bearer secret' } })).status,
  ])
  expect(await Promise.all(codes)).toEqual([
    [401, 200],
    [401, 200],
    [401, 200],
  ])
})

describe('aggregated discovery', () => {
  const cluster = createCluster({ profile: 'example', seed: 1 })
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

  test.each(['/api', '/apis'])('of %s is a 304 while the ETag matches', async (path) => {
    const kept = { 'cache-control': 'public', etag: expect.stringMatching(/^"[0-9A-F]{128}"$/), vary: 'Accept' }
    const first = await head(cluster, path, { accept })
    expect(first).toEqual({ code: 200, 'content-type': accept, ...kept, empty: false })
    const tag = (first as { etag?: string }).etag ?? ''
    expect(await head(cluster, path, { accept, 'if-none-match': tag })).toEqual({ code: 304, ...kept, empty: true })
    expect(await head(cluster, path, { accept, 'if-none-match': '"OTHER"' })).toEqual(first)
  })
})
