import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fields, difference, sortFields, union } from '../../src/model/apply/fields.js'
import {
  type TrackedWrite,
  compareObjects,
  emptyObject,
  ownable,
  trackUpdate,
  withoutManagedFields,
} from '../../src/model/apply/track.js'
import { kubernetesProfile } from '../profiles.js'
import { specifiedKinds } from '../suites/specified-kinds.js'
import { decode } from '../../src/schema/decode.js'
import type { KubeObject } from '../../src/schema/object.js'
import { bodies } from './bodies.js'

describe.each(specifiedKinds.map((kind) => kind(kubernetesProfile)))('$kind', (def) => {
  const write: TrackedWrite = {
    def,
    subresource: 'main',
    identity: { manager: 'worker', operation: 'Update', apiVersion: def.apiVersion, subresource: '' },
    now: '2024-05-01T10:00:00Z',
  }
  const objects = bodies(def.schema, 5).map((body) => {
    const { object } = decode<KubeObject>(def.schema, body)
    return withoutManagedFields({ ...object, metadata: object.metadata ?? {} })
  })
  const owned = ({ metadata: { managedFields = [] } }: KubeObject) =>
    managedFields.map(({ fieldsV1 }) => fieldsV1 as Fields)
  const written = (fields: Fields) => (Object.keys(fields).length === 0 ? [] : [sortFields(fields)])

  test('the creator owns the fields that are not in the empty object', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const { added, modified } = compareObjects(write, emptyObject(def), object)
        expect(owned(trackUpdate(write, undefined, object))).toEqual(written(ownable(union(modified, added))))
      }),
      { numRuns: 300 },
    )
  })

  test('at an update the manager keeps its fields, without removed ones, and gains those it changed', () => {
    fc.assert(
      fc.property(objects, objects, (before, after) => {
        const live = trackUpdate(write, undefined, before)
        const [mine] = owned(live)
        fc.pre(mine !== undefined)
        const { added, modified, removed } = compareObjects(write, live, after)
        const taken = union(modified, added)
        const kept = difference(mine!, union(taken, removed))
        expect(owned(trackUpdate(write, live, after))).toEqual(written(union(kept, ownable(taken))))
      }),
      { numRuns: 300 },
    )
  })
})

describe('difference returns the set itself', () => {
  const set: Fields = { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } }, 'f:spec': { 'f:holder': {} } }

  test.each<[what: string, other: Fields]>([
    ['with a set that has nothing in common', { 'f:status': {} }],
    ['with other fields of the same struct', { 'f:spec': { 'f:since': {} } }],
    ['with the struct without its fields', { 'f:spec': {} }],
    ['with other keys of an owned map', { 'f:metadata': { 'f:labels': { 'f:tier': {} } } }],
  ])('%s', (_, other) => {
    expect(difference(set, other)).toBe(set)
  })

  test('except with common fields, which it removes', () => {
    expect(difference(set, { 'f:metadata': { 'f:labels': {} }, 'f:spec': { 'f:holder': {} } })).toEqual({
      'f:metadata': { 'f:labels': { 'f:app': {} } },
    })
  })
})
