import { expect, test } from 'vitest'
import { fill } from '../../tools/record/fill.js'

const answered = new Map<string, unknown>([
  ['made', { metadata: { uid: 'u1', generation: 2 }, items: [{ name: 'first' }] }],
])

test.each([
  ['{{made.metadata.uid}}', 'u1'],
  ['{{made.metadata.generation}}', 2],
  ['{{made.metadata}}', { uid: 'u1', generation: 2 }],
  ['{{made.items.0.name}}', 'first'],
  ['/a/{{made.metadata.uid}}?g={{made.metadata.generation}}', '/a/u1?g=2'],
  ['{{made.metadata.none}}', '<no made.metadata.none>'],
  ['{{other.a}}', '<no other.a>'],
  ['{{now}}', '1970-01-01T00:00:01.000000Z'],
  [{ a: ['{{made.metadata.uid}}', 1, null] }, { a: ['u1', 1, null] }],
])('%j', (value, want) => {
  expect(fill(value, answered, () => 1000)).toEqual(want)
})
