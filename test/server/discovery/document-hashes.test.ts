import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type KubernetesVersion, kubernetesVersions } from '../../../src/model/registry/kubernetes-version.js'
import { readRecorded } from '../../conformance/recorded.js'

/** The hashes of the documents of a real server, by part of its index, format or path. */
type Hashes = { readonly v3: Readonly<Record<string, string>> } & Readonly<
  Record<'v2' | 'v2 in protobuf' | '/apis', string>
>
type Recorded = Hashes & { readonly '/api': string } & {
  readonly defined: Hashes & { readonly definition: object }
}

const recorded = readRecorded('facts/document-hashes.json.gz') as Recorded // as recorded

// Off by default on a real server.
const runtimeConfig = { 'coordination.k8s.io/v1beta1': false }
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

describe.each([
  ['without definitions', recorded, []],
  ['with a definition', recorded.defined, [recorded.defined.definition]],
] as const)('the documents of a cluster %s are those of a real server, byte by byte', (_, real, crds) => {
  const cluster = createCluster({ runtimeConfig, crds, controllers: 'none' })
  const get = (path: string, accept = 'application/json') => cluster.fetch(path, { headers: { accept } })
  const sha512 = async (path: string, accept?: string) =>
    createHash('sha512')
      .update(new Uint8Array(await (await get(path, accept)).arrayBuffer()))
      .digest('hex')
      .toUpperCase()

  test('of version 3', async () => {
    const { paths } = (await (await get('/openapi/v3')).json()) as { readonly paths: Readonly<Record<string, unknown>> } // the index
    const expected = { ...recorded.v3, ...real.v3 }
    expect(paths).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([part, hash]) => [
          part,
          { serverRelativeURL: `/openapi/v3/${part}?hash=${hash}` },
        ]),
      ),
    )
    for (const [part, hash] of Object.entries(real.v3))
      expect([part, await sha512(`/openapi/v3/${part}`)]).toEqual([part, hash])
  })

  test('of version 2', async () => {
    expect(await sha512('/openapi/v2')).toBe(real.v2)
    expect(await sha512('/openapi/v2', PROTOBUF)).toBe(real['v2 in protobuf'])
    // The ETag of both is the hash of the JSON.
    for (const accept of ['application/json', PROTOBUF])
      expect((await get('/openapi/v2', accept)).headers.get('etag')).toBe(`"${real.v2}"`)
  })

  test('of aggregated discovery', async () => {
    expect((await get('/api', AGGREGATED)).headers.get('etag')).toBe(`"${recorded['/api']}"`)
    expect((await get('/apis', AGGREGATED)).headers.get('etag')).toBe(`"${real['/apis']}"`)
  })
})

type HashesOfVersions = { readonly [version in KubernetesVersion]?: Readonly<Record<string, string>> }
const ofVersions = readRecorded('facts/document-hashes-of-versions.json.gz') as HashesOfVersions // as recorded

test.each(kubernetesVersions.slice(1))('the documents of v%s are those of a real server', async (version) => {
  const cluster = createCluster({ kubernetesVersion: version, runtimeConfig, controllers: 'none' })
  const { paths } = (await (await cluster.fetch('/openapi/v3')).json()) as { readonly paths: object } // the index
  const hashes = new Map(
    Object.entries(paths).map(([part, { serverRelativeURL }]: [string, { readonly serverRelativeURL: string }]) => [
      part,
      serverRelativeURL.replace(/^.*hash=/, ''),
    ]),
  )
  const differing = Object.entries(ofVersions[version] ?? {}).flatMap(([part, hash]) =>
    hashes.get(part) === hash ? [] : [part],
  )
  expect(differing).toEqual([])
})

const listed = readRecorded('facts/discovery-hashes-of-versions.json.gz') as HashesOfVersions // as recorded

test.each(Object.keys(listed) as KubernetesVersion[])('v%s lists the resources of a real server', async (version) => {
  const { fetch } = createCluster({ kubernetesVersion: version, runtimeConfig, controllers: 'none' })
  const hashOf = async (path: string) => {
    const whole = path.startsWith('aggregated ')
    if (whole) {
      const reply = await fetch(path.replace('aggregated ', ''), { headers: { accept: AGGREGATED } })
      return reply.headers.get('etag')?.replaceAll('"', '')
    }
    const reply = await fetch(path, { headers: { accept: 'application/json' } })
    return createHash('sha512')
      .update(new Uint8Array(await reply.arrayBuffer()))
      .digest('hex')
      .toUpperCase()
  }
  const differing: string[] = []
  for (const [path, hash] of Object.entries(listed[version] ?? {}))
    if ((await hashOf(path)) !== hash) differing.push(path)
  expect(differing).toEqual([])
})
