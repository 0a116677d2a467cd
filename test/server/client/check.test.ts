import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

// Calls that TypeScript forbids, as JavaScript callers can make them.
const cluster = () =>
  createCluster({ profile: 'example', seed: 1 }) as unknown as {
    readonly [method: string]: (...given: readonly unknown[]) => Promise<unknown>
  }

const ref = { name: 'default' }
const named = (shown = '…', not = 'nothing') =>
  `ref: must be { name: "${shown}" } or { name: "${shown}", namespace: "…" }, not ${not}`

test.each([
  ['get', ['Namespace', 'default'], `get: ${named('default', '"default"')}`],
  ['get', ['Namespace'], `get: ${named()}`],
  ['get', ['leases'], `get: ${named()}`],
  ['get', ['leases', ref], 'get: no kind "leases" is served; did you mean "Lease"?'],
  ['get', ['Leese', ref], 'get: no kind "Leese" is served; did you mean "Lease"?'],
  ['get', ['pvc', ref], 'get: no kind "pvc" is served; did you mean "PersistentVolumeClaim"?'],
  ['get', ['apps/v1/Lease', ref], expect.stringContaining('no kind "apps/v1/Lease" is served; did you mean "')],
  ['get', [undefined, ref], 'get: kind: must be the name of a kind such as "Lease", not nothing'],
  ['get', ['Namespace', { name: '' }], `get: ${named('…', 'a map')}`],
  ['delete', ['Namespace', {}], `delete: ${named('…', 'a map')}`],
  ['waitFor', ['Namespace', 'default'], `waitFor: ${named('default', '"default"')}`],
  [
    'waitFor',
    ['Namespace', ref, 300],
    'waitFor: until: must be a function that tells whether the object is as wanted, not 300; options: a timeout is given after it: { timeout: 300 }',
  ],
  [
    'waitFor',
    ['Namespace', ref, { timeout: '5s' }],
    'waitFor: until: must be a function that tells whether the object is as wanted, not a map; options: a timeout is given after it: { timeout: "5s" }',
  ],
  [
    'waitFor',
    ['Namespace', ref, undefined, 300],
    'waitFor: options: must be options such as { timeout: 300 }, not 300',
  ],
  [
    'waitFor',
    ['Namespace', ref, undefined, { timout: 300 }],
    'waitFor: options.timout: no such member; did you mean "timeout"?',
  ],
  [
    'waitForGone',
    ['Namespace', ref, '3s'],
    'waitForGone: options: must be options such as { timeout: "3s" }, not "3s"',
  ],
  ['edit', ['Namespace', ref, {}], 'edit: recipe: must be a function that changes a draft of the object, not a map'],
  [
    'patch',
    ['Namespace', ref],
    'patch: patch: must be a patch: an object, or a list of JSON Patch operations, not nothing',
  ],
  [
    'create',
    ['Namespace'],
    'create: object: must be an object such as { metadata: { name: "…" }, spec: { … } }, not nothing',
  ],
  ['list', ['Lease', 'default'], 'list: options: must be options such as { namespace: "default" }, not "default"'],
  ['list', ['Namespace', { limit: -1 }], 'list: options.limit: must be a whole number of at least 0, not -1'],
  ['list', ['Namespace', { labelSelector: { a: 'b' } }], 'list: options.labelSelector: must be a text, not a map'],
  [
    'list',
    ['Namespace', { labelSelectors: 'a=b' }],
    'list: options.labelSelectors: no such member; did you mean "labelSelector"?',
  ],
  [
    'list',
    ['Namespace', { resourceVersion: '1', resourceVersionMatch: 'exact' }],
    'list: options.resourceVersionMatch: no such word as "exact"; did you mean "Exact"?',
  ],
  [
    'patch',
    ['Namespace', ref, {}, { type: 'stategic' }],
    'patch: options.type: no such word as "stategic"; did you mean "strategic"?',
  ],
  [
    'update',
    ['Namespace', { metadata: ref }, { fieldValidation: 'strict' }],
    'update: options.fieldValidation: no such word as "strict"; did you mean "Strict"?',
  ],
  [
    'update',
    ['Namespace', { metadata: ref }, { dryRun: 'All' }],
    'update: options.dryRun: must be true or false, not "All"',
  ],
  [
    'update',
    ['Namespace', { metadata: ref }, { subresource: 'scale' }],
    'Namespace has no subresource "scale"; there is "status" or "finalize"',
  ],
  [
    'delete',
    ['Namespace', ref, { propagationPolicy: 'foreground' }],
    'delete: options.propagationPolicy: no such word as "foreground"; did you mean "Foreground"?',
  ],
  ['idle', [50], 'idle: options: must be options such as { quiet: 50 }, not 50'],
  ['settled', ['10s'], 'settled: options: must be options such as { until: "10s" }, not "10s"'],
  ['changes', [{}], 'changes: run: must be a function whose changes are told, not a map'],
  ['dump', [['Lease']], 'dump: options: must be options such as { kinds: ["Lease"] }, not a list'],
] as const)('%s(%j) rejects with a TypeError', async (method, given, message) => {
  await expect(cluster()[method]?.(...given)).rejects.toMatchObject({ name: 'TypeError', message })
})

