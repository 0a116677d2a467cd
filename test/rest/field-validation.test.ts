import { beforeEach, describe, expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'

const LEASES = '/apis/coordination.example.io/v1/namespaces/default/leases'
const LEASE =
  '{"apiVersion":"coordination.example.io/v1","kind":"Lease","metadata":{"name":"a"},"spec":{"holderIdentity":"me"}}'

let cluster: Cluster
beforeEach(async () => {
  cluster = createCluster({ profile: 'example', seed: 1, controllers: 'none' })
  await cluster.create('Lease', { metadata: { name: 'kept' }, spec: { holderIdentity: 'me' } })
})

type Answer = { readonly status: number; readonly message?: string; readonly warnings: readonly string[] }

async function ask(method: string, path: string, type: string, body: string): Promise<Answer> {
  const response = await cluster.fetch(path, { method, headers: { 'content-type': type, 'user-agent': 'tests' }, body })
  const { message } = (await response.json()) as { message?: string }
  const warnings = [...(response.headers.get('warning') ?? '').matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text!) as string,
  )
  return { status: response.status, warnings, ...(message === undefined ? {} : { message }) }
}

const JSON_TYPE = 'application/json'
const ODD = LEASE.replace('"kind":"Lease"', '"kind":"X","kind":"Lease"').replace(
  '"spec":{',
  '"colour":"red","spec":{"holderIdentity":"you","shade":1,',
)
const FAULTS = [
  'duplicate field "kind"',
  'unknown field "colour"',
  'unknown field "spec.shade"',
  'duplicate field "spec.holderIdentity"',
]
const YAML =
  'apiVersion: coordination.example.io/v1\nkind: Lease\nmetadata: {name: a, shade: dark}\ncolour: red\nkind: Lease\n'
const YAML_FAULTS = [
  'line 5: key "kind" already set in map',
  'unknown field "colour"',
  'unknown field "metadata.shade"',
]

describe('fieldValidation of POST and PUT', () => {
  test.each([
    ['POST', LEASES, JSON_TYPE, ODD, FAULTS, 201, `strict decoding error: ${FAULTS.join(', ')}`],
    ['PUT', `${LEASES}/a`, JSON_TYPE, ODD, FAULTS, 201, `strict decoding error: ${FAULTS.join(', ')}`],
    [
      'POST',
      LEASES,
      'application/yaml',
      YAML,
      YAML_FAULTS,
      201,
      `strict decoding error: yaml: unmarshal errors:\n  ${YAML_FAULTS.join(', ')}`,
    ],
  ])('%s %s as %s', async (method, path, type, body, faults, code, strict) => {
    const head = 'Lease in version "v1" cannot be handled as a Lease: '
    expect(await ask(method, `${path}?fieldValidation=Strict`, type, body)).toEqual({
      status: 400,
      message: head + strict,
      warnings: [],
    })
    expect(await ask(method, `${path}?dryRun=All`, type, body)).toEqual({ status: code, warnings: faults })
    expect(await ask(method, `${path}?dryRun=All&fieldValidation=Ignore`, type, body)).toEqual({
      status: code,
      warnings: [],
    })
  })
})

describe('fieldValidation of PATCH', () => {
  const patches: readonly (readonly [type: string, body: string, faults: readonly string[], shown: string | RegExp])[] =
    [
      [
        'merge-patch+json',
        '{"colour":"red","metadata":{"labels":{"a":"1","a":"2"}}}',
        ['duplicate field "metadata.labels.a"', 'unknown field "colour"'],
        /^\{.*"colour\\":\\"red\\".*\}$/,
      ],
      [
        'strategic-merge-patch+json',
        '{"spec":{"shade":1,"shade":2}}',
        ['duplicate field "spec.shade"', 'unknown field "spec.shade"'],
        'map[spec:map[shade:2]]',
      ],
      [
        'json-patch+json',
        '[{"op":"add","path":"/x","path":"/spec/shade","value":{"a":1,"a":2},"note":""}]',
        [
          'json patch duplicate field "[0].path"',
          'json patch duplicate field "[0].value.a"',
          'json patch unknown field "[0].note"',
          'unknown field "spec.shade"',
        ],
        /^\{.*"shade\\":\{\\"a\\":2\}.*\}$/,
      ],
      [
        'json-patch+json',
        '[{"op":"test","path":"/kind","value":"Lease","note":""}]',
        ['json patch unknown field "[0].note"'],
        /^\{.*\}$/,
      ],
    ]

  test.each(patches)('%s %s', async (type, body, faults, shown) => {
    const path = `${LEASES}/kept`
    const strict = await ask('PATCH', `${path}?fieldValidation=Strict`, `application/${type}`, body)
    const [, value, detail] =
      /^ "" is invalid: patch: Invalid value: "(.*)": (strict decoding error: .*)$/s.exec(strict.message ?? '') ?? []
    expect({ status: strict.status, detail, warnings: strict.warnings }).toEqual({
      status: 422,
      detail: `strict decoding error: ${faults.join(', ')}`,
      warnings: [],
    })
    expect(value).toMatch(shown)
    expect(await ask('PATCH', path, `application/${type}`, body)).toEqual({ status: 200, warnings: faults })
    expect(await ask('PATCH', `${path}?fieldValidation=Ignore`, `application/${type}`, body)).toEqual({
      status: 200,
      warnings: [],
    })
  })

  test('with server-side apply', async () => {
    const body =
      'apiVersion: coordination.example.io/v1\nkind: Lease\nmetadata:\n  name: b\nspec:\n  holderIdentity: v\n  holderIdentity: w\n'
    const send = (query: string) =>
      ask('PATCH', `${LEASES}/b?fieldManager=m&dryRun=All${query}`, 'application/apply-patch+yaml', body)
    const line = 'line 7: key "holderIdentity" already set in map'
    const message = `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${line}`
    expect(await send('&fieldValidation=Strict')).toEqual({ status: 400, message, warnings: [] })
    expect(await send('')).toEqual({ status: 201, warnings: [line] })
    expect(await send('&fieldValidation=Ignore')).toEqual({ status: 201, warnings: [] })
  })

  test('a patch of a missing object is not decoded', async () => {
    expect(await ask('PATCH', `${LEASES}/none`, 'application/merge-patch+json', '[')).toEqual({
      status: 404,
      message: 'leases.coordination.example.io "none" not found',
      warnings: [],
    })
  })

  test('errors show numbers as they are written', async () => {
    const send = async (type: string, body: string) =>
      (await ask('PATCH', `${LEASES}/kept`, `application/${type}`, body)).message?.replace(/"\{.*\}"/, '{}')
    expect(await send('merge-patch+json', '{"spec":{"leaseDurationSeconds":1.0}}')).toBe(
      ' "" is invalid: patch: Invalid value: {}: json: cannot unmarshal number 1.0 into Go struct field LeaseSpec.spec.leaseDurationSeconds of type int32',
    )
    expect(await send('strategic-merge-patch+json', '{"spec":{"leaseDurationSeconds":1.5}}')).toBe(
      ' "" is invalid: patch: Invalid value: "map[spec:map[leaseDurationSeconds:1.5]]": cannot convert float64 to int32',
    )
  })
})

