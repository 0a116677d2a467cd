import { controllerOf } from '../../pods/owner.js'
import type { Controller, Key } from '../../runtime/types.js'
import type { Job } from '../jobs/job.js'

/** Creates the Jobs of CronJobs on schedule, and deletes finished ones beyond the history limits. */
export const cronJobs: Controller = {
  name: 'cron-jobs',
  user: 'system:serviceaccount:kube-system:cronjob-controller',
  watches: {
    CronJob: 'own',
    *Job({ prev, next }: { readonly prev: Job | undefined; readonly next: Job | undefined }): Iterable<Key> {
      const names = [prev, next].flatMap((job) => {
        const ref = job && controllerOf(job)
        return ref?.kind === 'CronJob' ? ref.name : []
      })
      const { namespace = '' } = (next ?? prev)?.metadata ?? {}
      for (const name of new Set(names)) yield { apiVersion: 'batch/v1', kind: 'CronJob', namespace, name }
    },
  },
  load: () => import('./sync-cron-job.js'),
}
