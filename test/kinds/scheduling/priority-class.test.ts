import { expect, test } from 'vitest'
import { changeRefusal, openServer, refusal, wordsOf } from '../asking.js'

const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses'
const reserved = "Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: "

test.each([
  [{ value: 1_000_000_001 }, 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
  [
    { value: 1, preemptionPolicy: 'X' },
    'preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"',
  ],
  [{ value: 1, preemptionPolicy: '' }, 'preemptionPolicy: Required value'],
  [
    { metadata: { name: 'system-x' }, value: 1 },
    `metadata.name: ${reserved}system-x is not a known system priority class`,
  ],
  [
    { metadata: { name: 'system-node-critical' }, value: 1 },
    `metadata.name: ${reserved}value of system-node-critical PriorityClass must be 2000001000`,
  ],
  [
    { metadata: { name: 'system-node-critical' }, value: 2_000_001_000, globalDefault: true },
    `metadata.name: ${reserved}globalDefault of system-node-critical PriorityClass must be false`,
  ],
])('rejects a PriorityClass with %j', async (object, wanted) => {
  expect(await refusal(CLASSES, object)).toBe(wanted)
})

test.each([
  [{ value: 2 }, 'value: Forbidden: may not be changed in an update.'],
  [{ preemptionPolicy: 'Never' }, 'preemptionPolicy: Invalid value: "Never": field is immutable'],
  [{ description: 'other' }, 200],
])('validates a change to %j', async (patch, wanted) => {
  expect(await changeRefusal(CLASSES, { value: 1 }, patch)).toBe(wanted)
})

test('only one PriorityClass can be the global default', async () => {
  const ask = openServer()
  await ask('POST', CLASSES, { metadata: { name: 'a' }, value: 1, globalDefault: true })
  const refused =
    'priorityclasses.scheduling.k8s.io "b" is forbidden: PriorityClass a is already marked as default. Only one default can exist'
  expect(wordsOf(await ask('POST', CLASSES, { metadata: { name: 'b' }, value: 2, globalDefault: true }))).toBe(refused)
  await ask('POST', CLASSES, { metadata: { name: 'b' }, value: 2 })
  expect(wordsOf(await ask('PATCH', `${CLASSES}/b`, { globalDefault: true }))).toBe(refused)
  expect(wordsOf(await ask('PATCH', `${CLASSES}/a`, { description: 'still' }))).toBe(200)
})
