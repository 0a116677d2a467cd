import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { DocumentV2 } from '../../../../src/server/discovery/openapi/document-v2.js'
import { definitionOf, versionOf } from '../../../suites/definition.js'
import { type DocumentV3, undescribed } from './documents.js'

const cluster = createCluster({ crds: [definitionOf('sizes.example.com', 'Size', [versionOf({ type: 'object' })])] })
const read = async <T>(path: string) => (await (await cluster.fetch(path)).json()) as T // as it is served
const documentOf = (part: string) => read<DocumentV3>(`/openapi/v3/${part}`)

test.each(['api', 'api/v1', 'apis/apps', 'apis/apiextensions.k8s.io/v1', 'version'])(
  'the document %s has info and security schemes of the real server',
  async (part) => {
    const { info, components } = await documentOf(part)
    expect(info).toEqual({ title: 'Kubernetes', version: '1.33' })
    expect(undescribed(components.securitySchemes)).toEqual({
      BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' },
    })
  },
)

test('the document of custom resources has the info of apiextensions', async () => {
  const { info, components } = await documentOf('apis/example.com/v1')
  expect(info).toEqual({ title: 'Kubernetes CRD Swagger', version: 'v0.1.0' })
  expect(Object.keys(components)).toEqual(['schemas'])
})

test('the v2 document has the same info', async () => {
  const { info } = await read<DocumentV2>('/openapi/v2')
  expect(info).toEqual({ title: 'Kubernetes', version: '1.33' })
})

test('keys of schemas are in the order of a real server', async () => {
  const { components } = await documentOf('api/v1')
  const struct = (name: string) => JSON.stringify(undescribed(components.schemas[name]))
  expect(struct('io.k8s.api.core.v1.ContainerPort')).toBe(
    '{"type":"object","required":["containerPort"],"properties":{"containerPort":{"type":"integer","format":"int32","default":0},"hostIP":{"type":"string"},"hostPort":{"type":"integer","format":"int32"},"name":{"type":"string"},"protocol":{"type":"string","default":"TCP","enum":["SCTP","TCP","UDP"]}}}',
  )
  expect(struct('io.k8s.apimachinery.pkg.util.intstr.IntOrString')).toBe(
    '{"format":"int-or-string","oneOf":[{"type":"integer"},{"type":"string"}]}',
  )
  expect(JSON.stringify(components.schemas['io.k8s.api.core.v1.Pod']?.['x-kubernetes-group-version-kind'])).toBe(
    '[{"group":"","kind":"Pod","version":"v1"}]',
  )
})

test.each(['DeleteOptions', 'WatchEvent'])('%s lists the group versions that a real server knows', async (kind) => {
  const { components } = await documentOf('api/v1')
  const kinds = components.schemas[`io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`]?.['x-kubernetes-group-version-kind']
  expect(kinds).toHaveLength(62)
  expect(kinds).toEqual(
    expect.arrayContaining([
      { group: '', kind, version: 'v1' },
      { group: 'extensions', kind, version: 'v1beta1' },
      { group: 'apiextensions.k8s.io', kind, version: 'v1beta1' },
      { group: 'apiregistration.k8s.io', kind, version: 'v1' },
    ]),
  )
})

test('union types have x-kubernetes-unions', async () => {
  const localhost = [{ discriminator: 'type', 'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' } }]
  const { components } = await documentOf('api/v1')
  for (const name of ['AppArmorProfile', 'SeccompProfile'])
    expect(components.schemas[`io.k8s.api.core.v1.${name}`]?.['x-kubernetes-unions']).toEqual(localhost)
  const { definitions } = await read<DocumentV2>('/openapi/v2')
  expect(definitions['io.k8s.api.flowcontrol.v1.LimitResponse']?.['x-kubernetes-unions']).toEqual([
    { discriminator: 'type', 'fields-to-discriminateBy': { queuing: 'Queuing' } },
  ])
})

test('schemas without references are left out', async () => {
  const { components } = await documentOf('apis/authentication.k8s.io/v1')
  expect(Object.keys(components.schemas).filter((name) => name.includes('.meta.v1.'))).toEqual(
    ['APIResource', 'APIResourceList', 'FieldsV1', 'ManagedFieldsEntry', 'ObjectMeta', 'OwnerReference', 'Time'].map(
      (name) => `io.k8s.apimachinery.pkg.apis.meta.v1.${name}`,
    ),
  )
})

