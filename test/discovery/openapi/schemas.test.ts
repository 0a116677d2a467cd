import { describe, expect, test } from 'vitest'
import { readRecorded, translated } from '../../conformance/recorded.js'
import { documentsV3, references, registryOf, swaggerOf, undescribed } from './documents.js'

type Facts = { readonly roots: Readonly<Record<string, string>>; readonly schemas: Readonly<Record<string, unknown>> }

const recorded = JSON.stringify(readRecorded('facts/schemas.json.gz'))

describe.each(['example', 'kubernetes'] as const)('names of %s', (profile) => {
  const documents = documentsV3(registryOf(profile))
  const facts = JSON.parse(profile === 'example' ? translated(recorded) : recorded) as Facts // the recorder's own form
  const ours = new Map([...documents.values()].flatMap(({ components }) => Object.entries(components.schemas)))

  test('the 82 schemas of the kinds are those of the real server, member by member', () => {
    expect(Object.keys(facts.schemas)).toHaveLength(82)
    expect(Object.fromEntries(Object.keys(facts.schemas).map((name) => [name, undescribed(ours.get(name))]))).toEqual(
      facts.schemas,
    )
  })

  test('a component is the same in every document', () => {
    for (const { components } of documents.values())
      for (const [name, schema] of Object.entries(components.schemas)) expect(schema).toEqual(ours.get(name))
  })

  test.each([...documents])(
    '%s refers to nothing it does not have, and has nothing it does not refer to',
    (_, document) => {
      const referred = new Set(references(document))
      const there = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
      expect([...referred].filter((reference) => !there.includes(reference))).toEqual([])
      // Options may be sent as a body or in the query of operations that have no body to refer to.
      expect(
        there.filter((reference) => !referred.has(reference)).map((reference) => reference.split('.').at(-1)),
      ).toEqual([])
    },
  )

  test('the document of version 2 refers to nothing it does not have', () => {
    const document = swaggerOf(registryOf(profile))
    const there = Object.keys(document.definitions).map((name) => `#/definitions/${name}`)
    expect([...new Set(references(document))].filter((reference) => !there.includes(reference))).toEqual([])
    expect(Object.keys(document.definitions)).toEqual([...ours.keys()].sort())
  })

  test('every kind, list and member is described, as far as the published documents do', () => {
    const silent = [...ours].flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, member]) => !member['description'])
        .map(([member]) => `${name}.${member}`),
    )
    expect(silent).toEqual(profile === 'example' ? [...RENAMED, ...UNPUBLISHED] : UNPUBLISHED)
    expect(Object.values(facts.roots).filter((name) => !ours.get(name)!['description'])).toEqual([])
  })
})

const UNPUBLISHED = [
  'io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent.type',
  ...['buildDate', 'compiler', 'gitCommit', 'gitTreeState', 'gitVersion', 'goVersion', 'platform'].map(
    (member) => `io.k8s.apimachinery.pkg.version.Info.${member}`,
  ),
]
/** Members that profile `example` has other names for. */
const RENAMED = [
  'ConfigMapNodeConfigSource.agentConfigKey',
  'NodeDaemonEndpoints.agentEndpoint',
  'NodeSystemInfo.agentVersion',
  'NodeSystemInfo.proxyVersion',
].map((member) => `io.k8s.api.core.v1.${member}`)

test('options and watch events are kinds of every group version, by the names of the service', () => {
  const { schemas } = documentsV3(registryOf('example')).get('api/v1')!.components
  const kindsOf = (name: string) =>
    schemas[`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`]!['x-kubernetes-group-version-kind'] as readonly {
      readonly group: string
      readonly version: string
      readonly kind: string
    }[] // as documents tell kinds
  for (const name of ['DeleteOptions', 'WatchEvent'])
    expect(
      kindsOf(name)
        .filter(({ group }) => group.endsWith('.example.io'))
        .map(({ group, version, kind }) => `${group}/${version} ${kind}`),
    ).toEqual([
      `apiregistration.example.io/v1 ${name}`,
      `apiregistration.example.io/v1beta1 ${name}`,
      `coordination.example.io/v1 ${name}`,
      `coordination.example.io/v1alpha2 ${name}`,
      `coordination.example.io/v1beta1 ${name}`,
      `events.example.io/v1 ${name}`,
      `events.example.io/v1beta1 ${name}`,
      `networking.example.io/v1 ${name}`,
      `networking.example.io/v1alpha1 ${name}`,
      `networking.example.io/v1beta1 ${name}`,
      `node.example.io/v1 ${name}`,
      `node.example.io/v1alpha1 ${name}`,
      `node.example.io/v1beta1 ${name}`,
    ])
  expect(kindsOf('Status')).toEqual([{ group: '', version: 'v1', kind: 'Status' }])
})

test('version 2 has no alternatives and no defaults, and says more beside a reference', () => {
  const { definitions } = swaggerOf(registryOf('kubernetes'))
  expect(definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
    type: 'string',
    format: 'int-or-string',
  })
  expect(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity']).toMatchObject({ type: 'string' })
  expect(definitions['io.k8s.api.policy.v1.PodDisruptionBudgetSpec']!.properties!['selector']).toEqual({
    description:
      'Label query over pods whose evictions are managed by the disruption budget. A null selector will match no pods, while an empty ({}) selector will select all pods within the namespace.',
    $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
    'x-kubernetes-patch-strategy': 'replace',
  })
  expect(JSON.stringify(definitions)).not.toMatch(/"(default|allOf|oneOf)":/)
})
