import { describe, expect, test } from 'vitest'
import { deepFreeze, type JsonObject } from '../../../src/base/json/json.js'
import { badRequest, plainError, rejectedRequest, StatusError } from '../../../src/base/errors/status.js'
import { applyStrategicPatch } from '../../../src/model/patch/strategic.js'
import { array, boolean, map, string, struct } from '../../../src/schema/builders.js'
import { objectMeta } from '../../../src/schema/metadata.js'
import type { Schema } from '../../../src/schema/types.js'

const condition = struct('io.k8s.api.core.v1.NodeCondition', { type: string(), status: string(), reason: string() })
const selector: Schema = {
  ...struct('io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector', { matchLabels: map(string()) }),
  'x-kubernetes-patch-strategy': 'replace',
}
const strategy: Schema = {
  ...struct('io.k8s.api.apps.v1.DeploymentStrategy', { type: string(), rollingUpdate: map(string()) }),
  'x-kubernetes-patch-strategy': 'retainKeys',
}
const volumes: Schema = {
  ...array(struct('io.k8s.api.core.v1.Volume', { name: string(), kind: string() }), { merge: 'name' }),
  'x-kubernetes-patch-strategy': 'merge,retainKeys',
}
const schema = struct('io.k8s.api.core.v1.Node', {
  kind: string(),
  metadata: objectMeta,
  spec: struct('io.k8s.api.core.v1.NodeSpec', {
    podCIDRs: array(string(), { list: 'set', merge: true }),
    taints: array(struct('io.k8s.api.core.v1.Taint', { key: string() })),
    unschedulable: boolean(),
    data: { type: 'object', raw: true, component: 'io.k8s.apimachinery.pkg.runtime.RawExtension' } as Schema,
    selector,
    strategy,
    volumes,
  }),
  status: struct('io.k8s.api.core.v1.NodeStatus', {
    conditions: array(condition, { list: 'map', keys: ['type'], merge: 'type' }),
  }),
})

const apply = (current: JsonObject, patch: JsonObject) =>
  applyStrategicPatch(deepFreeze(current), deepFreeze(patch), schema)
const items = (...types: string[]) => types.map((type) => ({ type, status: 'True' }))

describe('a strategic merge patch of maps', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      'merges by key, null deletes',
      { metadata: { labels: { a: '1', b: '2' } } },
      { metadata: { labels: { a: null, c: '3', d: null } } },
      { metadata: { labels: { b: '2', c: '3' } } },
    ],
    [
      '$patch replace',
      { metadata: { labels: { a: '1' } } },
      { metadata: { labels: { $patch: 'replace', z: '9' } } },
      { metadata: { labels: { z: '9' } } },
    ],
    [
      '$patch delete leaves an empty map',
      { metadata: { labels: { a: '1' } } },
      { metadata: { labels: { $patch: 'delete' } } },
      { metadata: { labels: {} } },
    ],
    [
      '$patch on an absent map does nothing',
      { metadata: { name: 'a' } },
      { metadata: { annotations: { $patch: 'delete' } } },
      { metadata: { name: 'a' } },
    ],
    [
      'a new value loses nulls and directives',
      {},
      { spec: { a: null, b: { c: null, d: 1 }, e: { $patch: 'delete' }, f: [{ g: null }, null, { $patch: 'x' }] } },
      { spec: { b: { d: 1 }, f: [{}, null] } },
    ],
    [
      'a value of another type replaces the old one',
      { spec: { unschedulable: { a: 1 } } },
      { spec: { unschedulable: [{ b: null }] } },
      { spec: { unschedulable: [{}] } },
    ],
    [
      'a map with a directive for a scalar',
      { spec: { unschedulable: true } },
      { spec: { unschedulable: { $patch: 'replace' } } },
      { spec: {} },
    ],
    [
      'a field with the replace strategy',
      { spec: { selector: { matchLabels: { a: '1' } } } },
      { spec: { selector: { matchLabels: { b: '2' } } } },
      { spec: { selector: { matchLabels: { b: '2' } } } },
    ],
    [
      'a field with the retainKeys strategy',
      { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { a: '1' } } } },
      { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      { spec: { strategy: { type: 'Recreate' } } },
    ],
    [
      '$retainKeys',
      { metadata: { name: 'a', finalizers: ['x'], labels: { a: '1' } } },
      { metadata: { $retainKeys: ['name', 'labels'], labels: { b: '2' }, finalizers: null } },
      { metadata: { name: 'a', labels: { a: '1', b: '2' } } },
    ],
    [
      'unknown fields',
      { odd: { a: 1, l: [1] } },
      { odd: { b: 2, l: [2] }, more: 1 },
      { odd: { a: 1, b: 2, l: [2] }, more: 1 },
    ],
    ['$patch replace of the whole object', { spec: {} }, { $patch: 'replace', kind: 'Node' }, { kind: 'Node' }],
  ])('%s', (_, current, patch, expected) => {
    expect(apply(current, patch)).toEqual(expected)
  })
})

