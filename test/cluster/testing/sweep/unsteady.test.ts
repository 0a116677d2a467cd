import { expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { Difference } from '../../../../src/cluster/testing/sweep/compare.js'
import { sweepFaults } from '../../../../src/cluster/testing/sweep/faults.js'
import { formatFindings } from '../../../../src/cluster/testing/sweep/format.js'
import { sweep } from '../../../../src/cluster/testing/sweep/sweep.js'
import { exceptFor } from '../../../../src/cluster/testing/sweep/trial.js'
import { createProgram } from './program.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const PODS = '/api/v1/namespaces/default/pods'

const map = (name: string, labels: object, data: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels },
  data,
})
const only = (side: 'expected' | 'actual', object: ReturnType<typeof map>): Difference => ({
  object: `ConfigMap default/${object.metadata.name}`,
  expected: undefined,
  actual: undefined,
  [side]: object,
})

test('objects whose names differ in each run are paired by their labels', () => {
  const unsteady = [only('expected', map('run-b', { of: 'runs' })), only('actual', map('run-a', { of: 'runs' }))]
  const found = (data: object) => [
    only('expected', map('run-b', { of: 'runs' }, { a: '1' })),
    only('actual', map('run-c', { of: 'runs' }, data)),
  ]
  expect(exceptFor(found({ a: '1' }), unsteady)).toEqual([])
  expect(exceptFor(found({ a: '2' }), unsteady)).toMatchObject([
    { object: 'ConfigMap default/*', expected: { data: { a: '1' } }, actual: { data: { a: '2' } } },
  ])
})

test('one of them that is missing, or too many, is a difference', () => {
  const one = map('run-b', { of: 'runs' })
  const unsteady = [only('expected', one), only('actual', map('run-a', { of: 'runs' }))]
  expect(exceptFor([only('expected', one)], unsteady)).toHaveLength(1)
  const two = ['run-c', 'run-d'].map((name) => only('actual', map(name, { of: 'runs' })))
  expect(exceptFor([only('expected', one), ...two], unsteady)).toHaveLength(1)
})

test('an object with other labels is not one of them', () => {
  const unsteady = [only('expected', map('run-b', { of: 'runs' })), only('actual', map('run-a', { of: 'runs' }))]
  const other = only('actual', map('late', { of: 'others' }))
  expect(exceptFor([other], unsteady)).toEqual([other])
})

test('a field that differs by itself is set aside, other fields of the object are not', () => {
  const changed = (object: string, expected: object, actual: object): Difference => ({ object, expected, actual })
  const unsteady = [changed('Lease default/a', { spec: { run: 1 } }, { spec: { run: 2 } })]
  expect(exceptFor([changed('Lease default/a', { spec: { run: 1 } }, { spec: { run: 3 } })], unsteady)).toEqual([])
  const both = changed('Lease default/a', { spec: { run: 1, done: true } }, { spec: { run: 3, done: false } })
  expect(exceptFor([both], unsteady)).toEqual([both])
})

test('names that a program draws itself are no finding; an object that is missing among them is', async () => {
  const persistent = async (fork: Cluster) => {
    const program = createProgram(fork)
    const name = `run-${Math.random().toString(36).slice(2)}`
    while (!(await program.create(MAPS, map(name, { of: 'runs' })).then(Boolean, ({ code }) => code === 409)));
    while (!(await program.create(MAPS, map('last', {}, { run: name })).then(Boolean, ({ code }) => code === 409)));
  }
  const cluster = createCluster({ seed: 1 })
  expect(formatFindings(await sweep(cluster, persistent))).toBe('')
  const careless = (fork: Cluster) =>
    createProgram(fork)
      .create(MAPS, map(`run-${Math.random().toString(36).slice(2)}`, { of: 'runs' }))
      .catch(() => undefined)
  const faults = sweepFaults.filter(({ name }) => name === 'internal-error')
  expect(formatFindings(await sweep(cluster, careless, { faults }))).toMatch(
    /^internal-error at #1 .*: ConfigMap default\/\* is not there in the end$/,
  )
})

test('names that the server generates are compared as such, also where others refer to them', async () => {
  const scenario = async (fork: Cluster) => {
    const program = createProgram(fork)
    const pod = { metadata: { generateName: 'job-' }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const made = () => program.create(PODS, pod).catch(() => undefined)
    // A failed attempt draws a name too.
    const { metadata } = (await made()) ?? (await made())!
    await program.create(MAPS, map('last', {}, { pod: metadata.name, log: `/var/log/${metadata.name}/out` }))
  }
  const faults = sweepFaults.filter(({ name }) => name === 'timeout-before-commit')
  const { findings, unsteady } = await sweep(createCluster({ seed: 1, controllers: 'default' }), scenario, { faults })
  expect(unsteady).toEqual([])
  expect(findings.map(({ outcome, error }) => [outcome, error])).toEqual([['fails', expect.any(String)]])
})

test('the undisturbed runs draw other random numbers, so that what depends on chance is set aside', async () => {
  const cluster = createCluster({ seed: 1 })
  cluster.hooks.admit({ kind: 'ConfigMap' }, { patch: { data: { lucky: 'yes' } } }, { probability: 0.5 })
  const scenario = async (fork: Cluster) => {
    const program = createProgram(fork)
    for (let i = 0; i < 8; i++) await program.create(MAPS, map(`map-${i}`, {}))
  }
  const { unsteady } = await sweep(cluster, scenario, { faults: [] })
  expect(unsteady.map(({ object }) => object)).toContainEqual(expect.stringMatching(/^ConfigMap default\/map-\d$/))
})
