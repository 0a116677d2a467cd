import { expect, test } from 'vitest'
import { isObject } from '../../../src/base/json/json.js'
import { builtinKindsOf } from '../../../src/kinds/builtin.js'
import { Done, finish } from '../../../src/base/turns/steps.js'
import { applyConfiguration } from '../../../src/model/apply/apply.js'
import { fieldsOf } from '../../../src/model/apply/extract.js'
import { differenceBelow, sortFields, union } from '../../../src/model/apply/fields.js'
import { compareObjects, emptyObject, ownable, trackUpdate, unownedFields } from '../../../src/model/apply/track.js'
import type { KindDef } from '../../../src/model/registry/kind-def.js'
import { readAs } from '../../../src/model/registry/read.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { kubernetesProfile } from '../../profiles.js'

const write = (def: KindDef) => ({
  def,
  subresource: 'main' as const,
  identity: { manager: 'a', operation: 'Update' as const, apiVersion: def.apiVersion, subresource: '' },
  now: '2024-01-01T00:00:00Z',
})

/** Returns the fields that the creator of an object owns. */
const tracked = (def: KindDef, object: KubeObject): object | undefined =>
  trackUpdate(write(def), undefined, object).metadata.managedFields?.[0]?.fieldsV1

/** Returns the same by comparing the object with one that has no fields. */
function compared(def: KindDef, object: KubeObject): object | undefined {
  const { added, modified } = compareObjects(write(def), emptyObject(def), object)
  const fields = sortFields(ownable(union(modified, added)))
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** Returns the fields that a manager owns which applies a configuration. */
const applied = (def: KindDef, config: KubeObject): object | undefined =>
  finish(applyConfiguration(write(def), undefined, config, true, (work) => new Done(work()))).metadata
    .managedFields?.[0]?.fieldsV1

/** Returns variants of a value, each without one of the members or items in it. */
function* partsOf(value: unknown): Iterable<unknown> {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    for (const [i, item] of items.entries()) {
      yield items.filter((_, j) => j !== i)
      for (const part of partsOf(item)) yield items.map((other, j) => (j === i ? part : other))
    }
  } else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...others } = value
      yield others
      for (const part of partsOf(member)) yield { ...value, [name]: part }
    }
}

/** Returns variants of an object, each with a null, or an empty list in place of one with items, in it. */
function* withVoids(value: unknown): Iterable<unknown> {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  for (const item of items) for (const part of withVoids(item)) yield [part]
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (name === 'metadata') continue
    yield { ...value, [name]: null }
    if (Array.isArray(member)) yield { ...value, [name]: [] }
    for (const part of withVoids(member)) yield { ...value, [name]: part }
  }
}

test('the fields of a new object are those found by comparison, whatever objects of like shape came before', () => {
  let count = 0
  for (const kind of builtinKindsOf(kubernetesProfile)) {
    const def = kind(kubernetesProfile)
    if (!def.example['metadata']) continue
    for (const part of [def.example, ...partsOf(def.example)]) {
      const { object } = readAs(def, { metadata: {}, ...(part as object) }) // a variant of an object
      for (let again = 0; again < 2; again++) {
        const fields = tracked(def, object)
        expect(JSON.stringify(fields), `${def.kind}: ${JSON.stringify(part)}`).toBe(
          JSON.stringify(compared(def, object)),
        )
        count++
      }
    }
  }
  expect(count).toBeGreaterThan(1000)
})

test('the fields of a configuration are those that it states, whatever configurations of like shape came before', () => {
  let count = 0
  for (const kind of builtinKindsOf(kubernetesProfile)) {
    const def = kind(kubernetesProfile)
    if (!def.example['metadata']) continue
    for (const part of [...withVoids(def.example), ...partsOf(def.example)]) {
      const config = { apiVersion: def.apiVersion, kind: def.kind, metadata: {}, ...(part as object) } // as above
      const fields = ownable(differenceBelow(fieldsOf(config, def.schema), unownedFields(def, 'main')))
      if (Object.keys(fields).length === 0) continue
      expect(JSON.stringify(applied(def, config)), `${def.kind}: ${JSON.stringify(part)}`).toBe(
        JSON.stringify(sortFields(fields)),
      )
      count++
    }
  }
  expect(count).toBeGreaterThan(900)
})