describe('a strategic merge patch of lists', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      'scalars: new items go to the front',
      { metadata: { finalizers: ['a'] } },
      { metadata: { finalizers: ['b'] } },
      { metadata: { finalizers: ['b', 'a'] } },
    ],
    [
      'scalars: an absent list',
      { metadata: {} },
      { metadata: { finalizers: ['b', 'b'] } },
      { metadata: { finalizers: ['b', 'b'] } },
    ],
    [
      'scalars: existing items keep their place',
      { metadata: { finalizers: ['a', 'b', 'c'] } },
      { metadata: { finalizers: ['c'] } },
      { metadata: { finalizers: ['a', 'b', 'c'] } },
    ],
    [
      'scalars: deletion',
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['a', 'z'] } },
      { metadata: { finalizers: ['b'] } },
    ],
    [
      'scalars: deletion from an absent list',
      { metadata: {} },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } },
      { metadata: {} },
    ],
    [
      'scalars: deletion of null',
      { metadata: { finalizers: ['a'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': null } },
      { metadata: {} },
    ],
    [
      'scalars: order',
      { metadata: { finalizers: ['b'] } },
      { metadata: { '$setElementOrder/finalizers': ['c', 'b'], finalizers: ['c'] } },
      { metadata: { finalizers: ['c', 'b'] } },
    ],
    [
      'scalars: order, addition and deletion',
      { spec: { podCIDRs: ['a', 'b', 'c'] } },
      {
        spec: {
          '$setElementOrder/podCIDRs': ['d', 'c', 'a'],
          podCIDRs: ['d'],
          '$deleteFromPrimitiveList/podCIDRs': ['b'],
        },
      },
      { spec: { podCIDRs: ['d', 'c', 'a'] } },
    ],
    ['an order for an absent list', { spec: {} }, { spec: { '$setElementOrder/podCIDRs': ['a'] } }, { spec: {} }],
    [
      'an order for a new list',
      { spec: {} },
      { spec: { '$setElementOrder/podCIDRs': ['b', 'a'], podCIDRs: ['b', 'a'] } },
      { spec: { podCIDRs: ['b', 'a'] } },
    ],
    [
      'a list without the merge strategy is replaced',
      { spec: { taints: [{ key: 'a' }] } },
      { spec: { taints: [{ key: 'b' }] } },
      { spec: { taints: [{ key: 'b' }] } },
    ],
    [
      'objects: [A,B] + [C]',
      { status: { conditions: items('A', 'B') } },
      { status: { conditions: items('C') } },
      { status: { conditions: items('C', 'A', 'B') } },
    ],
    [
      'objects: [A,B] + [B,C]',
      { status: { conditions: items('A', 'B') } },
      { status: { conditions: items('B', 'C') } },
      { status: { conditions: items('A', 'B', 'C') } },
    ],
    [
      'objects: [A,B,C] + [C]',
      { status: { conditions: items('A', 'B', 'C') } },
      { status: { conditions: items('C') } },
      { status: { conditions: items('A', 'B', 'C') } },
    ],
    [
      'objects: merged by key',
      { status: { conditions: items('A', 'B') } },
      { status: { conditions: [{ type: 'B', reason: 'x', status: null }] } },
      {
        status: {
          conditions: [
            { type: 'A', status: 'True' },
            { type: 'B', reason: 'x' },
          ],
        },
      },
    ],
    [
      'objects: one deleted',
      { status: { conditions: items('A', 'B') } },
      {
        status: {
          conditions: [
            { $patch: 'delete', type: 'A' },
            { $patch: 'delete', type: 'Z' },
          ],
        },
      },
      { status: { conditions: items('B') } },
    ],
    [
      'objects: replaced',
      { status: { conditions: items('A', 'B') } },
      { status: { conditions: [{ $patch: 'replace' }, ...items('C')] } },
      { status: { conditions: items('C') } },
    ],
    [
      'objects: order',
      { status: { conditions: items('A', 'B', 'C') } },
      { status: { '$setElementOrder/conditions': [{ type: 'C' }, { type: 'A' }] } },
      { status: { conditions: items('B', 'C', 'A') } },
    ],
    [
      'objects: an item added in the place of a deleted one counts as existing',
      { status: { conditions: items('C', 'B') } },
      {
        status: {
          conditions: [{ $patch: 'delete', type: 'B' }, ...items('A')],
          '$setElementOrder/conditions': [{ type: 'A' }, { type: 'B' }],
        },
      },
      { status: { conditions: items('C', 'A') } },
    ],
    [
      'objects: an item with $retainKeys',
      { spec: { volumes: [{ name: 'a', kind: 'x' }, { name: 'b' }] } },
      { spec: { volumes: [{ name: 'a', $retainKeys: ['name'] }] } },
      { spec: { volumes: [{ name: 'a' }, { name: 'b' }] } },
    ],
  ])('%s', (_, current, patch, expected) => {
    expect(apply(current, patch)).toEqual(expected)
  })
})

