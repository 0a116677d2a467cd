import { type Family, areReady, areUnready, some } from '../further/family.js'
import type { Chance } from '../chance.js'
import {
  type Manifest,
  type Step,
  create,
  deletePods,
  evict,
  minute,
  patch,
  patchPods,
  remove,
  setPods,
  wait,
} from '../scenario.js'
import {
  deployment,
  ended,
  image,
  job,
  ready,
  replicaSet,
  replicas,
  replicationController,
  statefulSet,
  unplayed,
} from '../scenarios/manifests.js'

const JOB = 'batch/v1/jobs/work'
const CRON_JOB = 'batch/v1/cronjobs/cron'
const disrupted = (reason: string) => ({
  conditions: [{ type: 'DisruptionTarget', status: 'True', reason, lastTransitionTime: '2026-01-01T00:00:00Z' }],
})

const rule = (chance: Chance, byIndex: boolean): object =>
  chance.one(
    { action: 'FailJob', onExitCodes: { containerName: 'a', operator: 'In', values: [42] } },
    { action: 'Ignore', onExitCodes: { operator: 'In', values: [7] } },
    { action: 'Count', onExitCodes: { operator: 'In', values: [1] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    { action: 'FailJob', onPodConditions: [{ type: 'example.io/Broken', status: 'True' }] },
    { action: byIndex ? 'FailIndex' : 'Count', onExitCodes: { operator: 'NotIn', values: [0, 1] } },
  )

/** Jobs with several policies at once that are suspended, scaled and finished while their pods end. */
export const policedJobs: Family = (chance) => {
  const completions = 2 + chance.below(4)
  const isIndexed = chance.below(3) > 0
  const byIndex = isIndexed && chance.below(2) === 0
  const spec = {
    completions,
    parallelism: 1 + chance.below(completions),
    completionMode: isIndexed ? 'Indexed' : 'NonIndexed',
    ...(byIndex
      ? { backoffLimitPerIndex: 1, maxFailedIndexes: 1 + chance.below(2) }
      : { backoffLimit: 1 + chance.below(3) }),
    ...(chance.below(3) > 0
      ? { podFailurePolicy: { rules: [rule(chance, byIndex), rule(chance, byIndex), rule(chance, byIndex)] } }
      : { podReplacementPolicy: chance.one('TerminatingOrFailed', 'Failed') }),
    ...(isIndexed && chance.below(3) === 0
      ? {
          successPolicy: {
            rules: [chance.one({ succeededIndexes: '0-1', succeededCount: 1 }, { succeededIndexes: '1' })],
          },
        }
      : {}),
    ...(chance.below(3) === 0 ? { suspend: true } : {}),
    ...(chance.below(6) === 0 ? { manualSelector: false } : {}),
  }
  const end = (phase: 'Succeeded' | 'Failed', more: object = {}) =>
    setPods('job-name=work', 1 + chance.below(2), {
      ...ended(phase, phase === 'Failed' ? chance.one(1, 7, 42) : 0),
      ...more,
    })
  const change = () =>
    chance.one(
      () => end('Succeeded'),
      () => end('Failed'),
      () => end('Failed', disrupted('EvictionByEvictionAPI')),
      () => setPods('job-name=work', 2, ready()),
      () => wait(21),
      () => deletePods('job-name=work', 1 + chance.below(2)),
      () => evict('job-name=work', 1),
      () => patch(JOB, { spec: { suspend: true } }),
      () => patch(JOB, { spec: { suspend: false } }),
      () => patch(JOB, { spec: { parallelism: chance.below(4) } }),
      () => patch(JOB, { spec: { completions: 3, parallelism: 3 } }),
      () => patch(JOB, { spec: { ttlSecondsAfterFinished: chance.one(0, 20) } }),
      () => patch(JOB, { spec: { activeDeadlineSeconds: 30 } }),
      () => patch(JOB, { spec: { backoffLimit: chance.below(3) } }),
      () => patchPods('job-name=work', 1, { metadata: { labels: { 'batch.kubernetes.io/controller-uid': 'no' } } }),
    )()
  return { byState: true, quiet: 21, steps: [create(job('work', spec)), ...some(chance, 5, change)] }
}

/** CronJobs whose schedule, template and policies change while some of their Jobs run. */
export const changedCronJobs: Family = (chance) => {
  const cron: Manifest = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'cron' },
    spec: {
      schedule: chance.one('* * * * *', '0 0 30 2 *', '* * * * *'),
      concurrencyPolicy: chance.one('Allow', 'Forbid', 'Replace'),
      ...(chance.below(2) === 0 ? { startingDeadlineSeconds: chance.one(9, 100) } : {}),
      jobTemplate: {
        metadata: { annotations: { note: 'a' } },
        spec: {
          backoffLimit: 0,
          parallelism: 1 + chance.below(2),
          template: unplayed('cron', { restartPolicy: 'Never' }),
        },
      },
    },
  }
  const change = (): Step =>
    chance.one(
      () => setPods('app=cron', 9, ended('Succeeded')),
      () => setPods('app=cron', 1, ended('Failed')),
      () => patch(CRON_JOB, { spec: { schedule: chance.one('* * * * *', '0 1 * * *', '@hourly') } }),
      () => patch(CRON_JOB, { spec: { suspend: chance.one(true, false) } }),
      () => patch(CRON_JOB, { spec: { timeZone: chance.one('Asia/Kolkata', 'Europe/Berlin') } }),
      () => patch(CRON_JOB, { spec: { jobTemplate: { spec: { backoffLimit: 2, suspend: chance.one(true, false) } } } }),
      () => patch(CRON_JOB, { spec: { successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 0 } }),
      () => remove('batch/v1/jobs?labelSelector=', { propagationPolicy: 'Background' }),
      () => remove(CRON_JOB, { propagationPolicy: chance.one('Foreground', 'Orphan') }),
    )()
  return {
    byState: true,
    quiet: 9,
    steps: [minute, create(cron), minute, change(), change(), minute, change()],
  }
}