describe('warnings', () => {
  test('are sent with later errors too', async () => {
    expect(await ask('POST', LEASES, JSON_TYPE, ODD.replace('"name":"a"', '"name":"kept"'))).toEqual({
      status: 409,
      message: 'leases.coordination.example.io "kept" already exists',
      warnings: FAULTS,
    })
  })

  test('are truncated each when they are too long together', async () => {
    const members = Array.from({ length: 20 }, (_, i) => `"${'x'.repeat(300)}${String(i).padStart(2, '0')}":1`).join()
    const { warnings } = await ask(
      'POST',
      `${LEASES}?dryRun=All`,
      JSON_TYPE,
      LEASE.replace('"spec":{', `"spec":{${members},`),
    )
    expect(warnings).toEqual(Array.from({ length: 16 }, () => `unknown field "spec.${'x'.repeat(236)}`))
  })

  const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u1' }
  const text = (after: string) =>
    `.metadata.ownerReferences contains duplicate entries${after}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u1`

  test('report duplicate owner references', async () => {
    const metadata = { name: 'a', ownerReferences: [owner, owner, { ...owner, uid: 'u2' }] }
    expect(await ask('POST', LEASES, JSON_TYPE, JSON.stringify({ metadata }))).toEqual({
      status: 201,
      warnings: [text('')],
    })
    expect((await cluster.get('Lease', { name: 'a' })).metadata.ownerReferences).toEqual([
      owner,
      { ...owner, uid: 'u2' },
    ])
    expect(await ask('PUT', `${LEASES}/a`, JSON_TYPE, JSON.stringify({ metadata }))).toMatchObject({
      warnings: [text('')],
    })
  })

  test('report duplicate owner references that a patch makes', async () => {
    const body = JSON.stringify({ metadata: { ownerReferences: [owner, owner] } })
    expect(await ask('PATCH', `${LEASES}/kept`, 'application/merge-patch+json', body)).toEqual({
      status: 200,
      warnings: [text(' after mutating admission happens')],
    })
    expect((await cluster.get('Lease', { name: 'kept' })).metadata.ownerReferences).toEqual([owner])
  })
})

describe('integers beyond the precision of JavaScript numbers', () => {
  const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
  const generation = async () =>
    /"observedGeneration":(-?\d+)/.exec(await (await cluster.fetch(`${BUDGETS}/a`)).text())?.[1]

  test('stay exact through every verb', async () => {
    await cluster.create('PodDisruptionBudget', { metadata: { name: 'a' }, spec: { minAvailable: 1 } })
    for (const [type, body] of [
      ['merge-patch+json', '{"status":{"observedGeneration":9007199254740993}}'],
      ['strategic-merge-patch+json', '{"status":{"observedGeneration":9007199254740995}}'],
      ['json-patch+json', '[{"op":"replace","path":"/status/observedGeneration","value":9007199254740997}]'],
    ] as const) {
      expect(await ask('PATCH', `${BUDGETS}/a/status`, `application/${type}`, body)).toEqual({
        status: 200,
        warnings: [],
      })
      expect(await generation()).toBe(/9\d+/.exec(body)![0])
    }
    await cluster.edit('PodDisruptionBudget', { name: 'a' }, (draft) => {
      draft.metadata.labels = { a: 'b' }
    })
    const text = await (await cluster.fetch(`${BUDGETS}/a`)).text()
    expect(text).toContain('"labels":{"a":"b"}')
    expect(await ask('PUT', `${BUDGETS}/a/status`, JSON_TYPE, text.replace('"a":"b"', '"a":"c"'))).toEqual({
      status: 200,
      warnings: [],
    })
    expect(await generation()).toBe('9007199254740997')
  })
})

test('unknown fields of a custom resource are named as written; one that a header cannot carry gives no warning', async () => {
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  const path = '/apis/example.com/v1/namespaces/default/widgets'
  const body = JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a' },
    'a\tb': 1,
    'a"b': 1,
  })
  expect(await ask('POST', `${path}?fieldValidation=Strict`, JSON_TYPE, body)).toMatchObject({
    message:
      'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "a\tb", unknown field "a"b"',
  })
  expect((await ask('POST', path, JSON_TYPE, body)).warnings).toEqual(['unknown field "a"b"'])
})