test.each([
  [
    'fork',
    ['start'],
    'fork: snapshot: must be a state as cluster.snapshot() gives one, not "start"; the one it began with is cluster.start()',
  ],
  ['restore', [], 'restore: snapshot: must be a state as cluster.snapshot() gives one, not nothing'],
  ['at', ['yesterday'], 'at: version: must be a resource version such as 1005, or a snapshot, not "yesterday"'],
  ['diff', [1005], 'diff: a: must be a snapshot, a view of the past or a cluster, not 1005'],
  ['why', ['Leese', ref], 'why: no kind "Leese" is served; did you mean "Lease"?'],
  ['why', ['Lease', 'leader'], `why: ${named('leader', '"leader"')}`],
  ['watch', ['Lease', 'default'], 'watch: options: must be options such as { namespace: "default" }, not "default"'],
  [
    'invariant',
    ['one holder'],
    'invariant: check: must be a function that looks at a transition: (prev, next) => …, not nothing',
  ],
  [
    'invariant',
    ['one holder', () => true, { kind: 'Leese' }],
    'invariant: options.kind: no kind "Leese" is served; did you mean "Lease"?',
  ],
] as const)('%s(%j) throws a TypeError', (method, given, message) => {
  expect(() => cluster()[method]?.(...given)).toThrow(new TypeError(message))
})

describe('the stack of an error begins with the caller', () => {
  const first = (error: unknown) => /\n\s+at (.*)/.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1] ?? ''
  const HERE = 'check.test.ts'
  const failed = async (run: () => unknown): Promise<unknown> => {
    try {
      await run()
    } catch (error) {
      return error
    }
    return undefined
  }

  test.each([
    ['a wrong argument', async () => await cluster()['get']?.('Lease')],
    ['an error of the API', async () => await cluster()['get']?.('Lease', { name: 'none' })],
    ['a wrong argument of a synchronous method', () => cluster()['fork']?.('start')],
    ['a wait', async () => await cluster()['waitFor']?.('Lease', { name: 'none' })],
  ] as const)('of %s', async (_, run) => {
    expect(first(await failed(run))).toContain(HERE)
  })

  test('but that of an error thrown by a callback is kept', async () => {
    const own = new Error('mine')
    const { stack } = own
    const { name } = ref
    const error = await failed(
      async () =>
        await createCluster({ seed: 1 }).edit('Namespace', { name }, () => {
          throw own
        }),
    )
    expect([error, own.stack]).toEqual([own, stack])
  })
})

test('an option that is undefined counts as absent', async () => {
  expect(await cluster()['list']!('Namespace', { limit: undefined, namespace: undefined })).toMatchObject({
    items: expect.any(Array),
  })
})

test.each([
  ['create', ['ComponentStatus', { metadata: { name: 'x' } }]],
  ['update', ['ComponentStatus', { metadata: { name: 'x' } }]],
  ['delete', ['ComponentStatus', { name: 'scheduler' }]],
] as const)('%s of a read-only kind is refused as over HTTP', async (method, given) => {
  const { message } = (await (
    await createCluster({ profile: 'example', seed: 1 }).fetch('/api/v1/componentstatuses', {
      method: 'POST',
      body: '{}',
    })
  ).json()) as {
    readonly message: string
  }
  await expect(cluster()[method]!(...given)).rejects.toMatchObject({ code: 405, message })
})
