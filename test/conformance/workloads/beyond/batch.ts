import type { Chance } from '../chance.js'
import { type Family, areReady, areUnready, some } from '../further/family.js'
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
  job,
  pod,
  ready,
  replicaSet,
  replicas,
  replicationController,
  statefulSet,
  template,
  unplayed,
} from '../scenarios/manifests.js'

const JOB = 'batch/v1/jobs/work'
const CRON_JOB = 'batch/v1/cronjobs/cron'

const rules = (chance: Chance, byIndex: boolean): object => ({
  rules: [
    { action: byIndex ? 'FailIndex' : 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
    { action: 'Count', onExitCodes: { operator: 'NotIn', values: [0, chance.one(1, 3)] } },
  ],
})

const modes: readonly ((chance: Chance) => object)[] = [
  // Each index has its own backoff limit.
  (chance) => ({
    completions: 2 + chance.below(3),
    completionMode: 'Indexed',
    backoffLimitPerIndex: chance.below(2),
    ...(chance.below(2) === 0 ? { maxFailedIndexes: chance.below(2) } : {}),
    ...(chance.below(2) === 0 ? { podFailurePolicy: rules(chance, true) } : {}),
  }),
  // Some succeeded indexes are enough (successPolicy).
  (chance) => ({
    completions: 3 + chance.below(3),
    completionMode: 'Indexed',
    backoffLimit: chance.below(3),
    successPolicy: {
      rules: chance.one<object[][]>(
        [{ succeededIndexes: '1-2' }],
        [{ succeededCount: 2 }],
        [{ succeededIndexes: '0,2', succeededCount: 1 }, { succeededCount: 3 }],
      ),
    },
  }),
  // A work queue, which ends with the first success.
  (chance) => ({ parallelism: 1 + chance.below(4), backoffLimit: chance.below(3) }),
  (chance) => ({ completions: 1 + chance.below(4), backoffLimit: 1, podFailurePolicy: rules(chance, false) }),
  (chance) => ({ completions: 2, backoffLimit: chance.below(4), podReplacementPolicy: 'Failed' }),
]

/** Jobs of one mode each that are suspended, resumed and deleted by TTL, and whose pods may have finalizers. */
export const modalJobs: Family = (chance) => {
  const mode = modes[chance.below(modes.length)]?.(chance) ?? {}
  const spec = {
    parallelism: 1 + chance.below(3),
    ...mode,
    ...(chance.below(4) === 0 ? { suspend: true } : {}),
    ...(chance.below(3) === 0 ? { ttlSecondsAfterFinished: chance.one(0, 10, 40) } : {}),
    ...(chance.below(4) === 0 ? { activeDeadlineSeconds: chance.one(15, 50) } : {}),
    ...(chance.below(12) === 0 ? { managedBy: 'example.io/somebody' } : {}),
  }
  const end = (phase: 'Succeeded' | 'Failed', count: number) =>
    setPods('job-name=work', count, ended(phase, phase === 'Failed' ? chance.one(1, 3, 42) : 0))
  const ofIndex = (index: number, phase: 'Succeeded' | 'Failed') =>
    setPods(`batch.kubernetes.io/job-completion-index=${index}`, 1, ended(phase))
  const change = (): Step =>
    chance.one(
      () => end('Succeeded', 1 + chance.below(2)),
      () => end('Failed', 1),
      () => ofIndex(chance.below(3), 'Succeeded'),
      () => ofIndex(chance.below(3), chance.one('Succeeded', 'Failed')),
      () => setPods('job-name=work', 1 + chance.below(2), ready()),
      () => patch(JOB, { spec: { suspend: true } }),
      () => patch(JOB, { spec: { suspend: false } }),
      () => patch(JOB, { spec: { parallelism: chance.below(4) } }),
      () => patch(JOB, { spec: { ttlSecondsAfterFinished: chance.one(5, null) } }),
      () => patch(JOB, { metadata: { labels: { note: chance.one('a', 'b') } } }),
      () => patchPods('job-name=work', 1, { metadata: { finalizers: ['example.io/hold'] } }),
      () => deletePods('job-name=work', 1),
      () => wait(24),
      () => remove(JOB, { propagationPolicy: chance.one('Background', 'Foreground', 'Orphan') }),
    )()
  return { byState: true, quiet: 22, steps: [create(job('work', spec)), ...some(chance, 4, change)] }
}

/** CronJobs in several time zones, with deadlines, concurrency policies and history limits. */
export const zonedCronJobs: Family = (chance) => {
  const cron: Manifest = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'cron', labels: { of: 'cron' } },
    spec: {
      schedule: chance.one('* * * * *', '*/1 * * * *', '0-59 * * * *', '@hourly'),
      concurrencyPolicy: chance.one('Allow', 'Forbid', 'Replace'),
      timeZone: chance.one('Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
      ...(chance.below(2) === 0 ? { startingDeadlineSeconds: chance.one(5, 15, 300) } : {}),
      successfulJobsHistoryLimit: chance.one(0, 1),
      failedJobsHistoryLimit: chance.one(0, 2),
      jobTemplate: {
        metadata: { labels: { from: 'cron' }, annotations: { note: 'a' } },
        spec: {
          backoffLimit: 0,
          ...(chance.below(3) === 0 ? { ttlSecondsAfterFinished: 5 } : {}),
          ...(chance.below(4) === 0 ? { suspend: true } : {}),
          template: unplayed('cron', { restartPolicy: 'Never' }),
        },
      },
    },
  }
  const change = (): Step =>
    chance.one(
      () => setPods('app=cron', 9, ended('Succeeded')),
      () => setPods('app=cron', 9, ended('Failed')),
      () => setPods('app=cron', 9, ready()),
      () => remove('batch/v1/jobs?labelSelector=from%3Dcron', { propagationPolicy: 'Background' }),
      () => patch(CRON_JOB, { spec: { suspend: chance.one(true, false) } }),
      () => patch(CRON_JOB, { spec: { concurrencyPolicy: chance.one('Allow', 'Forbid', 'Replace') } }),
      () => patch(CRON_JOB, { spec: { startingDeadlineSeconds: chance.one(10, null) } }),
      () => patch(CRON_JOB, { spec: { timeZone: chance.one('Etc/UTC', null) } }),
      () => remove(CRON_JOB, { propagationPolicy: chance.one('Background', 'Foreground', 'Orphan') }),
    )()
  return { byState: true, quiet: 9, steps: [minute, create(cron), minute, change(), minute, change(), change()] }
}

