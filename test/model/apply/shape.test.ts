import { expect, test } from 'vitest'
import { isObject } from '../../../src/base/json/json.js'
import { builtinKindsOf } from '../../../src/kinds/builtin.js'
import { sortFields, union } from '../../../src/model/apply/fields.js'
import { compareObjects, emptyObject, ownable, trackUpdate } from '../../../src/model/apply/track.js'
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
