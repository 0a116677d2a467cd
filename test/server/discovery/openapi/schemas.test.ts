import { describe, expect, test } from 'vitest'
import { readRecorded, translated } from '../../../conformance/recorded.js'
import { documentsV3, references, registryOf, swaggerOf, undescribed } from './documents.js'

type Facts = { readonly roots: Readonly<Record<string, string>>; readonly schemas: Readonly<Record<string, unknown>> }

const recorded = JSON.stringify(readRecorded('facts/schemas.json.gz'))

describe.each(['example', 'kubernetes'] as const)('schemas of the profile %s', (profile) => {
  const documents = documentsV3(registryOf(profile))
  const facts = JSON.parse(profile === 'example' ? translated(recorded) : recorded) as Facts // the format of the recorder
  const ours = new Map([...documents.values()].flatMap(({ components }) => Object.entries(components.schemas ?? {})))

  test('equal the 82 recorded ones of the real server', () => {
    expect(Object.keys(facts.schemas)).toHaveLength(82)
    expect(Object.fromEntries(Object.keys(facts.schemas).map((name) => [name, undescribed(ours.get(name))]))).toEqual(
      facts.schemas,
    )
  })

  test('are the same in every document', () => {
    for (const { components } of documents.values())
      for (const [name, schema] of Object.entries(components.schemas ?? {})) expect(schema).toEqual(ours.get(name))
  })

  test.each([...documents])('of document %s are exactly those it refers to', (_, document) => {
    const referred = new Set(references(document))
    const there = Object.keys(document.components.schemas ?? {}).map((name) => `#/components/schemas/${name}`)
    expect([...referred].filter((reference) => !there.includes(reference))).toEqual([])
    expect(
      there.filter((reference) => !referred.has(reference)).map((reference) => reference.split('.').at(-1)),
    ).toEqual([])
  })

  test('of version 2 include all that it refers to', () => {
    const document = swaggerOf(registryOf(profile))
    const there = [
      ...Object.keys(document.definitions).map((name) => `#/definitions/${name}`),
      ...Object.keys(document.parameters ?? {}).map((name) => `#/parameters/${name}`),
    ]
    expect([...new Set(references(document))].filter((reference) => !there.includes(reference))).toEqual([])
    expect(Object.keys(document.definitions)).toEqual([...ours.keys()].sort())
  })

  test('have descriptions of every kind, list and field that the published documents describe', () => {
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
/** Fields that are renamed in profile `example`. */
const RENAMED = [
  'ConfigMapNodeConfigSource.agentConfigKey',
  'NodeDaemonEndpoints.agentEndpoint',
  'NodeSystemInfo.agentVersion',
  'NodeSystemInfo.proxyVersion',
].map((member) => `io.k8s.api.core.v1.${member}`)

test('DeleteOptions and WatchEvent list the group versions with the names of the profile', () => {
  const { schemas } = documentsV3(registryOf('example')).get('api/v1')!.components
  const kindsOf = (name: string) =>
    schemas[`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`]!['x-kubernetes-group-version-kind'] as readonly {
      readonly group: string
      readonly version: string
      readonly kind: string
    }[] // as in documents
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

test('version 2 has no oneOf, allOf and defaults, and has keywords beside a $ref', () => {
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
