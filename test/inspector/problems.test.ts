import { describe, expect, test } from 'vitest'
import { gravest, problemsOf } from '../../src/inspector/model/problems.js'
import { worldOf } from '../../src/inspector/model/rows.js'
import { countTrouble, matchesTrouble, troubleIn, troubleOf } from '../../src/inspector/model/trouble.js'
import type { KubeObject } from '../../src/schema/object.js'

type Given = { readonly [member: string]: unknown }

/** Makes an object of a kind such as `apps/v1/Deployment`. */
function made(kind: string, name: string, members: Given = {}, metadata: Given = {}): KubeObject {
  const slash = kind.lastIndexOf('/')
  const [apiVersion, word] = [kind.slice(0, slash), kind.slice(slash + 1)]
  const own = { name, namespace: 'shop', uid: `uid-${name}`, creationTimestamp: '2024-01-01T00:00:00Z', ...metadata }
  return { apiVersion, kind: word, metadata: own, ...members }
}

const listed = (object: KubeObject) => ({ object, cells: [object.metadata.name ?? ''] })
const worldOfAll = (...objects: readonly KubeObject[]) => worldOf(objects.map(listed))

/** Returns the tones, reasons and words of all problems of an object. */
function told(object: KubeObject): readonly string[] {
  const rows = [...worldOfAll(object).values()].flatMap((rows) => [...rows.values()])
  return rows.flatMap(problemsOf).map(({ tone, reason, words }) => `${tone} ${reason}: ${words}`)
}

const condition = (type: string, status: string, reason = '', message = '') => ({ type, status, reason, message })
const pod = (status: Given, spec: Given = { nodeName: 'node-1' }) => made('v1/Pod', 'web', { spec, status })
const container = (state: Given, more: Given = {}) => ({ name: 'api', state, restartCount: 0, ...more })
const unready = condition('Ready', 'False', 'ContainersNotReady', 'containers with unready status: [api]')

