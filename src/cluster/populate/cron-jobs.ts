import { parseSchedule } from '../../base/time/cron-schedule.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import { jobNameAt } from '../../controllers/batch/cron-jobs/start-job.js'
import type { CronJob } from '../../controllers/batch/cron-jobs/cron-job.js'
import { nextTimeOf } from '../../controllers/batch/cron-jobs/next-time.js'
import { podFromTemplate } from '../../controllers/pods/from-template.js'
import { controllerRef } from '../../controllers/pods/owner.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import type { Draft, PopulateContext } from './populate-context.js'
import type { Home } from './namespaces.js'
import type { Placing } from './placing.js'
import { storePods } from './pods.js'
import { MEMBERS } from './shares.js'
import { type App, labelsOf, resourcesOf } from './templates.js'
import { CHORES } from './words.js'

const MINUTE = 60_000
const MANAGER = 'kube-controller-manager'

type Chore = { readonly app: App; readonly schedule: string }

/** Stores a CronJob of a namespace with its last Jobs and their pods. */
export function makeCronJob(making: PopulateContext, placing: Placing, home: Home, place: number): void {
  const chore = choreOf(making, home, place)
  const { last, ended } = timesOf(chore.schedule, making.now)
  const cronJob = storeCronJob(making, placing, chore, last, ended.at(-1) ?? last)
  for (const at of ended) makeJob(making, placing, chore, cronJob, at)
}

function choreOf({ chance }: PopulateContext, home: Home, place: number): Chore {
  const { name, schedule } = mustHave(CHORES[place % CHORES.length], 'a chore')
  const more = Math.floor(place / CHORES.length)
  const app: App = {
    home,
    name: `${home.team}-${name}${more > 0 ? `-${more + 1}` : ''}`,
    component: name,
    image: `registry.example.com/${home.team}/${name}`,
    version: `0.${chance.whole(1, 40)}.${chance.whole(0, 9)}`,
  }
  return { app, schedule }
}

/** Returns the last scheduled time, and the last times whose Jobs can have ended by now. */
function timesOf(schedule: string, now: number): { readonly last: number; readonly ended: readonly number[] } {
  const parsed = parseSchedule(schedule)
  if (typeof parsed === 'string') throw new Error(`fakecluster has a bug: ${schedule}: ${parsed}`)
  const next = nextTimeOf(parsed)
  for (let weeks = 1 / 56; ; weeks *= 2) {
    const times: number[] = []
    for (let time = next(now - weeks * 7 * 24 * 60 * MINUTE); time !== undefined && time <= now; time = next(time))
      times.push(time)
    const ended = times.filter((time) => time < now - MINUTE)
    if (ended.length >= MEMBERS) return { last: times.at(-1) ?? now, ended: ended.slice(-MEMBERS) }
  }
}

function storeCronJob(
  making: PopulateContext,
  placing: Placing,
  { app, schedule }: Chore,
  last: number,
  ended: number,
): CronJob {
  const { budget } = placing
  const asks = resourcesOf({ cpu: Math.min(100, budget.cpu), memory: Math.min(128, budget.memory) })
  return making.store(
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: app.name, namespace: app.home.namespace, labels: labelsOf(app), generation: 1 },
      spec: {
        schedule,
        concurrencyPolicy: 'Forbid',
        suspend: false,
        successfulJobsHistoryLimit: MEMBERS,
        failedJobsHistoryLimit: 1,
        jobTemplate: {
          metadata: { labels: labelsOf(app) },
          spec: {
            backoffLimit: 2,
            template: {
              metadata: { labels: labelsOf(app) },
              spec: {
                restartPolicy: 'Never',
                containers: [
                  { name: app.component, image: `${app.image}:${app.version}`, args: ['run'], resources: asks },
                ],
              },
            },
          },
        },
      },
      status: { lastScheduleTime: formatTime(last), lastSuccessfulTime: formatTime(ended + 30_000) },
    },
    { by: 'helm', at: app.home.at + MINUTE, status: { by: MANAGER, at: last } },
  ) as CronJob // by its kind
}

/** How long Jobs take, in milliseconds; their pods start after two seconds. */
const TOOK = 28_000

function makeJob(making: PopulateContext, placing: Placing, { app }: Chore, cronJob: CronJob, at: number): void {
  const job = storeJob(making, app, cronJob, at)
  const { spec } = job as ObjectOf<'Job'> // by its kind
  // The draft contains no Dates.
  const draft = { apiVersion: 'v1', kind: 'Pod', ...podFromTemplate(spec?.template ?? {}, job) } as Draft
  storePods(making, draft, [{ at, node: placing.next(), health: { type: 'succeeded', took: TOOK - 1000 } }])
}

function storeJob({ store, chance }: PopulateContext, app: App, cronJob: CronJob, at: number): KubeObject {
  const uid = chance.uuid()
  const name = jobNameAt(cronJob, at)
  const { metadata = {}, spec } = mustHave(cronJob.spec, 'the spec of a CronJob').jobTemplate
  const matchLabels = { 'batch.kubernetes.io/controller-uid': uid }
  const labels = { ...matchLabels, 'batch.kubernetes.io/job-name': name, 'controller-uid': uid, 'job-name': name }
  const end = formatTime(at + 2000 + TOOK)
  const condition = {
    status: 'True',
    lastProbeTime: end,
    lastTransitionTime: end,
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
  }
  return store(
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name,
        namespace: app.home.namespace,
        uid,
        generation: 1,
        ...(metadata.labels ? { labels: metadata.labels } : {}),
        annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': formatTime(at) },
        ownerReferences: [controllerRef(cronJob)],
      },
      spec: {
        ...spec,
        parallelism: 1,
        completions: 1,
        completionMode: 'NonIndexed',
        suspend: false,
        podReplacementPolicy: 'TerminatingOrFailed',
        manualSelector: false,
        selector: { matchLabels },
        template: {
          ...spec?.template,
          metadata: { ...spec?.template.metadata, labels: { ...spec?.template.metadata?.labels, ...labels } },
        },
      },
      status: {
        conditions: [
          { type: 'SuccessCriteriaMet', ...condition },
          { type: 'Complete', ...condition },
        ],
        startTime: formatTime(at),
        completionTime: end,
        succeeded: 1,
        ready: 0,
        terminating: 0,
        uncountedTerminatedPods: {},
      },
    },
    { by: MANAGER, at, status: { by: MANAGER, at: at + 2000 + TOOK } },
  )
}
