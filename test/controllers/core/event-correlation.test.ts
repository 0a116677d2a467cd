import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type Told, correlate } from '../../../src/controllers/core/record-core-event.js'

/** Correlates messages one after the other; returns what is recorded of each. */
function tell(messages: readonly string[], at: (index: number) => number = () => 0) {
  let told: Told | undefined
  return messages.map((message, index) => {
    const next = correlate(told, { type: 'Normal', reason: 'Made', message }, at(index))
    told = next.told
    return next.recorded
  })
}
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `made ${i}`)

test('combines events that differ only in their messages into one, from the tenth on', () => {
  const recorded = tell(numbered(12)).map((record) => record?.message)
  expect(recorded.slice(0, 9)).toEqual(numbered(9))
  expect(recorded.slice(9)).toEqual([9, 10, 11].map((i) => `(combined from similar events): made ${i}`))
  expect(new Set(tell(numbered(12)).map((record) => record?.said)).size).toBe(10)
})

test('records a burst of 25 events about an object, and then one every five minutes', () => {
  expect(tell(numbered(40)).filter((record) => record).length).toBe(25)
  const same = tell(Array<string>(28).fill('made'), (index) => (index < 27 ? 0 : 300_000))
  expect(same.slice(0, 25).map((record) => record?.times)).toEqual(Array(25).fill(1))
  expect(same.slice(25)).toEqual([undefined, undefined, { message: 'made', said: 'made', times: 3 }])
})

test('does not combine an event with those of more than ten minutes ago', () => {
  const late = tell(numbered(10), (index) => (index < 9 ? 0 : 600_001)).at(-1)
  expect(late?.message).toBe('made 9')
})

test('a combined event names its component as its source only', async () => {
  const cluster = createCluster({ seed: 1 })
  const labels = { app: 'web' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await cluster.create('ReplicaSet', {
    metadata: { name: 'web' },
    spec: { replicas: 10, selector: { matchLabels: labels }, template },
  })
  const made = (await cluster.list('v1/Event')).items.filter(({ reason }) => reason === 'SuccessfulCreate')
  const source = { component: 'replicaset-controller' }
  expect(made.map((event) => event['source'])).toEqual(Array.from({ length: 10 }, () => source))
  const reporting = [...Array<string>(9).fill(source.component), '']
  expect(made.map((event) => event['reportingComponent'])).toEqual(reporting)
})