/** HorizontalPodAutoscalers with metrics that are not served, missing targets, behaviors, and two for one target. */
export const metricAutoscalers: Family = (chance) => {
  const at = 'autoscaling/v2/horizontalpodautoscalers/auto'
  const average = { type: 'AverageValue', averageValue: '10' }
  const metric = () =>
    chance.one(
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'a', target: { type: 'Utilization', averageUtilization: 50 } },
      },
      { type: 'Pods', pods: { metric: { name: 'hits' }, target: average } },
      {
        type: 'External',
        external: { metric: { name: 'queue', selector: { matchLabels: { q: 'a' } } }, target: average },
      },
      {
        type: 'Object',
        object: {
          metric: { name: 'hits' },
          describedObject: { apiVersion: 'v1', kind: 'Service', name: 'web' },
          target: { type: 'Value', value: '10' },
        },
      },
    )
  const auto = (name: string): Manifest => ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name },
    spec: {
      scaleTargetRef: chance.one(
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'web' },
        { apiVersion: 'example.io/v1', kind: 'Unknown', name: 'web' },
      ),
      minReplicas: 1 + chance.below(3),
      maxReplicas: 4,
      metrics: chance.below(2) === 0 ? [metric()] : [metric(), metric()],
      ...(chance.below(2) === 0
        ? {
            behavior: {
              scaleDown: chance.one(
                { selectPolicy: 'Disabled' },
                { policies: [{ type: 'Percent', value: 50, periodSeconds: 60 }] },
              ),
              scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
            },
          }
        : {}),
    },
  })
  const change = () =>
    chance.one(
      () => patch('apps/v1/deployments/web', replicas(chance.below(9))),
      () => patch(at, { spec: { metrics: [metric()] } }),
      () => patch(at, { spec: { maxReplicas: 3 } }),
      () => areReady(9),
      () => create(auto('other')),
    )()
  return {
    byState: true,
    quiet: 17,
    steps: [
      create(deployment('web', { replicas: chance.below(7), template: unplayed('web') }), auto('auto')),
      wait(17),
      change(),
      wait(17),
      change(),
      wait(17),
    ],
  }
}

/** Evictions during rollouts, under one or two PodDisruptionBudgets, of pods with owners of several kinds. */
export const rollingBudgets: Family = (chance) => {
  const at = 'policy/v1/poddisruptionbudgets/some'
  const budget = (name: string): Manifest => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: {
      selector: chance.one({ matchLabels: { app: 'web' } }, { matchLabels: { app: 'web' } }, {}),
      ...chance.one({ minAvailable: 2 }, { minAvailable: '50%' }, { maxUnavailable: 1 }, { maxUnavailable: '34%' }),
      ...(chance.below(2) === 0 ? { unhealthyPodEvictionPolicy: chance.one('IfHealthyBudget', 'AlwaysAllow') } : {}),
    },
  })
  const [owner, make] = chance.one(
    ['apps/v1/deployments/web', deployment] as const,
    ['apps/v1/replicasets/web', replicaSet] as const,
    ['v1/replicationcontrollers/web', replicationController] as const,
    ['apps/v1/statefulsets/web', statefulSet] as const,
  )
  const change = (): Step =>
    chance.one(
      () => evict('app=web', 1),
      () => evict('app=web', 1 + chance.below(3)),
      () => evict('app=web', 1, { deleteOptions: { gracePeriodSeconds: 0 } }),
      () => areReady(9),
      () => areReady(1 + chance.below(3)),
      () => areUnready(1),
      () => patch(owner, image('example.io/a:2')),
      () => patch(owner, replicas(1 + chance.below(5))),
      () => create(budget('second')),
      () => remove('policy/v1/poddisruptionbudgets/second'),
      () => patch(at, { spec: { minAvailable: null, maxUnavailable: chance.below(3) } }),
      () => create({ ...job('lone'), metadata: { name: 'lone', labels: { app: 'web' } } }),
      () => patchPods('app=web', 1, { metadata: { ownerReferences: null } }),
    )()
  const spec = {
    replicas: 2 + chance.below(4),
    ...(make === statefulSet ? { podManagementPolicy: 'Parallel' } : {}),
    template: unplayed('web'),
  }
  return {
    byState: true,
    quiet: 6,
    steps: [create(make('web', spec)), areReady(9), create(budget('some')), ...some(chance, 4, change)],
  }
}
