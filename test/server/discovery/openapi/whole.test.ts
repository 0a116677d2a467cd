import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/base/json/json.js'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { DocumentV2 } from '../../../../src/server/discovery/openapi/document-v2.js'
import { readRecorded } from '../../../conformance/recorded.js'
import { type DocumentV3, references, undescribed } from './documents.js'
import { definitionOf, versionOf } from '../../../suites/definition.js'

const definition = definitionOf('sizes.example.com', 'Size', [
  versionOf(
    {
      type: 'object',
      properties: { spec: { type: 'object', properties: { replicas: { type: 'integer' } } } },
    },
    { subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } } },
  ),
])

describe('the OpenAPI documents of a cluster with a CRD', () => {
  const documents = new Map<string, DocumentV3>()
  let swagger: Pick<DocumentV2, 'definitions' | 'parameters'> = { definitions: {}, parameters: {} }

  beforeAll(async () => {
    const cluster = createCluster({ crds: [definition], runtimeConfig: { 'api/beta': true } })
    const read = async (path: string) => (await cluster.fetch(path)).json() as Promise<never>
    const { paths } = (await read('/openapi/v3')) as { readonly paths: Readonly<Record<string, unknown>> }
    for (const part of Object.keys(paths)) documents.set(part, await read(`/openapi/v3/${part}`))
    swagger = await read('/openapi/v2')
  })

  test('have all schemas that they refer to', () => {
    for (const [part, document] of documents) {
      const there = Object.keys(document.components.schemas ?? {}).map((name) => `#/components/schemas/${name}`)
      expect([part, [...new Set(references(document))].filter((reference) => !there.includes(reference))]).toEqual([
        part,
        [],
      ])
    }
    const there = (['definitions', 'parameters'] as const).flatMap((holder) =>
      Object.keys(swagger[holder]).map((name) => `#/${holder}/${name}`),
    )
    expect([...new Set(references(swagger))].filter((reference) => !there.includes(reference))).toEqual([])
  })

  test('have the schemas of a real server, except x-kubernetes-unions', () => {
    const recorded = readRecorded('facts/components.json.gz') as Readonly<Record<string, unknown>> // as recorded
    const ours = new Map([...documents.values()].flatMap(({ components }) => Object.entries(components.schemas ?? {})))
    // The others belong to kinds that are not served.
    const served = Object.keys(recorded).filter((name) => ours.has(name))
    expect(served.length).toBe(279)
    const withoutUnions = ({ 'x-kubernetes-unions': _, ...schema }: JsonObject = {}) => undescribed(schema)
    expect(served.map((name) => [name, withoutUnions(ours.get(name))])).toEqual(
      served.map((name) => [name, recorded[name]]),
    )
  })

  test('have the kinds of subresources', () => {
    const kinds = (part: string, name: string) =>
      documents.get(part)!.components.schemas[name]!['x-kubernetes-group-version-kind']
    expect(kinds('apis/apps/v1', 'io.k8s.api.autoscaling.v1.Scale')).toEqual([
      { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    ])
    expect(kinds('api/v1', 'io.k8s.api.policy.v1.Eviction')).toEqual([
      { group: 'policy', version: 'v1', kind: 'Eviction' },
    ])
    expect(kinds('api/v1', 'io.k8s.api.core.v1.Binding')).toEqual([{ group: '', version: 'v1', kind: 'Binding' }])
  })

  test('describe the custom resource as a real server does', () => {
    const document = documents.get('apis/example.com/v1')!
    const methods = ['get', 'put', 'post', 'delete', 'patch'] as const
    const told = Object.entries(document.paths).flatMap(([path, entry]) =>
      methods.flatMap((method) => {
        const operation = entry[method]
        if (!operation) return []
        const { content = {} } = operation.requestBody ?? {}
        const { kind } = operation['x-kubernetes-group-version-kind']!
        return [
          `${method} ${path.split('/namespaces/{namespace}').at(-1)}: ${kind} ${Object.keys(content).join()} ${Object.keys(operation.responses).join()}`,
        ]
      }),
    )
    const plain = 'application/json,application/yaml'
    const patches = 'application/apply-patch+yaml,application/json-patch+json,application/merge-patch+json'
    expect(told).toEqual([
      'get /sizes: Size  200,401',
      `post /sizes: Size ${plain} 200,201,202,401`,
      'delete /sizes: Size  200,401',
      'get /sizes/{name}: Size  200,401',
      `put /sizes/{name}: Size ${plain} 200,201,401`,
      `delete /sizes/{name}: Size ${plain} 200,202,401`,
      `patch /sizes/{name}: Size ${patches} 200,401`,
      'get /sizes/{name}/scale: Size  200,401',
      `put /sizes/{name}/scale: Size ${plain} 200,201,401`,
      `patch /sizes/{name}/scale: Size ${patches} 200,401`,
      'get /apis/example.com/v1/sizes: Size  200,401',
    ])
    // The descriptions of their lists do not mention watches.
    expect(
      [
        ...new Set(
          Object.values(document.paths).flatMap((entry) => methods.map((method) => entry[method]?.description)),
        ),
      ]
        .filter((said) => said?.startsWith('list') || said?.includes('scale'))
        .sort(),
    ).toEqual([
      'list objects of kind Size',
      'partially update scale of the specified Size',
      'read scale of the specified Size',
      'replace scale of the specified Size',
    ])
    const types = Object.values(document.paths).flatMap((entry) =>
      methods.flatMap((method) =>
        Object.values(entry[method]?.responses ?? {}).map(({ content }) => Object.keys(content ?? {}).join()),
      ),
    )
    expect([...new Set(types)].sort()).toEqual(['', plain])
    const { 'com.example.v1.SizeList': list, 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions': options } =
      document.components.schemas
    expect(list!.properties!['items']).toMatchObject({ items: { $ref: '#/components/schemas/com.example.v1.Size' } })
    expect(list!.properties!['apiVersion']).toMatchObject({
      description: expect.stringMatching(/^APIVersion defines/) as unknown,
    })
    expect(list!.properties!['kind']).toMatchObject({
      description: expect.stringMatching(/^Kind is a string/) as unknown,
    })
    const groups = (options!['x-kubernetes-group-version-kind'] as readonly { group: string }[]).map(
      ({ group }) => group,
    ) // a list in schemas
    expect(groups).toContain('admissionregistration.k8s.io')
    // The apiextensions server does not know these groups.
    for (const group of ['admission', 'apiextensions', 'apiregistration', 'imagepolicy'])
      expect(groups).not.toContain(`${group}.k8s.io`)
  })
})
