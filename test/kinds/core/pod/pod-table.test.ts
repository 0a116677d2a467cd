import { describe, expect, test } from 'vitest'
import { openServer } from '../../asking.js'
import { podColumns, endedConditions } from '../../../../src/kinds/core/pod/pod.js'
import type { ContainerStatus, Pod } from '../../../../src/kinds/core/pod/pod-types.js'
import { type KubernetesVersion, newestVersion } from '../../../../src/model/registry/kubernetes-version.js'

const spec = {
  initContainers: [{ name: 'side', restartPolicy: 'Always' }, { name: 'init' }],
  containers: [{ name: 'main' }],
}
const main = { name: 'main', ready: true, restartCount: 1, state: { running: {} } }
const side = { name: 'side', ready: true, started: true, restartCount: 2, state: { running: {} } }
const done = { name: 'init', restartCount: 5, state: { terminated: { exitCode: 0 } } }

/** The cells Ready, Status and Restarts of a pod. */
const cells = (status: Pod['status'], metadata: object = {}, version: KubernetesVersion = newestVersion) => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', ...metadata }, spec, status } as Pod // as the schema has it
  return podColumns(version)
    .slice(1, 4)
    .map(({ cell }) => cell(pod, Date.parse('2024-05-01T10:00:00Z')))
}

describe('the table row of a pod', () => {
  test.each([
    [{ phase: 'Running', initContainerStatuses: [side, done], containerStatuses: [main] }, ['2/2', 'Running', '3']],
    [
      {
        phase: 'Pending',
        initContainerStatuses: [side, { ...done, state: { waiting: { reason: 'PodInitializing' } } }],
      },
      ['1/2', 'Init:1/2', '7'],
    ],
    [{ phase: 'Pending', initContainerStatuses: [{ ...side, started: false }] }, ['0/2', 'Init:0/2', '2']],
    [
      { phase: 'Pending', initContainerStatuses: [{ name: 'init', state: { terminated: { exitCode: 3 } } }] },
      ['0/2', 'Init:ExitCode:3', '0'],
    ],
    [
      {
        phase: 'Running',
        initContainerStatuses: [done],
        containerStatuses: [{ ...main, lastState: { terminated: { finishedAt: '2024-05-01T09:00:00Z' } } }],
      },
      ['1/2', 'Running', '1 (60m ago)'],
    ],
    [
      {
        phase: 'Failed',
        reason: 'Evicted',
        containerStatuses: [{ name: 'main', state: { terminated: { signal: 9 } } }],
      },
      ['0/2', 'Signal:9', '0'],
    ],
    [
      {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [main, { name: 'b', state: { terminated: { reason: 'Completed' } } }],
      },
      ['1/2', 'Running', '1'],
    ],
  ])('shows readiness, status and restarts, with sidecars: %j', (status, expected) => {
    expect(cells(status)).toEqual(expected)
  })

  test('shows which container failed since v1.35', () => {
    const ended = (name: string, exitCode: number) => ({
      name,
      state: { terminated: { exitCode, reason: exitCode ? 'Error' : 'Completed' } },
    })
    const shown = (...containerStatuses: readonly ContainerStatus[]) =>
      (['1.34', '1.35'] as const).map((version) => cells({ phase: 'Running', containerStatuses }, {}, version)[1])
    expect(shown(ended('a', 0), ended('b', 1))).toEqual(['Completed', 'Error'])
    expect(shown(ended('a', 0), ended('b', 1), main)).toEqual(['NotReady', 'Error'])
    expect(shown(ended('a', 0), main)).toEqual(['NotReady', 'NotReady'])
    expect(shown({ name: 'a', state: { waiting: { reason: 'Completed' } } }, ended('b', 1))).toEqual([
      'Completed',
      'Error',
    ])
  })

  test('shows that it is being deleted', () => {
    expect(cells({ phase: 'Running' }, { deletionTimestamp: '2024-05-01T10:00:00Z' })[1]).toBe('Terminating')
    expect(cells({ phase: 'Failed', reason: 'NodeLost' }, { deletionTimestamp: '2024-05-01T10:00:00Z' })[1]).toBe(
      'Unknown',
    )
  })
})

test('the table row of a finished pod has the condition Completed', () => {
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, status: { phase: 'Failed' } }
  expect(endedConditions(pod)).toEqual([
    { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
  ])
  expect(endedConditions({ ...pod, status: { phase: 'Running' } })).toEqual([])
})

test('drops status fields behind feature gates that are off', async () => {
  const ask = openServer()
  const pods = '/api/v1/namespaces/default/pods'
  await ask('POST', pods, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  const { body } = await ask('PATCH', `${pods}/a/status`, {
    status: {
      observedGeneration: 1,
      conditions: [{ type: 'Ready', status: 'True', observedGeneration: 1 }],
      resourceClaimStatuses: [{ name: 'c' }],
      containerStatuses: [
        { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, allocatedResourcesStatus: [{ name: 'r' }] },
      ],
    },
  })
  const text = JSON.stringify(body['status'])
  expect(text).toContain('"type":"Ready"')
  expect(text).not.toMatch(/observedGeneration|resourceClaimStatuses|allocatedResourcesStatus/)
})
