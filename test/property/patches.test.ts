import fc from 'fast-check'
import fastJsonPatch from 'fast-json-patch'
import { expect, test } from 'vitest'
import { deepFreeze, isObject, type JsonObject, setOwn } from '../../src/base/json/json.js'
import { StatusError } from '../../src/base/errors/status.js'
import { JsonPatchError, applyJsonPatch } from '../../src/model/patch/json.js'
import { applyMergePatch } from '../../src/model/patch/merge.js'
import { applyStrategicPatch } from '../../src/model/patch/strategic.js'
import { array, map, string, struct } from '../../src/schema/builders.js'
import { objectMeta } from '../../src/schema/metadata.js'

const HOSTILE = ['__proto__', 'constructor', 'prototype', 'toString']
const keys = (more: readonly string[] = []) => fc.constantFrom('a', 'b', 'c', '10', 'a/b', 'm~n', ...more)
const scalar = fc.constantFrom<unknown>(true, 1, 2.5, 'x', '')

// Objects are built member by member, so that `__proto__` is an own member.
const objectOf = (key: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> =>
  fc.uniqueArray(fc.tuple(key, value), { selector: ([k]) => k, maxLength: 4 }).map((members) => {
    const object: Record<string, unknown> = {}
    for (const [k, v] of members) setOwn(object, k, v)
    return object
  })

function documents({ key = keys(), nulls = false, lists = true } = {}): fc.Arbitrary<JsonObject> {
  const leaf = nulls ? fc.oneof(scalar, fc.constant(null)) : scalar
  let value: fc.Arbitrary<unknown> = leaf
  for (let depth = 0; depth < 3; depth++) {
    const inner = value
    value = lists
      ? fc.oneof(leaf, objectOf(key, inner), fc.array(inner, { maxLength: 3 }))
      : fc.oneof(leaf, objectOf(key, inner))
  }
  return objectOf(key, value)
}

// RFC 7386, section 2.
function mergeModel(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [k, v] of Object.entries(patch)) {
    if (v === null) delete result[k]
    else setOwn(result, k, mergeModel(Object.hasOwn(result, k) ? result[k] : undefined, v))
  }
  return result
}

const frozen = <T>(value: T): T => deepFreeze(value)
const polluted = () =>
  HOSTILE.some((key) => Object.keys(({} as Record<string, object>)[key] ?? {}).length > 0) ||
  Object.keys(Object.prototype).length > 0

function codeOf(run: () => unknown): number | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof JsonPatchError) return 422
    if (error instanceof StatusError) return error.code
    throw error
  }
}

test('a merge patch agrees with RFC 7386', () => {
  // Without nulls inside lists: the server drops null members there.
  const patches = fc.oneof(documents({ nulls: true, lists: false }), documents())
  fc.assert(
    fc.property(documents({ key: keys(HOSTILE) }), patches, (document, patch) => {
      expect(applyMergePatch(frozen(document), frozen(patch))).toEqual(mergeModel(document, patch))
    }),
  )
})

test('a JSON Patch made by comparing two documents turns one into the other', () => {
  fc.assert(
    fc.property(documents({ nulls: true }), documents({ nulls: true }), (a, b) => {
      expect(
        applyJsonPatch(
          frozen(a),
          frozen(fastJsonPatch.compare(a, b).map((operation): JsonObject => ({ ...operation }))),
        ),
      ).toEqual(b)
    }),
  )
})

test('without lists a strategic merge patch is a merge patch', () => {
  const schema = map(map(map(string())))
  fc.assert(
    fc.property(
      documents({ key: keys(HOSTILE), lists: false }),
      documents({ key: keys(HOSTILE), nulls: true, lists: false }),
      (document, patch) => {
        expect(applyStrategicPatch(frozen(document), frozen(patch), schema)).toEqual(applyMergePatch(document, patch))
      },
    ),
  )
})

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const node = struct('Node', {
  metadata: objectMeta,
  conditions: array(struct('Condition', { type: string(), status: string() }), { merge: 'type' }),
})
const condition = fc.record({ type: word, status: fc.constantFrom('True', 'False') })
const conditions = fc.uniqueArray(condition, { selector: ({ type }) => type })

test('a merged list has the items of both lists, those of the patch winning, in the order of each', () => {
  fc.assert(
    fc.property(conditions, conditions, (current, patch) => {
      const merged = (
        applyStrategicPatch(frozen({ conditions: current }), frozen({ conditions: patch }), node) as {
          conditions: typeof current
        }
      ).conditions
      const types = (list: typeof current) => list.map(({ type }) => type)
      const patched = types(patch)
      expect(types(merged).filter((type) => patched.includes(type))).toEqual(patched)
      expect(types(merged).filter((type) => !patched.includes(type))).toEqual(
        types(current).filter((type) => !patched.includes(type)),
      )
      for (const item of patch) expect(merged).toContainEqual(item)
      expect(merged.length).toBe(new Set([...types(current), ...patched]).size)
    }),
  )
})

test('$setElementOrder decides the order when it names every item', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), fc.uniqueArray(word), fc.infiniteStream(fc.nat()), (current, order, picks) => {
      fc.pre(current.length > 0)
      const wanted = [...order, ...current.filter((item) => !order.includes(item))]
      const added = wanted.filter((item) => !current.includes(item) || picks.next().value % 2 === 0)
      const patch = { metadata: { finalizers: added, '$setElementOrder/finalizers': wanted } }
      expect(applyStrategicPatch(frozen({ metadata: { finalizers: current } }), frozen(patch), node)).toEqual({
        metadata: { finalizers: wanted },
      })
    }),
  )
})

test('any patch applies or is refused, and no prototype is changed', () => {
  const segment = fc.constantFrom('a', 'b', '0', '-1', '-', ...HOSTILE)
  const path = fc.array(segment, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(''))
  const value = documents({ key: keys(HOSTILE), nulls: true })
  const operation = fc.record(
    { op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'), path, from: path, value },
    { requiredKeys: ['op', 'path'] },
  )
  const directives = keys([...HOSTILE, '$patch', '$retainKeys', '$setElementOrder/a', '$deleteFromPrimitiveList/a'])
  const any = (key: fc.Arbitrary<string>) => documents({ key, nulls: true })
  fc.assert(
    fc.property(
      any(keys(HOSTILE)),
      any(directives),
      fc.array(operation, { maxLength: 4 }),
      (document, patch, operations) => {
        const runs = [
          () => applyMergePatch(frozen(document), frozen(patch)),
          () => applyStrategicPatch(frozen(document), frozen(patch), node),
          () => applyJsonPatch(frozen(document), frozen(operations)),
        ]
        for (const run of runs) expect([undefined, 400, 422, 500]).toContain(codeOf(run))
        expect(polluted()).toBe(false)
      },
    ),
  )
})
