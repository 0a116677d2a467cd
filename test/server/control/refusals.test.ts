import { describe, expect, test } from 'vitest'
import { readTexts } from '../../../src/server/control/check-values.js'
import type { Field } from '../../../src/server/control/field.js'
import type { Operation } from '../../../src/server/control/operation.js'
import { operations } from '../../../src/server/control/operations.js'
import { PREFIX } from '../../../src/server/control/route.js'
import { startCluster } from '../../../src/node/start.js'
import { type Told, requestOf } from './asked.js'
import { wholeState } from './whole-state.js'

/** Values, of which a field takes some. */
const VALUES = [null, true, 7, -1, 0.5, 1e15, '', '..', 'a b', 'no-such-thing', '5x', [], {}] as const

/** The port of the server that control is asked at. */
type Place = { readonly port: number }

const REACTION = 'name: shipper\n  when: { kind: ConfigMap }\n  then: [{ delete: true }]'
const HOOK = '- before: { kind: Lease }\n  then: { status: Conflict }\n'
const INVARIANT = (name: string, more = '') => `- invariants: [{ name: ${name}, rule: "true"${more} }]\n`
const LEASE = 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: loaded }\n'
const LATE = '+275760-09-13T00:00:00Z'
const unknown = { input: { id: 'no-such-thing' } }
const unheard = { input: { port: 1 } }

/** What each operation refuses although each of its values by itself is one that it takes. */
const CONFLICTS: { readonly [command: string]: readonly (Told | ((place: Place) => Told))[] } = {
  dump: [{ input: { at: '1' } }, { input: { at: 'no-such-thing' } }],
  load: [
    { text: '{' },
    { text: 'Lease' },
    { text: `${LEASE}---\n${LEASE}` },
    { text: `${LEASE}---\n${LEASE.replace('loaded', 'Loaded')}` },
    { text: `${LEASE}spec: { renewTime: soon }\n` },
    { text: `${LEASE}---\n${LEASE.replace('loaded', 'here, namespace: nowhere')}`, input: { createNamespaces: false } },
    { text: `${LEASE}---\nkind: Pod\napiVersion: v1\nmetadata: { name: refused }\nspec: { containers: [] }\n` },
    { text: `[${JSON.stringify({ name: 'a', text: LEASE })}, 7]` },
    { text: `${LEASE}---\n${HOOK}` },
  ],
  populate: [
    { input: { nodes: 1, pods: 1000 } },
    { input: { deployments: 0, pods: 5 } },
    { input: { nodes: 5001 } },
    { input: { pods: 150_001 } },
    { input: { churn: '1001/s' } },
    // An invariant refuses its pods, when nodes and namespaces have been made.
    { input: { pods: 3 } },
    { input: { pods: 3, churn: '1/s' } },
  ],
  snapshot: [{ input: { id: 'before' } }, { input: { id: 'start' } }],
  restore: [unknown],
  'snapshots drop': [unknown, { input: { id: 'start' } }],
  fork: [{ input: { snapshot: 'no-such-thing' } }, ({ port }) => ({ input: { port } })],
  'forks close': [unheard],
  'forks faults': [unheard],
  'forks compare': [{ input: { port: 1, than: 1 } }],
  'clock advance': [{ input: { by: 1e15 } }],
  'clock advance-to': [{ input: { to: '2023-12-31T23:59:59Z' } }, { input: { to: LATE } }],
  'clock next': [{ input: { until: LATE } }],
  settled: [{ input: { until: 1e15 } }],
  idle: [{ input: { quiet: '1h', timeout: '1ms' } }],
  'hooks add': [
    { text: `${HOOK}- ${REACTION}\n` },
    { text: `${HOOK}- ${REACTION.replace('shipper', 'a')}\n- ${REACTION.replace('shipper', 'a')}\n` },
    { text: `- ${REACTION.replace('name: shipper\n  ', '')}\n- ${REACTION.replace('shipper', 'reaction-1')}\n` },
    { text: `${HOOK}- ${REACTION.replace('shipper', 'Not A Name')}\n` },
    { text: `${HOOK}- ${REACTION.replace('ConfigMap', 'ConfigMp')}\n` },
    { text: HOOK + INVARIANT('a', ', kind: Leas') },
    { text: HOOK + INVARIANT('a') + INVARIANT('""') },
    { text: HOOK + INVARIANT('a').replace('true', 'obj') },
    { text: `${HOOK}- containers: { image: a, ready: soon }\n` },
    { text: `${HOOK}- before: { kind: Leas }\n  then: { status: Conflict }\n` },
    { text: `[${JSON.stringify({ name: 'a', text: HOOK })}, ${JSON.stringify({ name: 'b', text: '{' })}]` },
  ],
  'hooks release': [unknown],
  'hooks remove': [unknown],
  'hooks verify': [{}],
  'watches hold': [unknown],
  'watches release': [unknown],
  'watches cut': [unknown],
  'watches expire': [unknown],
  'watches end': [unknown],
  why: [{ input: { kind: 'Leas', name: 'leader' } }],
  diff: [{ input: { from: '1' } }, { input: { from: 'start', to: 'no-such-thing' } }],
}

