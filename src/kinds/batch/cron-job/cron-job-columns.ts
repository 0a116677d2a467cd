import type { Column } from '../../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn, sinceText } from '../../../model/registry/columns.js'
import { selectorText } from '../../autoscaling/selector.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { SELECTOR_TEXT } from '../job/job-columns.js'
import type { CronJob } from './cron-job-types.js'

/** The table columns of CronJobs. */
export const cronJobColumns: readonly Column<CronJob>[] = [
  nameColumn,
  {
    name: 'Schedule',
    description: 'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.',
    cell: ({ spec }) => spec?.schedule ?? '',
  },
  {
    name: 'Timezone',
    description:
      'The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this will default to the time zone of the kube-controller-manager process. The set of valid time zone names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob validation and the controller manager during execution. If no system-wide time zone database can be found a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with the reason UnknownTimeZone. More information can be found in https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones',
    cell: ({ spec }) => spec?.timeZone ?? '<none>',
  },
  {
    name: 'Suspend',
    type: 'boolean',
    description:
      'This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.',
    cell: ({ spec }) => (spec?.suspend ? 'True' : 'False'),
  },
  integerColumn('Active', 'A list of pointers to currently running jobs.', ({ status }) => status?.active?.length ?? 0),
  {
    name: 'Last Schedule',
    description: 'Information when was the last time the job was successfully scheduled.',
    cell: ({ status }, now) => (status?.lastScheduleTime ? sinceText(status.lastScheduleTime, now) : '<none>'),
  },
  ageColumn,
  ...templateColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: SELECTOR_TEXT,
    cell: ({ spec }) => selectorText(spec?.jobTemplate?.spec?.selector),
  },
]
