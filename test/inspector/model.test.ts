import { describe, expect, test } from 'vitest'
import { agentName, createCauses } from '../../src/inspector/model/causes.js'
import { chainOf, changesOf } from '../../src/inspector/model/changes.js'
import { clockTime, shownTime } from '../../src/inspector/model/clock-text.js'
import { widthFor, columnsOf } from '../../src/inspector/model/columns.js'
import { foundOf, worldOf } from '../../src/inspector/model/rows.js'
import { type Branch, familiesOf, familyOf } from '../../src/inspector/model/family.js'
import { filterRows } from '../../src/inspector/model/filter.js'
import { groupKinds, pickKind } from '../../src/inspector/model/kinds.js'
import { lanesOf } from '../../src/inspector/model/lanes.js'
import { HOME, formatWhere, parseWhere, tokenIn } from '../../src/inspector/model/place.js'
import { summarize } from '../../src/inspector/model/summary.js'
import { POD, bundle, change, listed, pod, request } from './bundles.js'

const rowsOf = (objects: Parameters<typeof worldOf>[0]) => [...(worldOf(objects).get('v1/Pod')?.values() ?? [])]

describe('filterRows filters', () => {
  const rows = rowsOf([
    listed(pod('web-1', 1, { labels: { app: 'web' } }), 7),
    listed(pod('db-1', 1, { labels: { app: 'db' }, namespace: 'other' })),
  ])
  const ALL = { text: '', labels: '', namespace: '' }
  const names = (filter: Partial<typeof ALL>) => filterRows(rows, { ...ALL, ...filter }).rows.map(({ name }) => name)

  test('by words in name, namespace and cells', () => {
    expect([names({ text: 'WEB' }), names({ text: 'other db' }), names({ text: '7' })]).toEqual([
      ['web-1'],
      ['db-1'],
      ['web-1'],
    ])
  })

  test('by namespace and by label selector, with the error of the server for an invalid one', () => {
    expect([names({ namespace: 'other' }), names({ labels: 'app in (web, x)' })]).toEqual([['db-1'], ['web-1']])
    const { rows: all, fault } = filterRows(rows, { ...ALL, labels: 'app in' })
    expect(all).toHaveLength(2)
    expect(fault).toContain('unable to parse requirement')
  })
})

test('columns are those of the server, with the current age, and sort by value', () => {
  const rows = rowsOf([listed(pod('a', 1), 12), listed(pod('b', 1), 9)])
  const columns = columnsOf(POD, false)
  const now = Date.parse('2024-01-01T00:03:20Z')
  expect(columns.map(({ name }) => name)).toEqual(['Name', 'Namespace', 'Restarts', 'Age'])
  expect(columnsOf(POD, true).map(({ name }) => name)).toContain('IP')
  expect(columns.map((column) => rows.map((row) => column.text(row, now))).at(-1)).toEqual(['3m20s', '3m20s'])
  expect(rows.sort(columns[2]?.compare).map(({ name }) => name)).toEqual(['b', 'a'])
})

test('a family is a tree of owner references, from its topmost owners', () => {
  const owned = (name: string, by: string) => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: by, uid: `uid-${by}` }]
    return listed(pod(name, 1, { ownerReferences }))
  }
  const world = worldOf([listed(pod('top', 1)), owned('middle', 'top'), owned('low', 'middle'), owned('lost', 'gone')])
  const families = familiesOf(world)
  const names = ({ row, below }: Branch): unknown => [row.name, below.map(names)]
  const told = [...(world.get('v1/Pod')?.values() ?? [])].map((row) => familyOf(row, families))
  expect(told.map(({ roots }) => roots.map(names))).toEqual([
    ...Array.from({ length: 3 }, () => [['top', [['middle', [['low', []]]]]]]),
    [['lost', []]],
  ])
  expect(told.at(-1)?.missing).toEqual([{ kind: 'Pod', name: 'gone' }])
})

test('a change has its cause, the object before it, and the chain of changes that led to it', () => {
  const changes = [
    change(2, 'changed', 'a', { request: 1 }),
    change(3, 'added', 'b', { request: 2 }),
    change(4, 'removed', 'a'),
  ]
  const requests = [request(1), request(2, { via: 'controller', by: { controller: 'replica-sets', woken: 2 } })]
  const told = changesOf(bundle({ to: 4, start: [listed(pod('a', 1))], changes, requests }))
  expect(told.all.map(({ cause }) => cause.name)).toEqual(['kubectl', 'replica-sets', 'no request'])
  expect(told.all.map(({ before }) => before?.metadata.resourceVersion)).toEqual(['1', undefined, '2'])
  expect(told.all.map((each) => chainOf(each, told).map(({ change }) => change.revision))).toEqual([[], [2], []])
  expect(told.of('v1/Pod', 'default/a').map(({ change }) => change.revision)).toEqual([2, 4])
  expect(lanesOf(told).map(({ cause, size }) => `${cause.name} ${size}`)).toEqual([
    'kubectl 1',
    'no request 1',
    'replica-sets 1',
  ])
})

