import { describe, expect, test } from 'vitest'
import { boundsOf } from '../../../src/base/time/delay.js'
import { reactionController, type Reaction } from '../../../src/controllers/runtime/reaction.js'
import { fillTemplate } from '../../../src/controllers/runtime/template.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const react = (...reactions: readonly Reaction[]) =>
  createCluster({
    seed: 1,
    controllers: reactions.map((reaction, i) => reactionController(reaction, `reaction-${i + 1}`)),
  })

const claim = (name: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})

test('changes the status of an object after a delay, with values from the object', async () => {
  const cluster = react({
    when: { kind: 'PersistentVolumeClaim', is: { status: { phase: 'Pending' } } },
    after: '2s',
    then: [
      { status: { phase: 'Bound', accessModes: '{{ spec.accessModes }}', capacity: '{{ spec.resources.requests }}' } },
    ],
  })
  await cluster.create('PersistentVolumeClaim', claim('data'))
  await cluster.clock.advance(1999)
  expect((await cluster.get('PersistentVolumeClaim', { name: 'data' })).status).toEqual({ phase: 'Pending' })
  await cluster.clock.advance(1)
  expect((await cluster.get('PersistentVolumeClaim', { name: 'data' })).status).toEqual({
    phase: 'Bound',
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
  })
})

test('an object that stops matching is left alone, and the delay restarts when it matches again', async () => {
  const cluster = react({
    when: { kind: 'Lease', is: { spec: { holderIdentity: 'a' } } },
    after: '10s',
    then: [{ delete: true }],
  })
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } })
  await cluster.clock.advance('9s')
  await cluster.patch('Lease', { name: 'leader' }, { spec: { holderIdentity: 'b' } })
  await cluster.clock.advance('9s')
  await cluster.patch('Lease', { name: 'leader' }, { spec: { holderIdentity: 'a' } })
  await cluster.clock.advance('9s')
  expect((await cluster.list('Lease')).items).toHaveLength(1)
  await cluster.clock.advance('1s')
  expect((await cluster.list('Lease')).items).toEqual([])
})

test('repeats an action as often as times says', async () => {
  const cluster = react({
    when: { kind: 'Lease', is: { spec: { holderIdentity: 'worker-1' } } },
    after: '5s',
    every: '5s',
    times: 3,
    then: [
      { patch: { spec: { renewTime: '{{ now.micro }}' }, metadata: { annotations: { renewed: '{{ run }} times' } } } },
    ],
  })
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } })
  await cluster.clock.advance('1m')
  const { spec, metadata } = await cluster.get('Lease', { name: 'leader' })
  expect([spec?.renewTime, metadata.annotations]).toEqual(['2024-01-01T00:00:15.000000Z', { renewed: '3 times' }])
})

test('quiet waits until the object has not changed for that time', async () => {
  const cluster = react({
    when: { kind: 'Lease', quiet: '10s' },
    then: [{ event: { reason: 'Silent', note: 'no word from {{ metadata.name }}' } }],
  })
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await cluster.clock.advance('9s')
  await cluster.patch('Lease', { name: 'leader' }, { metadata: { labels: { alive: 'yes' } } })
  await cluster.clock.advance('9s')
  expect((await cluster.list('Event')).items).toEqual([])
  await cluster.clock.advance('1s')
  expect(
    (await cluster.list('Event')).items.map(({ type, reason, note, regarding }) => [
      type,
      reason,
      note,
      regarding?.name,
    ]),
  ).toEqual([['Normal', 'Silent', 'no word from leader', 'leader']])
})

const holder = (from: string, to: string): Reaction => ({
  when: { kind: 'Lease', is: { spec: { holderIdentity: from } } },
  then: [{ patch: { spec: { holderIdentity: to } } }],
})

test.each([
  ['two', [holder('a', 'b'), holder('b', 'a')], 'reaction-1 and reaction-2'],
  ['three', [holder('a', 'b'), holder('b', 'c'), holder('c', 'a')], 'reaction-1 and reaction-2 and reaction-3'],
])('%s reactions that undo each other never settle, and all are named', async (_, reactions, names) => {
  const cluster = react(...reactions)
  const faults: string[] = []
  cluster.controllers.onFault(({ message }) => faults.push(message))
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } })
  const message = `the controller reaction-1 failed for Lease default/leader: it was woken 200 times in a row by what ${names} did, and so on without an end`
  expect(faults[0]).toBe(message)
  await expect(cluster.settled()).rejects.toThrow(message)
})

