import type { Chance } from '../chance.js'
import {
  type Manifest,
  type Step,
  create,
  deletePods,
  evict,
  minute,
  patch,
  remove,
  setPods,
  wait,
} from '../scenario.js'
import { deployment, ended, job, ready, replicaSet, replicas, statefulSet, unplayed } from '../scenarios/manifests.js'
import { type Family, areReady, areUnready, some } from './family.js'

const JOB = 'batch/v1/jobs/work'
const CRON_JOB = 'batch/v1/cronjobs/cron'
const DISRUPTED = {
  conditions: [{ type: 'DisruptionTarget', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
}

const rule = (chance: Chance, byIndex: boolean): object =>
  chance.one(
    { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    { action: 'Ignore', onExitCodes: { operator: 'In', values: [7, 42] } },
    { action: 'Count', onExitCodes: { operator: 'NotIn', values: [0, 42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
    { action: byIndex ? 'FailIndex' : 'FailJob', onExitCodes: { operator: 'NotIn', values: [0, 1] } },
  )

function indexed(chance: Chance, completions: number): object {
  const byIndex = chance.below(2) === 0
  return {
    completionMode: 'Indexed',
    ...(byIndex
      ? {
          backoffLimitPerIndex: chance.below(2),
          ...(chance.below(2) === 0 ? { maxFailedIndexes: chance.below(3) } : {}),
        }
      : {}),
    ...(chance.below(3) === 0
      ? {
          successPolicy: {
            rules: [chance.one({ succeededIndexes: '0' }, { succeededCount: 1 + chance.below(completions) })],
          },
        }
      : {}),
    ...(chance.below(3) === 0 ? { podFailurePolicy: { rules: [rule(chance, byIndex), rule(chance, byIndex)] } } : {}),
  }
}

/** Jobs of both completion modes with all policies. */
export const jobs: Family = (chance) => {
  const completions = 1 + chance.below(5)
  const spec = {
    completions,
    parallelism: 1 + chance.below(4),
    backoffLimit: chance.below(4),
    ...(chance.below(2) === 0
      ? indexed(chance, completions)
      : chance.below(3) === 0
        ? { podFailurePolicy: { rules: [rule(chance, false)] } }
        : { podReplacementPolicy: chance.one('TerminatingOrFailed', 'Failed') }),
    ...(chance.below(4) === 0 ? { suspend: true } : {}),
    ...(chance.below(4) === 0 ? { ttlSecondsAfterFinished: chance.one(0, 25) } : {}),
    ...(chance.below(5) === 0 ? { activeDeadlineSeconds: 40 } : {}),
  }
  const end = (phase: 'Succeeded' | 'Failed', more: object = {}) =>
    setPods('job-name=work', 1 + chance.below(3), {
      ...ended(phase, phase === 'Failed' ? chance.one(1, 7, 42) : 0),
      ...more,
    })
  const change = () =>
    chance.one(
      () => end('Succeeded'),
      () => end('Succeeded'),
      () => end('Failed'),
      () => end('Failed', DISRUPTED),
      () => setPods('job-name=work', 1 + chance.below(2), ready()),
      () => wait(23),
      () => deletePods('job-name=work', 1),
      () => patch(JOB, { spec: { suspend: chance.one(true, false) } }),
      () => patch(JOB, { spec: { parallelism: chance.below(5) } }),
    )()
  return { byState: true, quiet: 21, steps: [create(job('work', spec)), ...some(chance, 5, change)] }
}

/** CronJobs. */
export const cronJobs: Family = (chance) => {
  const cron = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'cron' },
    spec: {
      schedule: chance.one('* * * * *', '*/1 * * * *', '@every 1m', '* * * * *'),
      concurrencyPolicy: chance.one('Allow', 'Forbid', 'Replace'),
      ...(chance.below(3) === 0 ? { timeZone: chance.one('Etc/UTC', 'Asia/Kolkata', 'America/New_York') } : {}),
      ...(chance.below(3) === 0 ? { startingDeadlineSeconds: chance.one(20, 200) } : {}),
      ...(chance.below(4) === 0 ? { suspend: true } : {}),
      successfulJobsHistoryLimit: chance.one(0, 1, 3),
      failedJobsHistoryLimit: chance.one(0, 1),
      jobTemplate: {
        metadata: { labels: { from: 'cron' } },
        spec: { backoffLimit: chance.below(2), template: unplayed('cron', { restartPolicy: 'Never' }) },
      },
    },
  }
  const change = () =>
    chance.one(
      () => setPods('app=cron', 9, ended('Succeeded')),
      () => setPods('app=cron', 1, ended('Failed')),
      () => setPods('app=cron', 1, ready()),
      () => patch(CRON_JOB, { spec: { suspend: chance.one(true, false) } }),
      () => patch(CRON_JOB, { spec: { concurrencyPolicy: chance.one('Allow', 'Forbid', 'Replace') } }),
      () => patch(CRON_JOB, { spec: { schedule: chance.one('0 0 1 1 *', '* * * * *') } }),
      () => remove(CRON_JOB, { propagationPolicy: chance.one('Background', 'Orphan') }),
    )()
  return {
    byState: true,
    quiet: 10,
    steps: [minute, create(cron), minute, change(), minute, change(), ...(chance.below(2) === 0 ? [minute] : [])],
  }
}

/** HorizontalPodAutoscalers with minReplicas and maxReplicas, without metrics. */
export const autoscalers: Family = (chance) => {
  const at = 'autoscaling/v2/horizontalpodautoscalers/auto'
  const kind = chance.one('Deployment', 'StatefulSet', 'ReplicaSet')
  const make = { Deployment: deployment, StatefulSet: statefulSet, ReplicaSet: replicaSet }[kind]
  const target = `apps/v1/${kind.toLowerCase()}s/web`
  const scale = (type: string) => ({
    [type]: {
      stabilizationWindowSeconds: chance.one(0, 60),
      policies: [{ type: 'Pods', value: 1, periodSeconds: 30 }],
    },
  })
  const auto = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'auto' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind, name: 'web' },
      minReplicas: 1 + chance.below(3),
      maxReplicas: 3 + chance.below(3),
      ...(chance.below(2) === 0 ? { behavior: { ...scale('scaleUp'), ...scale('scaleDown') } } : {}),
      ...(chance.below(2) === 0
        ? {
            metrics: [
              {
                type: 'Resource',
                resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '50Mi' } },
              },
            ],
          }
        : {}),
    },
  }
  const change = () =>
    chance.one(
      () => patch(target, replicas(chance.below(9))),
      () => patch(at, { spec: { maxReplicas: 3 + chance.below(4) } }),
      () => patch(at, { spec: { minReplicas: 1 + chance.below(3) } }),
      () => areReady(9),
      () => remove(target),
    )()
  const more = Array.from({ length: 3 }, () => [change(), wait(17)]).flat()
  return {
    byState: true,
    quiet: 17,
    steps: [
      create(
        make('web', { replicas: chance.below(7), podManagementPolicy: undefined, template: unplayed('web') }),
        auto,
      ),
      wait(17),
      ...more,
    ],
  }
}

