import { describe, expect, test } from 'vitest'
import { matchesNodeAffinity, preferenceFor } from '../../../../src/controllers/scheduling/framework/node-affinity.js'
import { matchesNodeSelectorTerm } from '../../../../src/controllers/scheduling/framework/node-selector.js'
import { findUntolerated, tolerates } from '../../../../src/controllers/scheduling/framework/taints.js'

const node = { metadata: { name: 'node-1', labels: { zone: 'a', cores: '8' } } }

describe('a node selector term', () => {
  test.each([
    ['In', ['a', 'b'], true],
    ['In', ['b'], false],
    ['NotIn', ['b'], true],
    ['NotIn', ['a'], false],
    ['Exists', [], true],
    ['DoesNotExist', [], false],
    ['Near', ['a'], false],
  ])('matches a node with zone a by %s %s: %s', (operator, values, expected) => {
    expect(matchesNodeSelectorTerm({ matchExpressions: [{ key: 'zone', operator, values }] }, node)).toBe(expected)
  })

  test.each([
    ['Gt', '7', true],
    ['Gt', '8', false],
    ['Lt', '10', true],
    ['Lt', '8', false],
    ['Gt', 'many', false],
  ])('matches a node with 8 cores by %s %s: %s', (operator, value, expected) => {
    expect(matchesNodeSelectorTerm({ matchExpressions: [{ key: 'cores', operator, values: [value] }] }, node)).toBe(
      expected,
    )
  })

  test('matches the name of the node by matchFields', () => {
    const named = (operator: string, name: string) => ({
      matchFields: [{ key: 'metadata.name', operator, values: [name] }],
    })
    expect(matchesNodeSelectorTerm(named('In', 'node-1'), node)).toBe(true)
    expect(matchesNodeSelectorTerm(named('In', 'node-2'), node)).toBe(false)
    expect(matchesNodeSelectorTerm(named('NotIn', 'node-2'), node)).toBe(true)
  })

  test('matches no node if it is empty', () => {
    expect(matchesNodeSelectorTerm({}, node)).toBe(false)
    expect(matchesNodeSelectorTerm({ matchExpressions: [], matchFields: [] }, node)).toBe(false)
  })

  test('matches only if all its requirements do', () => {
    const both = (value: string) => ({
      matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }],
      matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-1'] }],
    })
    expect(matchesNodeSelectorTerm(both('a'), node)).toBe(true)
    expect(matchesNodeSelectorTerm(both('b'), node)).toBe(false)
  })
})

describe('node affinity', () => {
  const inZone = (...zones: string[]) => ({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: zones.map((zone) => ({
          matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }],
        })),
      },
    },
  })

  test('matches if one of its terms does', () => {
    expect(matchesNodeAffinity({ affinity: inZone('b', 'a') }, node)).toBe(true)
    expect(matchesNodeAffinity({ affinity: inZone('b', 'c') }, node)).toBe(false)
  })

  test('matches only if the nodeSelector does too', () => {
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' }, affinity: inZone('a') }, node)).toBe(true)
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'b' }, affinity: inZone('a') }, node)).toBe(false)
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' }, affinity: inZone('b') }, node)).toBe(false)
    expect(matchesNodeAffinity({}, node)).toBe(true)
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' } }, { metadata: { name: 'bare' } })).toBe(false)
  })

  test('sums the weights of matching preferences', () => {
    const prefer = (weight: number, zone: string) => ({
      weight,
      preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] },
    })
    const affinity = {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [prefer(5, 'a'), prefer(7, 'b'), prefer(1, 'a')],
      },
    }
    expect(preferenceFor({ affinity }, node)).toBe(6)
    expect(preferenceFor({}, node)).toBe(0)
  })
})

describe('taints', () => {
  const taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' }

  test.each([
    [{ key: 'gpu', operator: 'Exists' }, true],
    [{ operator: 'Exists' }, true],
    [{ operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'gpu', value: 'yes' }, true],
    [{ key: 'gpu', operator: 'Equal', value: 'no' }, false],
    [{ key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' }, true],
    [{ key: 'tpu', operator: 'Exists' }, false],
    [{ key: 'gpu', operator: 'Like', value: 'yes' }, false],
  ])('are tolerated by %j: %s', (toleration, expected) => {
    expect(tolerates(toleration, taint)).toBe(expected)
  })

  test('are searched for the first one with a given effect that is not tolerated', () => {
    const evict = { key: 'lost', effect: 'NoExecute' }
    expect(findUntolerated([taint, evict], undefined, ['NoExecute'])).toBe(evict)
    expect(findUntolerated([taint, evict], [{ key: 'gpu', operator: 'Exists' }], ['NoSchedule', 'NoExecute'])).toBe(
      evict,
    )
    expect(findUntolerated([taint], [], ['NoExecute'])).toBeUndefined()
    expect(findUntolerated(undefined, [], ['NoSchedule'])).toBeUndefined()
  })
})