const SCRIPT = `${HOOK}- ${REACTION}\n${INVARIANT('no pods', ', kind: Pod').replace('true', 'false')}`
const OPTIONS = { seed: 1, clock: 'virtual', fixtures: LEASE, controllers: ['namespace-end'] } as const

/** The inputs that a field cannot have, in the operation's request. */
function wrongInputs(operation: Operation): readonly Told[] {
  const wrong = (name: string, { in: place, shape }: Field, value: unknown) => {
    const read = place === 'body' ? value : readTexts([[name, String(value)]], operation)[name]
    return shape.check(read, []).length > 0
  }
  const given = Object.entries(operation.fields).flatMap(([name, field]) =>
    VALUES.filter((value) => wrong(name, field, value)).map((value) => ({ [name]: value })),
  )
  return given.map((input) => ({ ...(operation.text ? { text: HOOK } : {}), input: { id: 1, port: 1, ...input } }))
}

type Asked = { readonly path: string; readonly init: RequestInit }

/** The requests of an operation that are refused: the malformed ones together, and each of the others by itself. */
function refused(operation: Operation, place: Place): readonly (readonly Asked[])[] {
  const { fields, text, method } = operation
  const conflicts = (CONFLICTS[operation.command] ?? []).map((told) =>
    typeof told === 'function' ? told(place) : told,
  )
  const own = ({ input = {}, ...told }: Told): Told => ({
    ...told,
    input: Object.fromEntries(Object.entries(input).filter(([name]) => name in fields)),
  })
  const plain = requestOf(operation, own({ ...(text ? { text: HOOK } : {}), input: { id: 'before', port: 1 } }))
  const query = `${plain.path}${plain.path.includes('?') ? '&' : '?'}no-such-thing=1`
  const bodies = text || method === 'GET' ? [] : ['{"no-such-thing":1}', '[]', '{']
  return [
    [
      ...wrongInputs(operation).map((told) => requestOf(operation, own(told))),
      { path: query, init: plain.init },
      ...bodies.map((body) => ({ path: plain.path, init: { method, body } })),
    ],
    ...conflicts.map((told) => [requestOf(operation, own(told))]),
  ]
}

describe('nothing changes when control refuses', () => {
  test('what conflicts is of operations that there are', () => {
    const commands = operations.map(({ command }) => command)
    expect(Object.keys(CONFLICTS).filter((command) => !commands.includes(command))).toEqual([])
  })

  test.each(operations)('$command', async (operation) => {
    await using server = await startCluster(OPTIONS)
    const { cluster, url } = server
    const ask = (path: string, init?: RequestInit) => fetch(`${url}${PREFIX}${path}`, init)
    await cluster.watch('Lease')[Symbol.asyncIterator]().next()
    await ask('/hooks', { method: 'POST', body: SCRIPT })
    await ask('/snapshots', { method: 'POST', body: '{"id":"before"}' })
    await ask('/forks', { method: 'POST' })
    const told = () =>
      Promise.all(
        ['snapshots', 'forks', 'watches', 'hooks', 'controllers'].map(async (path) => (await ask(`/${path}`)).json()),
      )
    const all = async () => ({ ...(await wholeState(cluster)), told: await told() })
    const before = await all()
    for (const requests of refused(operation, { port: Number(new URL(url).port) })) {
      const replies = requests.map(async ({ path, init }) => {
        const reply = await fetch(url + path, init)
        return { path, body: init.body, isRefused: reply.status >= 400, says: (await reply.text()).slice(0, 300) }
      })
      const told = await Promise.all(replies)
      expect(told.filter(({ isRefused }) => !isRefused)).toEqual([])
      expect({ replies: told, ...(await all()) }).toEqual({ replies: told, ...before })
    }
  })
})