/** PodDisruptionBudgets and evictions. */
export const budgets: Family = (chance) => {
  const at = 'policy/v1/poddisruptionbudgets/some'
  const much = () =>
    chance.one(
      { minAvailable: 1 + chance.below(3) },
      { maxUnavailable: chance.below(3) },
      { minAvailable: chance.one('40%', '100%') },
      { maxUnavailable: chance.one('30%', '0%') },
    )
  const budget: Manifest = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'some' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      ...much(),
      ...(chance.below(2) === 0 ? { unhealthyPodEvictionPolicy: chance.one('IfHealthyBudget', 'AlwaysAllow') } : {}),
    },
  }
  const make = chance.one(deployment, statefulSet, replicaSet)
  const spec = {
    replicas: 2 + chance.below(4),
    ...(make === statefulSet ? { podManagementPolicy: 'Parallel' } : {}),
    ...(chance.below(3) === 0 ? {} : { template: unplayed('web') }),
  }
  const change = (): Step =>
    chance.one(
      () => evict('app=web', 1 + chance.below(2)),
      () => evict('app=web', 1),
      () => areReady(1 + chance.below(4)),
      () => areReady(9),
      () => areUnready(1),
      () => deletePods('app=web', 1),
      () => patch(at, { spec: { selector: { matchLabels: { app: chance.one('web', 'other') } } } }),
    )()
  return { byState: true, steps: [create(make('web', spec)), create(budget), ...some(chance, 4, change)] }
}