const BACK_OFF = { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "api:2": not found' } }
const CRASHING = {
  lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2024-01-01T00:03:00Z' } },
  restartCount: 12,
}

describe('the rules tell what is wrong in words', () => {
  test.each<[what: string, object: KubeObject, problems: readonly string[]]>([
    [
      'an image that cannot be pulled, and not that the pod is not ready',
      pod({ phase: 'Pending', conditions: [unready], containerStatuses: [container(BACK_OFF)] }),
      ['wrong ImagePullBackOff: Container api cannot start: Back-off pulling image "api:2": not found'],
    ],
    [
      'a container that keeps ending',
      pod({ phase: 'Running', containerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } }, CRASHING)] }),
      ['wrong CrashLoopBackOff: Container api keeps ending, last with code 1 (Error), after 12 restarts.'],
    ],
    [
      'an init container of a configuration that is not there',
      pod({
        phase: 'Pending',
        initContainerStatuses: [
          container({ waiting: { reason: 'CreateContainerConfigError', message: 'secret "x" not found' } }),
        ],
      }),
      ['wrong CreateContainerConfigError: Container api cannot start: secret "x" not found'],
    ],
    [
      'a pod that no node takes',
      pod(
        {
          phase: 'Pending',
          conditions: [condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes are available')],
        },
        {},
      ),
      ['wrong Unschedulable: No node takes it: 0/3 nodes are available'],
    ],
    [
      'a pod that nothing schedules',
      pod({ phase: 'Pending' }, {}),
      ['waiting Pending: It is on no node, and no scheduler has said why.'],
    ],
    [
      'a pod whose containers are being made',
      pod({ phase: 'Pending', containerStatuses: [container({ waiting: { reason: 'ContainerCreating' } })] }),
      ['waiting Pending: Its containers have not started yet on node-1.'],
    ],
    [
      'a pod that runs and is not ready',
      pod({ phase: 'Running', conditions: [unready] }),
      ['waiting ContainersNotReady: It runs, but is not ready: containers with unready status: [api]'],
    ],
    [
      'an evicted pod',
      pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' }),
      ['wrong Evicted: The node was low on memory.'],
    ],
    [
      'a failed container',
      pod({ phase: 'Failed', containerStatuses: [container({ terminated: { exitCode: 3, reason: 'Error' } })] }),
      ['wrong Error: Container api has ended with code 3.'],
    ],
    [
      'no pod that is well or done',
      pod({
        phase: 'Succeeded',
        conditions: [condition('Ready', 'False', 'PodCompleted')],
        containerStatuses: [container({ terminated: { exitCode: 0 } })],
      }),
      [],
    ],
    [
      'a Deployment past its deadline',
      made('apps/v1/Deployment', 'web', {
        spec: { replicas: 2 },
        status: { conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'timed out')] },
      }),
      ['wrong ProgressDeadlineExceeded: timed out'],
    ],
    [
      'a Deployment without pods',
      made('apps/v1/Deployment', 'web', { spec: { replicas: 2 }, status: {} }),
      ['waiting NotReady: None of 2 pods is ready.'],
    ],
    ['no Deployment of no replicas', made('apps/v1/Deployment', 'web', { spec: { replicas: 0 }, status: {} }), []],
    [
      'a failed Job',
      made('batch/v1/Job', 'load', {
        status: {
          failed: 1,
          conditions: [condition('Failed', 'True', 'BackoffLimitExceeded', 'it has failed too often')],
        },
      }),
      ['wrong BackoffLimitExceeded: it has failed too often'],
    ],
    [
      'a claim without a volume',
      made('v1/PersistentVolumeClaim', 'data', { spec: { storageClassName: 'fast' }, status: { phase: 'Pending' } }),
      ['waiting Pending: It has no volume yet of the class fast.'],
    ],
    [
      'a node that is not ready',
      made('v1/Node', 'n', {
        status: {
          conditions: [
            condition('Ready', 'Unknown', 'NodeStatusUnknown', 'Kubelet stopped posting node status.'),
            condition('DiskPressure', 'Unknown'),
          ],
        },
      }),
      ['wrong NodeStatusUnknown: Kubelet stopped posting node status.'],
    ],
    [
      'a node under pressure',
      made('v1/Node', 'n', {
        status: {
          conditions: [
            condition('Ready', 'True'),
            condition('DiskPressure', 'True', 'KubeletHasDiskPressure', 'kubelet has disk pressure'),
          ],
        },
      }),
      ['wrong KubeletHasDiskPressure: kubelet has disk pressure'],
    ],
    [
      'a condition of a custom resource that is False',
      made('example.com/v1/Widget', 'w', {
        status: { conditions: [condition('Ready', 'False', 'NoDatabase', 'it refuses connections')] },
      }),
      ['wrong NoDatabase: Ready is False: it refuses connections'],
    ],
    [
      'a condition of a custom resource that says Degraded',
      made('example.com/v1/Widget', 'w', {
        status: { conditions: [condition('Degraded', 'True', 'OneDown'), condition('Progressing', 'False')] },
      }),
      ['wrong OneDown: Degraded is True.'],
    ],
    [
      'no condition that is False because nothing is bad',
      made('example.com/v1/Widget', 'w', {
        status: { conditions: [condition('Degraded', 'False'), condition('Stalled', 'False')] },
      }),
      [],
    ],
    [
      'a condition of one parent of a route',
      made('gateway.networking.k8s.io/v1/HTTPRoute', 'r', {
        status: {
          parents: [
            { conditions: [condition('Accepted', 'True')] },
            { conditions: [condition('Accepted', 'False', 'NoMatchingParent')] },
          ],
        },
      }),
      ['wrong NoMatchingParent: Accepted is False.'],
    ],
    [
      'the phase of a custom resource',
      made('example.com/v1/Widget', 'w', { status: { phase: 'Failed', message: 'out of stock' } }),
      ['wrong Failed: out of stock'],
    ],
    [
      'what waits for its finalizers',
      made('v1/ConfigMap', 'c', {}, { deletionTimestamp: '2024-01-01T00:00:01Z', finalizers: ['a/b', 'c/d'] }),
      ['waiting Terminating: It is being deleted, and waits for its finalizers: a/b, c/d.'],
    ],
  ])('%s', (_, object, problems) => {
    expect(told(object)).toEqual(problems)
  })
})

