import { describe, expect, test } from 'vitest'
import { matchesNodeAffinity, preferenceFor } from '../../src/scheduler/node-affinity.js'
import { matchesNodeSelectorTerm } from '../../src/scheduler/node-selector.js'
import { findUntolerated, tolerates } from '../../src/scheduler/taints.js'

const node = { metadata: { name: 'node-1', labels: { zone: 'a', cores: '8' } } }

describe('a term of a node selector', () => {
  test.each([
    ['In', ['a', 'b'], true],
    ['In', ['b'], false],
    ['NotIn', ['b'], true],
    ['NotIn', ['a'], false],
    ['Exists', [], true],
    ['DoesNotExist', [], false],
    ['Near', ['a'], false],
  ])('zone %s %s: %s', (operator, values, expected) => {
    expect(matchesNodeSelectorTerm({ matchExpressions: [{ key: 'zone', operator, values }] }, node)).toBe(expected)
  })

  test.each([
    ['Gt', '7', true],
    ['Gt', '8', false],
    ['Lt', '10', true],
    ['Lt', '8', false],
    ['Gt', 'many', false],
  ])('cores %s %s: %s', (operator, value, expected) => {
    expect(matchesNodeSelectorTerm({ matchExpressions: [{ key: 'cores', operator, values: [value] }] }, node)).toBe(
      expected,
    )
  })

  test('asks for the name of the node by its field', () => {
    const named = (operator: string, name: string) => ({
      matchFields: [{ key: 'metadata.name', operator, values: [name] }],
    })
    expect(matchesNodeSelectorTerm(named('In', 'node-1'), node)).toBe(true)
    expect(matchesNodeSelectorTerm(named('In', 'node-2'), node)).toBe(false)
    expect(matchesNodeSelectorTerm(named('NotIn', 'node-2'), node)).toBe(true)
  })

  test('selects nothing where it says nothing', () => {
    expect(matchesNodeSelectorTerm({}, node)).toBe(false)
    expect(matchesNodeSelectorTerm({ matchExpressions: [], matchFields: [] }, node)).toBe(false)
  })

  test('wants all its requirements', () => {
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

  test('one of the terms is enough', () => {
    expect(matchesNodeAffinity({ affinity: inZone('b', 'a') }, node)).toBe(true)
    expect(matchesNodeAffinity({ affinity: inZone('b', 'c') }, node)).toBe(false)
  })

  test('the node selector counts as well', () => {
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' }, affinity: inZone('a') }, node)).toBe(true)
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'b' }, affinity: inZone('a') }, node)).toBe(false)
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' }, affinity: inZone('b') }, node)).toBe(false)
    expect(matchesNodeAffinity({}, node)).toBe(true)
    expect(matchesNodeAffinity({ nodeSelector: { zone: 'a' } }, { metadata: { name: 'bare' } })).toBe(false)
  })

  test('preferences add up', () => {
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
  ])('%j tolerates: %s', (toleration, expected) => {
    expect(tolerates(toleration, taint)).toBe(expected)
  })

  test('the first that nothing tolerates, of the effects asked for', () => {
    const evict = { key: 'lost', effect: 'NoExecute' }
    expect(findUntolerated([taint, evict], undefined, ['NoExecute'])).toBe(evict)
    expect(findUntolerated([taint, evict], [{ key: 'gpu', operator: 'Exists' }], ['NoSchedule', 'NoExecute'])).toBe(
      evict,
    )
    expect(findUntolerated([taint], [], ['NoExecute'])).toBeUndefined()
    expect(findUntolerated(undefined, [], ['NoSchedule'])).toBeUndefined()
  })
})
