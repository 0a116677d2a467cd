import { featureGatesOf } from '../../src/model/registry/feature-gates.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { UNCONFIGURED } from '../../src/server/admission/configuration.js'
import { podSecurity } from '../../src/server/admission/pod-security/pod-security.js'
import { capped, ownersOf } from '../../src/model/apply/managers.js'
import { type Fields, union, unionOf } from '../../src/model/apply/fields.js'
import { loadDifferences } from '../../src/kinds/struct/go-formats.js'
import { validatePodChange } from '../../src/kinds/core/pod/pod-update.js'
import type { Pod } from '../../src/kinds/core/pod/pod-types.js'
import { type Issue, issueText } from '../../src/base/errors/issue.js'
import { isLinear, range, readsOf } from './support/reads.js'

beforeAll(() => loadDifferences())

const metadata = { name: 'a', namespace: 'default' }
const containers = [{ name: 'c', image: 'a' }]

const context = { version: '1.33', featureGates: featureGatesOf('1.33') } as const

describe('comparing an update with what is stored grows linearly with its size:', () => {
  const debugged = (size: number): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers, ephemeralContainers: range(size).map((i) => ({ name: `e${i}`, image: 'a' })) },
  })

  test('ephemeral containers that a pod has', () => {
    const reads = (size: number) =>
      readsOf({ next: debugged(size), old: debugged(size) }, ({ next, old }) =>
        validatePodChange(next, old, { ...context, subresource: 'ephemeralcontainers' }),
      )
    expect(isLinear(reads, 100)).toBe(true)
  })

  test('ephemeral containers that the pod security of a namespace allows', async () => {
    const pods = { group: '', resource: 'pods', subresource: 'ephemeralcontainers' }
    const target = { ...pods, namespace: 'default', user: { name: 'debugger' } }
    const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' }
    const read = { get: () => ({ metadata: { labels } }), list: () => [] }
    const context = { ...read, configuration: UNCONFIGURED, serverVersion: '1.33', warn: () => undefined }
    const check = (objects: object) => podSecurity.validate?.({ ...target, ...objects } as never, context as never)
    await check({ object: debugged(1), oldObject: debugged(1) }) // loads the checks
    const reads = (size: number) => readsOf({ object: debugged(size), oldObject: debugged(size) }, check)
    expect(reads(100)).toBeGreaterThan(100)
    expect(isLinear(reads, 100)).toBe(true)
  })

  const tolerations = (size: number, tolerationSeconds: number) =>
    range(size).map((i) => ({ key: `k${i}`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }))
  const tolerant = (list: ReturnType<typeof tolerations>): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers, tolerations: list },
  })

  test('tolerations of a pod', () => {
    const reads = (size: number) =>
      readsOf(
        { next: tolerant(tolerations(size, 2).toReversed()), old: tolerant(tolerations(size, 1)) },
        ({ next, old }) => validatePodChange(next, old, { ...context, subresource: 'main' }),
      )
    expect(isLinear(reads, 100)).toBe(true)
  })

  test('a toleration that is missing is told', () => {
    const [first, ...others] = tolerations(5, 1)
    const [next, old] = [tolerant(others), tolerant([...others, ...(first ? [first] : [])])]
    const told = 'existing toleration can not be modified except its tolerationSeconds'
    const tolds = (issues: readonly Issue[]) => issues.map(issueText).join()
    expect(tolds(validatePodChange(next, old, { ...context, subresource: 'main' }))).toContain(told)
    expect(tolds(validatePodChange(old, next, { ...context, subresource: 'main' }))).not.toContain(told)
  })
})

describe('the sets of many managers', () => {
  const sets: readonly Fields[] = range(40).map((i) => ({
    'f:data': i % 4 === 0 ? {} : { [`f:a${i % 7}`]: {}, 'f:b': i % 5 === 0 ? { '.': {}, 'f:c': {} } : {} },
    [`f:x${i}`]: { [`f:y${i % 3}`]: {} },
  }))

  test('are united as one after the other would be', () => {
    expect(unionOf(sets)).toEqual(sets.reduce<Fields>(union, {}))
    expect(unionOf(sets.slice(1, 2))).toEqual(sets[1])
    expect(unionOf([])).toEqual({})
  })

  test('are each read once', () => {
    const reads = (size: number) =>
      readsOf(
        range(size).map((i) => ({ 'f:data': { 'f:a': {}, [`f:b${i}`]: {} } })),
        (all) => unionOf(all),
      )
    expect(isLinear(reads, 200)).toBe(true)
  })

  test('are merged once there are more than ten, in the order of the server', () => {
    const entry = (i: number, apiVersion: string) => ({
      manager: `m${i}`,
      operation: 'Update' as const,
      apiVersion,
      time: `2020-01-01T00:00:${String(i % 60).padStart(2, '0')}Z`,
      fieldsType: 'FieldsV1' as const,
      fieldsV1: { [`f:a${i}`]: {} },
    })
    const owners = ownersOf(range(30).map((i) => entry(i, i % 2 === 0 ? 'a/v1' : 'a/v2'))) ?? []
    const left = capped(owners)
    expect(left.map(({ manager, apiVersion }) => `${manager} ${apiVersion}`)).toEqual([
      ...range(8).map((i) => `m${i + 22} a/v${i % 2 === 0 ? 1 : 2}`),
      'ancient-changes a/v1',
      'ancient-changes a/v2',
    ])
    expect(left.at(-2)).toMatchObject({ time: '2020-01-01T00:00:20Z', subresource: '' })
    expect(Object.keys(left.at(-2)?.fields ?? {}).toSorted()).toEqual(
      range(11)
        .map((i) => `f:a${2 * i}`)
        .toSorted(),
    )
  })

  test('of which two are of the same one count as the last', () => {
    const entry = (name: string) => ({
      manager: 'm',
      operation: 'Apply' as const,
      apiVersion: name,
      fieldsType: 'FieldsV1' as const,
      fieldsV1: { [`f:${name}`]: {} },
    })
    expect(ownersOf([entry('v1'), entry('v2')])).toMatchObject([{ apiVersion: 'v2', fields: { 'f:v2': {} } }])
  })
})
