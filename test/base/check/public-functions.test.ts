import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import * as statuses from '../../../src/server/hooks/statuses.js'
import { formatJournal } from '../../../src/server/journal/format.js'
import { fromOpenAPI } from '../../../src/kinds/from-openapi.js'
import { matchers } from '../../../src/cluster/testing/matchers.js'
import { explore } from '../../../src/cluster/testing/sweep/explore.js'
import { sweepFaults } from '../../../src/cluster/testing/sweep/faults.js'
import { formatFindings } from '../../../src/cluster/testing/sweep/format.js'
import { sweep } from '../../../src/cluster/testing/sweep/sweep.js'
import { createAgent } from '../../../src/node/dispatcher/agent.js'
import { bundle } from '../../../src/node/bundle/bundle.js'
import { fromBundle, readBundle, replay } from '../../../src/node/bundle/from-file.js'
import { connectKubeConfig } from '../../../src/node/connect-kube-config.js'
import { createDispatcher } from '../../../src/node/dispatcher/dispatcher.js'
import { kubeconfig } from '../../../src/node/kubeconfig.js'
import { loadFixtures, loadScripts } from '../../../src/node/load-fixtures.js'
import { serve } from '../../../src/node/server/serve-cluster.js'
import { startCluster } from '../../../src/node/start.js'
import { createTestCluster } from '../../../src/node/testing/test-cluster.js'
import { definitionOf, versionOf } from '../../suites/definition.js'

type Callable = (...given: readonly unknown[]) => unknown

/** Casts a function so that it can be called with arguments that TypeScript forbids, as JavaScript callers can. */
const plain = (method: unknown): Callable => method as Callable

