import { type Manifest, type Scenario, create, deletePods, minute, patch, setPods, wait } from '../scenario.js'
import { deployment, ended, job, ready, replicas, template, unplayed } from './manifests.js'

const cronJob = (spec: object): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'cron' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: { spec: { template: unplayed('cron', { restartPolicy: 'Never' }) } },
    ...spec,
  },
})
const autoscaler = (spec: object): Manifest => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'auto' },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 5, ...spec },
})
const budget = (spec: object): Manifest => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'some' },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
})
const web = (count: number) => deployment('web', { replicas: count, template: unplayed('web') })
const done = (count: number) => setPods('app=cron', count, ended('Succeeded'))

/** Scenarios of the controllers of CronJobs, HorizontalPodAutoscalers and PodDisruptionBudgets. */
export const others: readonly Scenario[] = [
  { name: 'CronJob/runs each minute', steps: [minute, create(cronJob({})), minute, done(1), minute, done(1)] },
  { name: 'CronJob/suspended', steps: [minute, create(cronJob({ suspend: true })), minute] },
  {
    name: 'CronJob/forbids another',
    steps: [minute, create(cronJob({ concurrencyPolicy: 'Forbid' })), minute, minute, done(1)],
  },
  {
    name: 'CronJob/replaces another',
    steps: [minute, create(cronJob({ concurrencyPolicy: 'Replace' })), minute, minute],
  },
  { name: 'CronJob/keeps none', steps: [minute, create(cronJob({ successfulJobsHistoryLimit: 0 })), minute, done(1)] },
  {
    name: 'CronJob/fails',
    steps: [
      minute,
      create(
        cronJob({ jobTemplate: { spec: { backoffLimit: 0, template: unplayed('cron', { restartPolicy: 'Never' }) } } }),
      ),
      minute,
      setPods('app=cron', 1, ended('Failed')),
    ],
  },
  {
    name: 'HorizontalPodAutoscaler/without metrics',
    steps: [create(web(2), autoscaler({})), setPods('app=web', 2, ready()), wait(16)],
  },
  { name: 'HorizontalPodAutoscaler/of nothing', steps: [create(autoscaler({})), wait(16)] },
  { name: 'HorizontalPodAutoscaler/above its most', steps: [create(web(4), autoscaler({ maxReplicas: 3 })), wait(16)] },
  {
    name: 'HorizontalPodAutoscaler/below its least',
    steps: [create(web(1), autoscaler({ minReplicas: 3 })), wait(16)],
  },
  { name: 'HorizontalPodAutoscaler/of a target scaled to nothing', steps: [create(web(0), autoscaler({})), wait(16)] },
  ...[{ minAvailable: 1 }, { minAvailable: '50%' }, { maxUnavailable: 1 }, { maxUnavailable: '30%' }].map((spec) => ({
    name: `PodDisruptionBudget/${JSON.stringify(spec)
      .replaceAll(/[^a-zA-Z0-9%]+/g, ' ')
      .trim()}`,
    steps: [
      create(web(3), budget(spec)),
      setPods('app=web', 2, ready()),
      setPods('app=web', 1, ready()),
      deletePods('app=web', 1),
      patch('apps/v1/deployments/web', replicas(5)),
    ],
  })),
  {
    name: 'Pod/of a job on a node',
    steps: [create(job('work', { template: template('work', { restartPolicy: 'OnFailure' }) }))],
  },
]
