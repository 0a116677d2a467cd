import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import { formatTime } from '../../../base/time/time.js'
import { offsetsOf } from '../../../base/time/time-zone.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import { isNamespaceEnding } from '../../pods/make-pod.js'
import { controllerRef, isControlledBy, refOf } from '../../pods/owner.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { Job } from '../jobs/job.js'
import { type CronJob, type Look, say } from './cron-job.js'

const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp'

/** Returns the name of a CronJob's Job for a time in milliseconds since 1970, whose suffix is the time in minutes. */
export const jobNameAt = ({ metadata }: CronJob, start: number): string =>
  `${metadata.name}-${Math.floor(start / 60_000)}`

/**
 * Creates the Job of a scheduled time and records it as active; one that exists already is recorded if it belongs to
 * the CronJob.
 *
 * @throws StatusError if it is refused
 */
export function* startJob(look: Look, start: number, world: WorldInSteps): Steps<void> {
  const { status } = look
  const job = yield* createJob(look, start, world)
  if (!job) return
  const { name = '', namespace = '', uid = '', resourceVersion = '' } = job.metadata
  const { apiVersion, kind } = job
  status.active = [...(status.active ?? []), { kind, namespace, name, uid, apiVersion, resourceVersion }]
  status.lastScheduleTime = formatTime(start)
  look.changed = true
}

function* createJob(look: Look, start: number, world: WorldInSteps): Steps<Job | undefined> {
  const { cronJob, spec, status } = look
  const { namespace } = refOf(cronJob)
  const name = jobNameAt(cronJob, start)
  const { metadata = {}, spec: jobSpec } = spec.jobTemplate
  try {
    const job = yield* world.create('Job', {
      metadata: {
        namespace,
        name,
        ...(metadata.labels ? { labels: metadata.labels } : {}),
        annotations: { ...metadata.annotations, [SCHEDULED]: timeIn(spec.timeZone, start) },
        ownerReferences: [controllerRef(cronJob)],
      },
      ...(jobSpec ? { spec: jobSpec } : {}),
    })
    yield* say(world, look, 'Normal', 'SuccessfulCreate', `Created job ${name}`)
    return job
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (isNamespaceEnding(error)) throw error
    if (error.reason !== 'AlreadyExists') {
      yield* say(world, look, 'Warning', 'FailedCreate', `Error creating job: ${error.message}`)
      throw error
    }
    const there: ObjectOf<'Job'> | undefined = world.get('Job', { namespace, name })
    const isNew =
      there && isControlledBy(there, cronJob) && !status.active?.some(({ uid }) => uid === there.metadata.uid)
    return isNew ? there : undefined
  }
}

/** Formats a time in a time zone by RFC 3339 (`2024-01-01T05:30:00+05:30`). */
function timeIn(zone: string | undefined, time: number): string {
  const ahead = Math.round(offsetsOf(zone)(time) / 60_000)
  if (ahead === 0) return formatTime(time)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`
  return formatTime(time + ahead * 60_000).replace('Z', offset)
}
