import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { validatePodSpec } from '../../src/kinds/core/pod/pod-rules.js'
import { warningsOfPod } from '../../src/kinds/core/pod/pod-warnings.js'
import { MOST_STEPS_TOGETHER, arePatternsTooMany } from '../../src/apiextensions/pattern-total.js'
import { decodeUtf8 } from '../../src/base/utf8.js'
import { goJsonErrorOf } from '../../src/base/go-json.js'
import { applyJsonPatch } from '../../src/patch/json.js'
import { encodeYaml } from '../../src/yaml/write.js'
import { definitionOf } from '../suites/definition.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/** How often a member or an item of a value is read, however deep it is. */
function readsOf(value: object, use: (value: object) => unknown): number {
  let reads = 0
  const seen = new WeakMap<object, object>()
  const counting = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const known = seen.get(part)
    if (known) return known
    const proxy = new Proxy(part, {
      get(target, name, receiver) {
        reads++
        return counting(Reflect.get(target, name, receiver))
      },
    })
    seen.set(part, proxy)
    return proxy
  }
  use(counting(value) as object) // an object stays one
  return reads
}

/** What is done for twice as much is no more than a little over twice as much. */
const isLinear = (work: (size: number) => number, size: number): boolean => work(2 * size) < 2.2 * work(size) + 100

describe('what is done grows as what is sent does', () => {
  test('the rules of containers, each with a mount', () => {
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

  test('the rules and the advice of volumes, variables and ports', () => {
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

  test('constraints of how pods are spread, none of which may be there twice', () => {
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

  test('YAML of what is deep', () => {
    const deep = (depth: number): object => (depth === 0 ? {} : { a: deep(depth - 1), b: [1] })
    expect(isLinear((size) => readsOf(deep(size), encodeYaml), 200)).toBe(true)
  })

  test('a fault of JSON is found where it is, and no further on', () => {
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

test('bytes that are no text are read as Go reads them, however many they are', () => {
  const bytes = Uint8Array.from(range(300_000).map((i) => [0xff, 0x61, 0xc3][i % 3] ?? 0))
  expect(decodeUtf8(bytes)).toBe('\ufffda\ufffd'.repeat(100_000))
})

test('a JSON patch moves so many items and no more', () => {
  const inserts = (count: number) => range(count).map(() => ({ op: 'add', path: '/list/0', value: 0 }))
  const document = { list: range(100_000) }
  expect((applyJsonPatch(document, inserts(1000)) as { readonly list: object }).list).toHaveLength(101_000) // as it was
  expect(() => applyJsonPatch(document, inserts(3000))).toThrow('rejected our request')
})

test('patterns of a definition count once each, and together', () => {
  const patterns = (count: number, make: (i: number) => string) => ({
    properties: Object.fromEntries(range(count).map((i) => [`p${i}`, { pattern: make(i) }])),
  })
  const large = (i: number) => `^a{1000}${i}$`
  const most = MOST_STEPS_TOGETHER / 1000
  expect(arePatternsTooMany(patterns(most / 2, large))).toBe(false)
  expect(arePatternsTooMany(patterns(most, large))).toBe(true)
  expect(arePatternsTooMany(patterns(10 * most, () => '^a{1000}$'))).toBe(false)
})

test('an object as deep as may be is dumped, and loaded again', async () => {
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