const owner = (kind: string, name: string) => {
  const [apiVersion, word] = [kind.slice(0, kind.lastIndexOf('/')), kind.slice(kind.lastIndexOf('/') + 1)]
  return { ownerReferences: [{ apiVersion, kind: word, name, uid: `uid-${name}`, controller: true }] }
}
const failing = (name: string) =>
  made(
    'v1/Pod',
    name,
    { spec: { nodeName: 'n' }, status: { phase: 'Pending', containerStatuses: [container(BACK_OFF)] } },
    owner('apps/v1/ReplicaSet', 'set'),
  )
const event = (name: string, about: string, reason: string, message: string, type = 'Warning') =>
  made('v1/Event', name, {
    type,
    reason,
    message,
    count: 3,
    lastTimestamp: '2024-01-01T00:04:00Z',
    involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: about, uid: `uid-${about}` },
  })

const WORLD = worldOfAll(
  made('apps/v1/Deployment', 'front', { spec: { replicas: 2 }, status: {} }),
  made('apps/v1/ReplicaSet', 'set', { spec: { replicas: 2 }, status: {} }, owner('apps/v1/Deployment', 'front')),
  failing('a'),
  failing('b'),
  event('e1', 'a', 'Failed', 'Error: ImagePullBackOff'),
  event('e2', 'a', 'FailedMount', 'no such volume'),
  event('e3', 'gone', 'Evicted', 'it was evicted'),
  event('e4', 'a', 'Pulling', 'pulling', 'Normal'),
)

test('problems are told once, at the topmost owner, with the Warning Events that say something else', () => {
  const shown = troubleIn(WORLD).map(({ top, tone, lines }) => [
    `${tone} ${top.kind} ${top.key}`,
    ...lines.map(({ tone, reason, subject, others, count }) => `${tone} ${reason} ${subject.key} +${others} ×${count}`),
  ])
  expect(shown).toEqual([
    [
      'wrong apps/v1/Deployment shop/front',
      'wrong ImagePullBackOff shop/a +1 ×2',
      'waiting NotReady shop/front +0 ×1',
      'told FailedMount shop/a +0 ×3',
    ],
    ['told v1/Pod shop/gone', 'told Evicted shop/gone +0 ×3'],
  ])
  expect(countTrouble(troubleIn(WORLD))).toBe(1)
})

test('what is wrong with an object includes what it owns, and not what its siblings have', () => {
  const row = (kind: string, key: string) => WORLD.get(kind)?.get(key)
  const told = (kind: string, key: string) => {
    const found = row(kind, key)
    return found && troubleOf(found, WORLD).map(({ reason, others }) => `${reason} +${others}`)
  }
  expect(told('apps/v1/Deployment', 'shop/front')).toEqual(['ImagePullBackOff +1', 'NotReady +0', 'FailedMount +0'])
  expect(told('v1/Pod', 'shop/b')).toEqual(['ImagePullBackOff +0'])
})

test('problems are filtered by words and by namespace', () => {
  const [first] = troubleIn(WORLD)
  const matches = (text: string, namespace = '') => first && matchesTrouble(first, text, namespace)
  expect(['front pulling', 'nothing of it', ''].map((text) => matches(text))).toEqual([true, false, true])
  expect([matches('', 'shop'), matches('', 'other')]).toEqual([true, false])
})

test('the gravest problem is the one that is wrong', () => {
  const problem = { reason: '', words: '', since: 0 }
  expect(
    gravest([
      { ...problem, tone: 'told' },
      { ...problem, tone: 'wrong' },
      { ...problem, tone: 'waiting' },
    ])?.tone,
  ).toBe('wrong')
  expect(gravest([])).toBeUndefined()
})