test('the description of an enum says what each of its values means', async () => {
  const { components } = await documentOf('apis/batch/v1')
  expect(
    components.schemas['io.k8s.api.batch.v1.CronJobSpec']?.properties?.['concurrencyPolicy']?.['description'],
  ).toBe(
    `Specifies how to treat concurrent executions of a Job. Valid values are:

- "Allow" (default): allows CronJobs to run concurrently; - "Forbid": forbids concurrent runs, skipping next run if previous run hasn't finished yet; - "Replace": cancels currently running job and replaces it with a new one

Possible enum values:
 - \`"Allow"\` allows CronJobs to run concurrently.
 - \`"Forbid"\` forbids concurrent runs, skipping next run if previous hasn't finished yet.
 - \`"Replace"\` cancels currently running job and replaces it with a new one.`,
  )
})

test('a reference without siblings stands alone, and types with a JSON form of their own have no default', async () => {
  const { components: apps } = await documentOf('apis/apps/v1')
  expect(apps.schemas['io.k8s.api.apps.v1.ControllerRevision']?.properties?.['data']).not.toHaveProperty('default')
  const { components } = await documentOf('apis/apiextensions.k8s.io/v1')
  const at = '#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps'
  const { properties } = components.schemas[at.slice('#/components/schemas/'.length)] ?? {}
  expect(properties?.['additionalItems']).toEqual({ $ref: `${at}OrBool` })
  expect(properties?.['dependencies']).toEqual({
    type: 'object',
    additionalProperties: { $ref: `${at}OrStringArray` },
  })
})

test.each(['/openapi/v2', '/openapi/v3', '/openapi/v3/api/v1', '/openapi/v3/openid/v1/jwks'])(
  'the document %s ends with its last brace',
  async (path) => {
    expect((await (await createCluster().fetch(path)).text()).at(-1)).toBe('}')
  },
)

test('a document that refers to no schemas has none', async () => {
  expect((await documentOf('openid/v1/jwks')).components).toEqual({
    securitySchemes: {
      BearerToken: {
        type: 'apiKey',
        description: 'Bearer Token authentication',
        name: 'authorization',
        in: 'header',
      },
    },
  })
})

test('schemas of custom resources have their keywords in the order of a real server, and int-or-string written out', async () => {
  const size = { 'x-kubernetes-int-or-string': true, anyOf: [{ minimum: 1 }] }
  const ports = {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: { required: ['name'], properties: { name: { maxLength: 5, type: 'string' } }, type: 'object' },
    type: 'array',
  }
  const port = { 'x-kubernetes-int-or-string': true }
  const spec = { type: 'object', properties: { size, ports, port } }
  const on = createCluster({
    crds: [definitionOf('parts.example.com', 'Part', [versionOf({ properties: { spec }, type: 'object' })])],
  })
  const text = await (await on.fetch('/openapi/v3/apis/example.com/v1')).text()
  const anyOf = '"anyOf":[{"type":"integer"},{"type":"string"}]'
  expect(text).toContain(
    `"spec":{"type":"object","properties":{"port":{${anyOf},"x-kubernetes-int-or-string":true},` +
      '"ports":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string","maxLength":5}}},' +
      '"x-kubernetes-list-map-keys":["name"],"x-kubernetes-list-type":"map"},' +
      `"size":{"allOf":[{${anyOf}}],"anyOf":[{"minimum":1}],"x-kubernetes-int-or-string":true}}}`,
  )
})

test('media types of the v2 document are in the order of a real server', async () => {
  const { paths } = await read<DocumentV2>('/openapi/v2')
  const types = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']
  expect(paths['/api/v1/namespaces/{name}']?.get).toMatchObject({ consumes: ['*/*'], produces: types })
  // What tells of the API itself takes what it produces.
  expect(paths['/apis/apps/']?.get).toMatchObject({ consumes: types, produces: types })
  expect(paths['/version/']?.get).toMatchObject({ consumes: ['application/json'], produces: ['application/json'] })
})