/** HorizontalPodAutoscalers of several kinds with changing minReplicas and maxReplicas, without any metric. */
export const boundedAutoscalers: Family = (chance) => {
  const at = 'autoscaling/v2/horizontalpodautoscalers/auto'
  const [kind, target, make] = chance.one(
    ['Deployment', 'apps/v1/deployments/web', deployment] as const,
    ['StatefulSet', 'apps/v1/statefulsets/web', statefulSet] as const,
    ['ReplicationController', 'v1/replicationcontrollers/web', replicationController] as const,
  )
  const auto: Manifest = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'auto' },
    spec: {
      scaleTargetRef: { apiVersion: kind === 'ReplicationController' ? 'v1' : 'apps/v1', kind, name: 'web' },
      ...(chance.below(3) > 0 ? { minReplicas: 1 + chance.below(3) } : {}),
      maxReplicas: 3 + chance.below(6),
    },
  }
  const change = (): Step =>
    chance.one(
      () => patch(target, replicas(chance.one(0, 1, 9, 12))),
      () => patch(at, { spec: { minReplicas: 4, maxReplicas: 5 } }),
      () => patch(at, { spec: { maxReplicas: 2, minReplicas: 1 } }),
      () => areReady(9),
      () => remove(at),
      () => remove(target),
      () => create(make('web', { replicas: 2, template: unplayed('web') })),
    )()
  return {
    byState: true,
    quiet: 17,
    steps: [
      create(auto),
      wait(17),
      create(make('web', { replicas: chance.one(0, 1, 6), template: unplayed('web') })),
      wait(17),
      change(),
      wait(17),
      change(),
      wait(17),
    ],
  }
}

/** PodDisruptionBudgets with percentages over pods without an owner, of several owners and of owners without scale. */
export const mixedBudgets: Family = (chance) => {
  const at = 'policy/v1/poddisruptionbudgets/some'
  const much = () =>
    chance.one<object[]>(
      { minAvailable: '50%' },
      { maxUnavailable: '40%' },
      { maxUnavailable: 1 },
      { minAvailable: 2 },
      { minAvailable: '100%' },
    )
  const budget: Manifest = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'some' },
    spec: {
      selector: chance.one<object[]>(
        { matchLabels: { app: 'web' } },
        { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'lone'] }] },
        {},
      ),
      ...much(),
      ...chance.one<object[]>({}, { unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
    },
  }
  const lone = (name: string) => pod(name, { schedulerName: 'nobody' }, { labels: { app: 'lone' } })
  const owner = chance.one<Manifest[]>(
    replicaSet('web', { replicas: 3, template: unplayed('web') }),
    statefulSet('web', { replicas: 3, podManagementPolicy: 'Parallel', template: unplayed('web') }),
    deployment('web', { replicas: 3, template: template('web') }),
    { ...job('web', { parallelism: 3, completions: 4 }) },
  )
  const change = (): Step =>
    chance.one(
      () => evict('app=web', 1),
      () => evict('app=web', 3),
      () => evict('app=lone', 1),
      () => areReady(9),
      () => areUnready(1),
      () => setPods('app=lone', 2, ready()),
      () => create(lone('three')),
      () => patch(at, { spec: { minAvailable: null, maxUnavailable: chance.one(0, '60%') } }),
      () => patch(at, { metadata: { labels: { note: 'a' } } }),
      () => deletePods('app=lone', 1),
      () => remove(at),
    )()
  return {
    byState: true,
    quiet: 6,
    steps: [create(owner, lone('one'), lone('two')), areReady(9), create(budget), ...some(chance, 4, change)],
  }
}