describe('a strategic merge patch is refused', () => {
  const conditions = (...patch: unknown[]): JsonObject => ({ status: { conditions: patch } })
  test.each<[JsonObject, StatusError]>([
    [{ metadata: { $patch: 'explode' } }, plainError('unknown patch type: explode in map: map[$patch:explode]')],
    [
      { metadata: { $patch: 'merge', name: 'b' } },
      plainError('unknown patch type: merge in map: map[$patch:merge name:b]'),
    ],
    [{ metadata: { $patch: 1 } }, plainError('unknown patch type: %!s(int64=1) in map: map[$patch:1]')],
    [{ metadata: { $patch: null } }, plainError('unknown patch type: %!s(<nil>) in map: map[$patch:<nil>]')],
    [conditions({ status: 'False' }), plainError('map: map[status:False] does not contain declared merge key: type')],
    [conditions({ $patch: 'delete' }), plainError('map: map[$patch:delete] does not contain declared merge key: type')],
    [conditions({ $patch: 'merge' }), plainError('merging lists cannot yet be specified in the patch')],
    [
      conditions({ $patch: 'explode', type: 'A' }),
      plainError('unknown patch type: explode in map: map[$patch:explode type:A]'),
    ],
    [conditions('x'), plainError('list element types are not identical: [[map[status:True type:A]] [x]]')],
    [{ metadata: { finalizers: [1.5] } }, plainError('list element types are not identical: [[a b] [1.5]]')],
    [{ metadata: { $retainKeys: 'labels' } }, badRequest('invalid patch format of retainKeys')],
    [{ metadata: { $retainKeys: ['labels'], name: 'b' } }, badRequest('invalid patch format of retainKeys')],
    [{ metadata: { $deleteFromPrimitiveList: ['a'] } }, badRequest('invalid patch format of primitive list')],
    [{ metadata: { $setElementOrder: ['a'] } }, badRequest('invalid patch format of setElementOrder list')],
    [
      { metadata: { '$setElementOrder/finalizers': 'x' } },
      plainError('expected a []interface {}, but received a string'),
    ],
    [
      { metadata: { '$setElementOrder/labels': [] } },
      plainError('expected a []interface {}, but received a map[string]interface {}'),
    ],
    [
      { metadata: { '$setElementOrder/odd': [] } },
      plainError('unable to find api field in struct ObjectMeta for the json field "odd"'),
    ],
    [
      { spec: { data: { '$setElementOrder/odd': ['a'] } } },
      plainError('unable to find api field in struct RawExtension for the json field "odd"'),
    ],
    [{ metadata: { '$setElementOrder/generation': [] } }, plainError('expected slice or array type, but got: struct')],
    [
      { metadata: { '$setElementOrder/finalizers': ['a', 'b'], finalizers: ['b', 'a'] } },
      plainError("The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n"),
    ],
    [{ spec: { '$setElementOrder/podCIDRs': ['a'] } }, plainError('no elements in any of the given slices')],
    [{ nested: [['a']], spec: { podCIDRs: [['a']] } }, rejectedRequest()],
  ])('%j', (patch, error) => {
    let thrown: unknown
    try {
      apply(
        {
          metadata: { name: 'a', finalizers: ['a', 'b'], labels: {} },
          spec: { podCIDRs: [], data: {} },
          status: { conditions: items('A') },
        },
        patch,
      )
    } catch (caught) {
      thrown = caught instanceof StatusError ? caught.status : caught
    }
    expect(thrown).toEqual(error.status)
  })
})

test('in a new value, a directive of null is none; any other drops the map that has it', () => {
  const list = [{ name: 'a', $patch: null }, { name: 'b' }, { name: 'c', $patch: 'replace' }]
  expect(apply({}, { hosts: list })).toEqual({ hosts: [{ name: 'a' }, { name: 'b' }] })
})

test('shares the parts that the patch does not change', () => {
  const current = deepFreeze({
    metadata: { labels: { a: '1' }, finalizers: ['x', 'y'] },
    spec: { taints: [{ key: 'a' }] },
    status: { conditions: items('A', 'B') },
  })
  expect(apply(current, {})).toBe(current)
  expect(
    apply(current, {
      metadata: { labels: { a: '1' }, finalizers: ['y'] },
      status: { conditions: [{ type: 'B', status: 'True' }] },
    }),
  ).toBe(current)
  const next = apply(current, { status: { conditions: [{ type: 'B', status: 'False' }] } }) as typeof current
  expect(next.metadata).toBe(current.metadata)
  expect(next.status.conditions[0]).toBe(current.status.conditions[0])
})

test('a member may be called __proto__', () => {
  const patch = JSON.parse(
    '{"metadata":{"labels":{"__proto__":"x","constructor":"y"}},"__proto__":{"polluted":1}}',
  ) as JsonObject
  const next = apply({ metadata: { labels: { a: '1' } } }, patch)
  expect(JSON.stringify(next)).toBe(
    '{"metadata":{"labels":{"a":"1","__proto__":"x","constructor":"y"}},"__proto__":{"polluted":1}}',
  )
  expect(({} as JsonObject)['polluted']).toBeUndefined()
})
