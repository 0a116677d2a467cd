import { humanAge } from '../../../base/time/time.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import { selectorText } from '../../autoscaling/selector.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import type { Job } from './job-types.js'

/** The description of the selector column, the same for Jobs and CronJobs. */
export const SELECTOR_TEXT = docOf('batch.v1.JobSpec', 'selector')

/** The table columns of Jobs in a version. */
export const jobColumns = (version: KubernetesVersion): readonly Column<Job>[] => [
  nameColumn,
  { name: 'Status', description: 'Status of the job.', cell: (job) => statusText(job, version) },
  {
    name: 'Completions',
    description: docOf('batch.v1.JobStatus', 'succeeded'),
    cell: completionsText,
  },
  { name: 'Duration', description: 'Time required to complete the job.', cell: durationText },
  ageColumn,
  ...templateColumns<Job>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: SELECTOR_TEXT,
    cell: ({ spec }) => selectorText(spec?.selector),
  },
]

function statusText({ metadata, status: { conditions = [] } = {} }: Job, version: KubernetesVersion): string {
  const has = (condition: string) => conditions.find(({ type }) => type === condition)?.status === 'True'
  const ended = ['Complete', 'Failed'].find(has)
  if (ended) return ended
  if (metadata.deletionTimestamp) return 'Terminating'
  return (
    ['Suspended', 'FailureTarget', ...(atLeast(version, '1.34') ? ['SuccessCriteriaMet'] : [])].find(has) ?? 'Running'
  )
}

function completionsText({ spec: { completions, parallelism = 0 } = {}, status: { succeeded = 0 } = {} }: Job): string {
  if (completions !== undefined) return `${succeeded}/${completions}`
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function durationText({ status: { startTime, completionTime } = {} }: Job, now: number): string {
  if (!startTime) return ''
  return humanAge((completionTime ? Date.parse(completionTime) : now) - Date.parse(startTime))
}