test('the summary of a change leaves out fields that every change sets', () => {
  const object = pod('a', 2, { labels: { app: 'web' } })
  const changes = [change(2, 'changed', 'a', { object })]
  const [told] = changesOf(bundle({ start: [listed(pod('a', 1))], changes })).all
  expect(told && summarize(told)).toEqual([{ sign: '+', path: '/metadata/labels', text: '{"app":"web"}' }])
})

test('a hook that acted on a request has a lane of its own', () => {
  const requests = [request(1, { hooks: [{ phase: 'before', site: 'test.ts:4' }] })]
  const told = changesOf(bundle({ changes: [change(2, 'added', 'a', { request: 1 })], requests }))
  expect(lanesOf(told).map(({ cause, size }) => [cause.type, cause.name, size])).toEqual([
    ['client', 'kubectl', 1],
    ['hook', 'test.ts:4', 1],
  ])
})

test.each([
  ['kubectl/v1.33.1 (linux/amd64) kubernetes/abc', 'kubectl'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Browser'],
  ['', ''],
  ['my-operator', 'my-operator'],
])('the user agent %j is shown as %j', (userAgent, name) => {
  expect(agentName(userAgent)).toBe(name)
})

test('the URL hash has the place within the page, and the token', () => {
  const where = {
    ...HOME,
    view: 'then',
    kind: 'apps/v1/Deployment',
    object: 'shop/web',
    at: 12,
    text: 'a b&c',
  } as const
  const hash = formatWhere(where, 's3 cret')
  expect(parseWhere(hash)).toEqual(where)
  expect(tokenIn(hash)).toBe('s3 cret')
  expect(formatWhere(HOME, '')).toBe('#')
  expect(parseWhere('#view=nowhere&at=x')).toEqual(HOME)
})

test('kinds are grouped by API group, and one with objects is picked first', () => {
  const groups = groupKinds([POD], worldOf([listed(pod('a', 1))]))
  expect(groups.map(({ group, kinds }) => [group, kinds.map(({ count }) => count)])).toEqual([['core', [1]]])
  expect([pickKind(groups), pickKind(groupKinds([POD], new Map()))]).toEqual(['v1/Pod', ''])
})

test('a time on another day is shown with its date', () => {
  const noon = Date.UTC(2024, 0, 2, 12)
  expect(clockTime(noon)).toBe('12:00:00')
  expect(clockTime(noon + 5, noon)).toBe('12:00:00.005')
  expect(clockTime(noon - 86_400_000, noon)).toBe('2024-01-01 12:00:00')
  expect(shownTime('2024-01-02T11:59:59.123456Z', noon)).toBe('11:59:59')
  expect(shownTime('2022-01-02T11:59:59Z', noon)).toBe('2022-01-02 11:59:59')
  expect(shownTime('some day', noon)).toBe('some day')
})

test('a change without a request is attributed to its controller or field manager', () => {
  const causeOf = createCauses([])
  expect(causeOf(change(2, 'changed', 'a', { by: { manager: 'kubelet', controller: 'node-agents' } }))).toEqual({
    type: 'controller',
    name: 'node-agents',
  })
  expect(causeOf(change(2, 'changed', 'a', { by: { manager: 'kubectl' } }))).toEqual({
    type: 'client',
    name: 'kubectl',
  })
  expect(causeOf(change(2, 'changed', 'a', { by: { manager: 'fixtures' } }))).toEqual({
    type: 'none',
    name: 'fixtures',
  })
})

test('counts are printed with singular and plural', () => {
  expect([foundOf(1, 'change'), foundOf(0, 'change'), foundOf(1, 'object', 3)]).toEqual([
    '1 change',
    '0 changes',
    '1 of 3 objects',
  ])
})

test('a column is as wide as its longest text, up to a limit', () => {
  expect(widthFor(['a', 'abcdef'], (word) => word, 3)).toBe(9)
  expect(widthFor([], String, 3)).toBe(6)
  expect(widthFor(['x'.repeat(500)], (word) => word, 3)).toBe(51)
})

test('each client has one colour, whether or not it changed anything', () => {
  const requests = [request(1, { userAgent: 'looker/1' }), request(2, { userAgent: 'writer/1' })]
  const told = changesOf(bundle({ to: 2, changes: [change(2, 'added', 'a', { request: 2 })], requests }))
  expect([...told.colors].map(([key, { color }]) => [key, color])).toEqual([
    ['client:looker', 1],
    ['client:writer', 2],
  ])
  expect(told.all[0]?.color).toBe(2)
  expect(lanesOf(told).map(({ cause, color }) => [cause.name, color])).toEqual([['writer', 2]])
})
