import { expect, test } from 'vitest'
import {
  charactersIn,
  roughSize,
  sizeUpTo,
  sizeWithText,
  storedExtent,
  storedSize,
} from '../../../src/base/json/size.js'
import { deepFreeze } from '../../../src/base/json/json.js'

const made = () =>
  deepFreeze({
    metadata: { name: 'a', managedFields: [{ manager: 'suite', fieldsV1: { 'f:spec': { 'f:replicas': {} } } }] },
    spec: { replicas: 3, texts: ['a', 'b'], flag: true, none: null, long: 'x'.repeat(500) },
  })

test('the size of a stored object is the rough size of it, however often it is asked for', () => {
  const object = made()
  expect(storedSize(object)).toBe(roughSize(object))
  expect(storedSize(object)).toBe(roughSize(object))
  expect(storedSize(deepFreeze({ ...object, status: { phase: 'Ready' } }))).toBe(
    roughSize({ ...object, status: { phase: 'Ready' } }),
  )
})

test('an object takes at most the characters that are told of it, names, numbers and fields included', () => {
  for (const object of [made(), { a: 1.2345678901234e-300, b: [1e300, true, null, '', {}, []] }, {}])
    expect(charactersIn(storedExtent(object))).toBeGreaterThanOrEqual(JSON.stringify(object).length)
})

test('the size of an object with another text is told from that without it', () => {
  const size = storedSize({ metadata: { name: 'a' } })
  const added = sizeWithText(size, '123', undefined)
  expect(added).toBe(storedSize({ metadata: { name: 'a', resourceVersion: '123' } }))
  expect(sizeWithText(added, '7', '123')).toBe(storedSize({ metadata: { name: 'a', resourceVersion: '7' } }))
})

test('a value is measured up to a bound', () => {
  const size = roughSize(made())
  expect(sizeUpTo(size, made())).toBe(size)
  expect(sizeUpTo(size - 1, made())).toBeUndefined()
})