test('a reaction acts again after others took its object out of the state and back before it could see', async () => {
  const cluster = react(
    {
      when: { kind: 'Lease', is: { metadata: { labels: { flip: 'yes' } } } },
      then: [
        { patch: { metadata: { labels: { flip: null } }, spec: { holderIdentity: 'b' } } },
        { patch: { spec: { holderIdentity: 'a' } } },
      ],
    },
    {
      when: { kind: 'Lease', is: { spec: { holderIdentity: 'a' } } },
      then: [{ event: { reason: 'Taken', note: 'once more' } }],
    },
  )
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } })
  await cluster.patch('Lease', { name: 'leader' }, { metadata: { labels: { flip: 'yes' } } })
  await cluster.settled()
  expect((await cluster.list('Event')).items.map(({ reason }) => reason)).toEqual(['Taken', 'Taken'])
})

test('a reaction whose own steps leave the state and come back repeats only as it says', async () => {
  const cluster = react({
    when: { kind: 'Lease', is: { spec: { holderIdentity: 'a' } } },
    every: '10s',
    then: [
      { patch: { spec: { holderIdentity: 'b' } } },
      { patch: { spec: { holderIdentity: 'a', leaseTransitions: '{{ run }}' } } },
    ],
  })
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } })
  await cluster.settled({ until: '25s' })
  expect((await cluster.get('Lease', { name: 'leader' })).spec?.leaseTransitions).toBe(3)
})

test.each([0, '0s', '0s..0ms'])('rejects a repetition every %j', (every) => {
  expect(() =>
    react().controllers.react({ when: { kind: 'Lease' }, every, times: 3, then: [{ delete: true }] }),
  ).toThrow('controllers.react: every: must be longer than 0; leave it out, and "times" repeats at once')
})

test('chooses by weights, reproducibly with a seed', async () => {
  const outcomes = async () => {
    const cluster = react({
      when: { kind: 'Lease' },
      choose: [
        { weight: 3, then: [{ patch: { spec: { holderIdentity: 'often' } } }] },
        { weight: 1, then: [{ patch: { spec: { holderIdentity: 'seldom' } } }] },
      ],
    })
    for (let i = 0; i < 40; i++) await cluster.create('Lease', { metadata: { name: `l-${i}` } })
    return (await cluster.list('Lease')).items.map(({ spec }) => spec?.holderIdentity)
  }
  const first = await outcomes()
  expect(await outcomes()).toEqual(first)
  expect(first.filter((outcome) => outcome === 'often').length).toBeGreaterThan(20)
  expect(first).toContain('seldom')
})

test('a fork keeps the scheduled actions and the count of runs', async () => {
  const cluster = react({
    when: { kind: 'Lease' },
    every: '1s',
    times: 5,
    then: [{ patch: { spec: { leaseTransitions: '{{ run }}' } } }],
  })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('2s')
  const fork = cluster.fork()
  await fork.clock.advance('1m')
  expect((await fork.get('Lease', { name: 'a' })).spec?.leaseTransitions).toBe(5)
  expect((await cluster.get('Lease', { name: 'a' })).spec?.leaseTransitions).toBe(3)
})

describe('templates', () => {
  const scope = {
    object: {
      spec: { cidrs: ['10.0.0.0/8'], size: 3 },
      metadata: { labels: { 'app.io/name': 'x' } },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    },
    now: 1500,
    run: 2,
  }

  test.each([
    ['{{ spec.size }}', 3],
    ['{{spec.cidrs[0]}} of {{ spec.size }}', '10.0.0.0/8 of 3'],
    ['{{ status.conditions[type=Ready].status }}', 'True'],
    ['{{ metadata.labels["app.io/name"] }}', 'x'],
    ['{{ now }}', '1970-01-01T00:00:01Z'],
    ['{{ now.micro }}', '1970-01-01T00:00:01.500000Z'],
    ['{{ run }}', 2],
    ['no hole', 'no hole'],
    [{ a: ['{{ run }}', null, true] }, { a: [2, null, true] }],
  ])('fills %j', (template, filled) => {
    expect(fillTemplate(template, scope)).toEqual(filled)
  })

  test('reject a path that the object does not have', () => {
    expect(() => fillTemplate('{{ spec.sise }}', scope)).toThrow('{{ spec.sise }}: the object has no such field')
  })
})

test.each([
  ['2s', [2000, 2000]],
  [5, [5, 5]],
  ['1s..3s', [1000, 3000]],
])('reads the delay %j', (delay, bounds) => {
  expect(boundsOf(delay)).toEqual(bounds)
})

test.each(['3s..1s', '1s..2s..3s', 'soon'])('rejects the delay %j', (delay) => {
  expect(() => boundsOf(delay)).toThrow(TypeError)
})
