import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { validatePodSpec } from '../../src/kinds/core/pod/pod-rules.js'
import { warningsOfPod } from '../../src/kinds/core/pod/pod-warnings.js'
import { MOST_STEPS_TOGETHER, arePatternsTooMany } from '../../src/kinds/apiextensions/validate-definition.js'
import { decodeUtf8 } from '../../src/base/bytes/utf8.js'
import { goJsonErrorOf } from '../../src/base/go/encoding-json.js'
import { applyJsonPatch } from '../../src/model/patch/json.js'
import { encodeYaml } from '../../src/base/yaml/write.js'
import { definitionOf } from '../suites/definition.js'
import { isLinear, range, readsOf } from './support/reads.js'

describe('work grows linearly with the size of the request:', () => {
  test('validation of containers, each with a mount', () => {
    const pod = (size: number) => {
      const containers = range(size).map((i) => ({
        name: `c${i}`,
        image: 'a',
        imagePullPolicy: 'Always',
        terminationMessagePolicy: 'File',
        resources: {},
        volumeMounts: [{ name: 'v', mountPath: '/a' }],
      }))
      const [, ...debug] = containers
      const ephemeralContainers = debug.map((one, i) => ({ ...one, name: `d${i}`, targetContainerName: `c${i}` }))
      return { containers, initContainers: [], ephemeralContainers, volumes: [{ name: 'v', emptyDir: {} }] }
    }
    expect(isLinear((size) => readsOf(pod(size), validatePodSpec), 100)).toBe(true)
  })

  test('validation and warnings of volumes, variables and ports', () => {
    const pod = (size: number) => ({
      containers: [
        {
          name: 'c',
          image: 'a',
          imagePullPolicy: 'Always',
          terminationMessagePolicy: 'File',
          env: range(size).map((i) => ({ name: `v${i}`, value: 'a' })),
          ports: range(size).map((i) => ({ name: `p${i}`, containerPort: i + 1, protocol: 'TCP' })),
        },
      ],
      imagePullSecrets: range(size).map((i) => ({ name: `s${i}` })),
      volumes: range(size).map((i) => ({ name: `v${i}`, emptyDir: {} })),
    })
    const check = (spec: object) => [validatePodSpec(spec), warningsOfPod(spec)]
    expect(isLinear((size) => readsOf(pod(size), check), 100)).toBe(true)
  })

  test('topology spread constraints, whose duplicates are found', () => {
    const pod = (size: number) => ({
      containers: [],
      topologySpreadConstraints: range(size).map((i) => ({
        maxSkew: 1,
        topologyKey: `k${i}`,
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: {},
      })),
    })
    expect(isLinear((size) => readsOf(pod(size), validatePodSpec), 200)).toBe(true)
    const twice = [...pod(3).topologySpreadConstraints, ...pod(2).topologySpreadConstraints]
    const again = { containers: [], topologySpreadConstraints: twice }
    const found = validatePodSpec(again)
    expect(found.filter(({ reason }) => reason === 'FieldValueDuplicate').map(({ field }) => field)).toEqual(
      [0, 1].map((i) => `spec.topologySpreadConstraints[${i}].{topologyKey, whenUnsatisfiable}`),
    )
  })

  test('encoding a deep object as YAML', () => {
    const deep = (depth: number): object => (depth === 0 ? {} : { a: deep(depth - 1), b: [1] })
    expect(isLinear((size) => readsOf(deep(size), encodeYaml), 200)).toBe(true)
  })

  test('the search for a syntax error in JSON stops where it is found', () => {
    const bytes = new TextEncoder().encode('['.repeat(100_000))
    let reads = 0
    const counting = new Proxy(bytes, {
      get: (target, name) => {
        reads++
        const value: unknown = Reflect.get(target, name, target)
        return value
      },
    })
    expect(goJsonErrorOf(counting)).toBe("invalid character '[' exceeded max depth")
    expect(reads).toBeLessThan(10_000)
  })
})

test('decodes many invalid UTF-8 bytes as Go does', () => {
  const bytes = Uint8Array.from(range(300_000).map((i) => [0xff, 0x61, 0xc3][i % 3] ?? 0))
  expect(decodeUtf8(bytes)).toBe('\ufffda\ufffd'.repeat(100_000))
})

test('limits how many items of a list a JSON patch may move', () => {
  const inserts = (count: number) => range(count).map(() => ({ op: 'add', path: '/list/0', value: 0 }))
  const document = { list: range(100_000) }
  // Still a list.
  expect((applyJsonPatch(document, inserts(1000)) as { readonly list: object }).list).toHaveLength(101_000)
  expect(() => applyJsonPatch(document, inserts(3000))).toThrow('the patch moves more than')
})

test('the sizes of all distinct patterns of a CRD are limited together', () => {
  const patterns = (count: number, make: (i: number) => string) => ({
    properties: Object.fromEntries(range(count).map((i) => [`p${i}`, { pattern: make(i) }])),
  })
  const large = (i: number) => `^a{1000}${i}$`
  const most = MOST_STEPS_TOGETHER / 1000
  expect(arePatternsTooMany(patterns(most / 2, large))).toBe(false)
  expect(arePatternsTooMany(patterns(most, large))).toBe(true)
  expect(arePatternsTooMany(patterns(10 * most, () => '^a{1000}$'))).toBe(false)
})

test('an object near the depth limit survives dump and load', async () => {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const crds = definitionOf('things.example.com', 'Thing', [{ name: 'v1', served: true, storage: true, schema }])
  const cluster = createCluster({ seed: 1, crds })
  const thing = '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"deep":'
  const body = `${thing}${'{"a":'.repeat(990)}1${'}'.repeat(990)}}`
  const headers = { 'content-type': 'application/json' }
  const path = '/apis/example.com/v1/namespaces/default/things'
  expect((await cluster.fetch(path, { method: 'POST', headers, body })).status).toBe(201)
  const dump = await cluster.dump()
  const other = createCluster({ seed: 1, crds })
  await other.load(dump)
  const read = async (from: typeof cluster) =>
    JSON.stringify(((await (await from.fetch(`${path}/a`)).json()) as { readonly deep: unknown }).deep)
  expect(await read(other)).toBe(await read(cluster))
})
