import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import { formatFindings } from '../../../../src/cluster/testing/sweep/format.js'
import { sweep } from '../../../../src/cluster/testing/sweep/sweep.js'
import type { Finding } from '../../../../src/cluster/testing/sweep/trial.js'
import { matchers } from '../../../../src/cluster/testing/matchers.js'
import { createProgram } from './program.js'

expect.extend(matchers)

const COUNTER = '/apis/coordination.k8s.io/v1/namespaces/default/leases/counter'

const finding = (fault: string, of: Partial<Finding>): Finding => ({
  fault,
  script: [],
  outcome: 'differs',
  differences: [],
  ...of,
})
const lease = (transitions: number, more: object = {}) => ({ spec: { transitions }, ...more })

test('formatFindings prints a line for each finding', () => {
  expect(
    formatFindings([
      finding('a', { differences: [{ object: 'Lease default/x', expected: lease(1), actual: lease(2) }] }),
      finding('b', {
        differences: [
          { object: 'Lease default/x', expected: lease(1, { data: { b: 1 } }), actual: lease(1, { data: { c: 1 } }) },
          { object: 'Node n', expected: undefined, actual: {} },
        ],
      }),
      finding('c', { differences: [{ object: 'Node n', expected: {}, actual: undefined }] }),
      finding('d', { outcome: 'fails', error: 'Error: no\n    at somewhere' }),
      finding('e', { outcome: 'hangs' }),
      finding('f', { outcome: 'nondeterministic' }),
    ]).split('\n'),
  ).toEqual([
    'a: Lease default/x ends with /spec/transitions 2, not 1',
    'b: Lease default/x ends with /data/b absent, not 1 and 1 more; 1 more object differs',
    'c: Node n is not there in the end',
    'd: fails with Error: no',
    'e: never ends',
    'f: asked for other things than the first run before the fault was on',
  ])
})

test('toHaveNoFindings prints a line for each finding, without a diff', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Lease', { metadata: { name: 'counter' }, spec: { leaseTransitions: 0 } })
  const fragile = async (fork: typeof cluster) =>
    void (await createProgram(fork).patch(COUNTER, { spec: { leaseTransitions: 1 } }))
  const report = await sweep(cluster, fragile)
  const verdict = matchers.toHaveNoFindings(report)
  expect(verdict.pass).toBe(false)
  const [head, ...lines] = verdict.message().split('\n')
  expect(head).toBe(`expected no findings; there are ${report.findings.length}:`)
  expect(lines).toHaveLength(report.findings.length)
  expect(Object.keys(verdict).sort()).toEqual(['message', 'pass'])
  expect(() => expect(report).toHaveNoFindings()).toThrow(/^expected no findings; there are \d+:\n.*: fails with /)
  expect({ runs: 3, finding: undefined }).toHaveNoFindings()
  expect(() => expect([]).not.toHaveNoFindings()).toThrow('expected findings; there are none')
})