async function messageOf(method: unknown, given: readonly unknown[]): Promise<string> {
  try {
    await plain(method)(...given)
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`
  }
  return 'nothing was said'
}

const cluster = createCluster({ seed: 1 })
const play = () => undefined
const CLUSTER = 'cluster: must be a cluster, as createCluster makes it, not'

describe('hooks methods without parameters refuse arguments:', () => {
  test.each([
    ['list', [{ phase: 'before' }], 'hooks.list().filter((handle) => handle.phase === …)'],
    ['pending', ['before'], 'hooks.pending().filter((hook) => hook.phase === …)'],
    ['unexpected', ['Lease'], 'hooks.unexpected().filter((request) => request.kind === …)'],
  ] as const)('%s(%j)', async (name, given, instead) => {
    const shown = typeof given[0] === 'string' ? JSON.stringify(given[0]) : 'a map'
    expect(await messageOf(cluster.hooks[name], given)).toBe(
      `hooks.${name}: takes no arguments, and was given ${shown}; choose from the list it gives: ${instead}`,
    )
  })
})

describe('helpers for failures', () => {
  test.each([
    [statuses.conflict, [{ why: 'x' }], 'conflict: why: must be a text, not a map'],
    [statuses.badRequest, [400], 'badRequest: why: must be a text, not 400'],
    [
      statuses.notFound,
      ['no such lease'],
      'notFound: takes no arguments, and was given "no such lease"; for words of your own give { reason: "NotFound", message: "…" }',
    ],
    [
      statuses.tooManyRequests,
      [5],
      'tooManyRequests: options: must be options such as { retryAfterSeconds: 5 }, not 5',
    ],
    [
      statuses.serverTimeout,
      [{ retryAfter: 5 }],
      'serverTimeout: options.retryAfter: no such member; there is "retryAfterSeconds"',
    ],
    [
      statuses.invalid,
      ['must be positive'],
      'invalid: causes[0]: must be a cause such as { field: "spec.size", message: "must be positive" }, not "must be positive"',
    ],
    [statuses.invalid, [{ feild: 'spec.size' }], 'invalid: causes[0].feild: no such member; did you mean "field"?'],
  ])('refuse wrong arguments: %#', async (helper, given, message) => {
    expect(await messageOf(helper, given)).toBe(message)
  })

  test('given instead of called, are reported by the request', async () => {
    const asked = createCluster({ seed: 1 })
    plain(asked.hooks.before)({ client: 'test', kind: 'Lease' }, statuses.conflict)
    await expect(asked.list('Lease')).rejects.toThrow('conflict: why: must be a text, not a map')
  })
})

test.each([
  [undefined, 'a list of requests, as cluster.journal.requests() gives it, not nothing'],
  [cluster.journal, 'a list of requests, as cluster.journal.requests() gives it, not a map'],
])('formatJournal(%o) is refused', async (given, what) => {
  expect(await messageOf(formatJournal, [given])).toBe(`formatJournal: entries: must be ${what}`)
})

test('formatJournal refuses a list of other objects', async () => {
  expect(await messageOf(formatJournal, [[{ kind: 'Lease' }]])).toBe(
    'formatJournal: entries[0]: must be a request of a journal, not a map',
  )
})

const SCENARIO = 'a function of the cluster it is to play on, such as (fork) => reconcile(fork.fetch)'

describe('sweeps', () => {
  test.each([
    ['sweep', sweep, [undefined, play], `${CLUSTER} nothing`],
    ['sweep', sweep, [{ cluster }, play], 'cluster: must be a cluster, not what serves one: give its member `cluster`'],
    ['sweep', sweep, [Promise.resolve(cluster), play], 'cluster: must be a cluster, not the promise of one: await it'],
    ['sweep', sweep, [cluster, Promise.resolve()], `scenario: must be ${SCENARIO}, not a map`],
    ['sweep', sweep, [cluster, play, '1h'], 'options: must be options such as { within: "1h" }, not "1h"'],
    [
      'sweep',
      sweep,
      [cluster, play, { within: '1 hour' }],
      expect.stringMatching(/^options\.within: "1 hour" is not a duration/),
    ],
    ['sweep', sweep, [cluster, play, { fault: [] }], 'options.fault: no such member; did you mean "faults"?'],
    ['sweep', sweep, [cluster, play, { faults: ['conflict'] }], 'options.faults[0]: must be a map, not "conflict"'],
    [
      'sweep',
      sweep,
      [cluster, play, { faults: [{ ...sweepFaults[0], hook: undefined }] }],
      'options.faults[0]: a fault, as those of sweepFaults, has all of them: there is no "hook"',
    ],
    ['explore', explore, [cluster, play], 'options: must be options such as { seed: 7 }, not nothing'],
    ['explore', explore, [cluster, play, 3], 'options: must be options such as { seed: 3 }, not 3'],
    [
      'explore',
      explore,
      [cluster, play, { runs: 5 }],
      'options: what is tried follows from a seed, such as { seed: 7 }: there is no "seed"',
    ],
    [
      'explore',
      explore,
      [cluster, play, { seed: 1, runs: 0 }],
      'options.runs: must be a whole number of at least 1, not 0',
    ],
    [
      'formatFindings',
      formatFindings,
      [Promise.resolve()],
      'report: must be a report, not the promise of one: await the sweep',
    ],
  ])('%s refuses', async (name, method, given, message) => {
    const said = await messageOf(method, given)
    expect(said.slice(0, name.length + 2)).toBe(`${name}: `)
    expect(said.slice(name.length + 2)).toEqual(message)
  })
})

test.each([
  [
    ['{}'],
    'fromOpenAPI: document: must be a document, not its text: give JSON.parse of it, or the text to createCluster({ openapi })',
  ],
  [[{}], 'fromOpenAPI: document: must be an OpenAPI v3 document with paths and components, not a map'],
  [
    [{ paths: {}, components: {} }, ['CronJob']],
    'fromOpenAPI: options: must be options such as { include: ["CronJob"] }, not a list',
  ],
  [
    [{ paths: {}, components: {} }, { include: 'CronJob' }],
    'fromOpenAPI: options.include: must be a list, not "CronJob"',
  ],
])('fromOpenAPI(%j) is refused', async (given, message) => {
  expect(await messageOf(fromOpenAPI, given)).toBe(message)
})

describe('matchers', () => {
  test.each([
    ['toHaveCondition', [{}, 7], 'type: must be the type of a condition such as "Ready", not 7'],
    ['toHaveCondition', [Promise.resolve(), 'Ready'], 'object: must be an object, not the promise of one: await it'],
    [
      'toHaveCondition',
      [{}, 'Ready', true],
      'expected: must be a status such as "True", or members such as { reason: "Ready" }, not true',
    ],
    ['toHaveObject', ['http://127.0.0.1', 'Lease', { name: 'a' }], `${CLUSTER} "http://127.0.0.1"`],
    ['toHaveObject', [cluster, 'Lease', 'a'], 'ref: must be { name: "a" } or { name: "a", namespace: "…" }, not "a"'],
    [
      'toHaveObject',
      [cluster, 'Lease', { name: 'a' }, 'b'],
      'partial: must be a part of the object, such as { spec: { … } }, not "b"',
    ],
    ['toHaveReceivedRequest', [[], { kind: 'Lease' }], `${CLUSTER} a list`],
    [
      'toHaveReceivedRequest',
      [cluster, { kind: 'Lease' }, '2'],
      'times: must be a whole number of at least 0, not "2"',
    ],
    [
      'toHaveNoFindings',
      [Promise.resolve({ findings: [] })],
      'report: must be a report, not the promise of one: await the sweep',
    ],
    ['toHaveNoFindings', [7], 'report: must be the report of a sweep or of an exploration, not 7'],
  ] as const)('%s refuses', async (name, given, message) => {
    expect(await messageOf(matchers[name], given)).toBe(`${name}: ${message}`)
  })
})

describe('custom controllers', () => {
  const reconcile = () => undefined
  test.each([
    ['all', 'controllers: there is no controller "all"; there are none, default,'],
    [{}, 'controllers: must be "none", "default", "kube-apiserver", or a list of names and controllers, not a map'],
    [[7], 'controllers[0]: must be a controller, as defineController makes it, not 7'],
    [
      [{ name: 'a', watches: { Lease: 'all' }, reconcile }],
      'controllers[0].watches.Lease: must be \'own\', or a function that gives the keys a change wakes, not "all"',
    ],
    [
      [{ name: 'a', watches: { 'coordination.k8s.io/v1/Lease': 'own' }, reconcile }],
      'controllers[0].watches.coordination.k8s.io/v1/Lease: a kind is named without its group and version: "Lease"',
    ],
    [
      [{ name: 'a', watches: { leases: 'own' }, reconcile }],
      'a: watches.leases: no kind "leases" is served; did you mean "Lease"?',
    ],
    [[{ name: 'a', watch: { Lease: 'own' }, reconcile }], 'controllers[0].watch: no such member; '],
  ])('are checked: createCluster({ controllers: %o })', async (controllers, message) => {
    expect(await messageOf(createCluster, [{ controllers }])).toContain(`createCluster: ${message}`)
  })

  test('may watch a kind of the given CRDs, however similar another kind is', () => {
    const crds = definitionOf('notes.example.com', 'Note', [versionOf({ type: 'object' })])
    const controllers = [defineController({ name: 'a', watches: { Note: 'own' }, reconcile })]
    expect(() => createCluster({ controllers })).toThrow('no kind "Note" is served; did you mean "Node"?')
    expect(createCluster({ controllers, crds }).controllers.names()).toEqual(['a'])
    expect(createCluster({ controllers, fixtures: crds }).controllers.names()).toEqual(['a'])
  })
})

describe('functions of fakecluster/node', () => {
  const folder = '/nowhere'
  test.each([
    ['serve', serve, [undefined], `${CLUSTER} nothing`],
    ['serve', serve, [{ cluster }], 'cluster: must be a cluster, not what serves one: give its member `cluster`'],
    ['serve', serve, [cluster, { prt: 1 }], 'prt: no such member; did you mean "port"?'],
    ['startCluster', startCluster, ['shop.yaml'], 'must be a map, not "shop.yaml"'],
    [
      'createTestCluster',
      createTestCluster,
      [{ fixture: folder }],
      'fixture: no such member; did you mean "fixtures"?',
    ],
    ['createTestCluster', createTestCluster, [{ strict: 'yes' }], 'strict: must be true or false, not "yes"'],
    [
      'createTestCluster',
      createTestCluster,
      [{ setup: 'shop.yaml' }],
      'setup: must be a function that brings a cluster to where every test begins, not "shop.yaml"',
    ],
    ['loadFixtures', loadFixtures, [folder, folder], `${CLUSTER} "${folder}"`],
    [
      'loadFixtures',
      loadFixtures,
      [cluster],
      'fixtures: must be YAML or JSON text, an object, or a list of these, not nothing',
    ],
    [
      'loadScripts',
      loadScripts,
      [cluster, 7],
      'scripts: must be YAML or JSON text, an object, or a list of these, not 7',
    ],
    ['createAgent', createAgent, [], `${CLUSTER} nothing`],
    ['createDispatcher', createDispatcher, [{}], `${CLUSTER} a map`],
    [
      'connectKubeConfig',
      connectKubeConfig,
      [{}, cluster],
      'config: must be a KubeConfig of @kubernetes/client-node, not a map',
    ],
    ['kubeconfig', kubeconfig, ['http://localhost'], 'options: must be a map, not "http://localhost"'],
    ['readBundle', readBundle, [], 'file: must be the path of a file, not nothing'],
    ['bundle', bundle, [folder, folder], `${CLUSTER} "${folder}"`],
  ])('%s refuses', async (name, method, given, message) => {
    expect(await messageOf(method, given)).toBe(`${name}: ${message}`)
  })
})

describe('methods for states', () => {
  test.each([
    [
      'snapshot',
      'takes no arguments, and was given "before"; a state has no name, it is kept: const before = cluster.snapshot()',
    ],
    ['setStart', 'takes no arguments, and was given "before"; it keeps the state as it is now: restore another first'],
  ] as const)('%s refuses', async (name, message) => {
    expect(await messageOf(cluster[name], ['before'])).toBe(`${name}: ${message}`)
  })
})

test('the stack of a TypeError begins with the line of the call', async () => {
  for (const call of [
    () => statuses.conflict(7 as unknown as string),
    () => formatJournal(7 as unknown as []),
    () => fromOpenAPI(7),
    () => plain(cluster.hooks.list)(7),
    () => plain(createCluster)({ controllers: 7 }),
    () => defineController(7 as never),
    async () => await sweep(7 as never, play),
    async () => await serve(7 as never),
    async () => await startCluster(7 as never),
    async () => await createTestCluster(7 as never),
    async () => await loadFixtures(cluster, 'kind: Pod\n---\nmetadata: 7\n'),
    () => createAgent(7 as never),
    () => createDispatcher(7 as never),
    () => connectKubeConfig(7 as never, cluster),
    () => kubeconfig(7 as never),
    () => plain(cluster.snapshot)('before'),
    () => plain(cluster.watches)('Lease'),
    async () => await readBundle(7 as never),
    async () => await readBundle('/nowhere.html'),
    async () => await fromBundle('/nowhere.html'),
    async () => await replay(7 as never),
    async () => await startCluster({ fixtures: '/nowhere.yaml' }),
  ]) {
    let error: unknown
    try {
      await call()
    } catch (reason) {
      error = reason
    }
    const frames = (error as Error).stack?.split('\n').filter((line) => /^ +at /.test(line))
    expect(frames?.[0]).toContain('public-functions.test.ts')
  }
})
