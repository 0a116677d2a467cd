import { type Scenario, create, deletePods, patch, remove, setPods, wait } from '../scenario.js'
import { ended, job, pod, ready, template } from './manifests.js'

const at = 'batch/v1/jobs/work'
const work = (spec: object = {}, podSpec: object = {}) => job('work', { ...spec }, { ...podSpec })
const succeed = (count: number) => setPods('job-name=work', count, ended('Succeeded'))
const fail = (count: number, code = 1) => setPods('job-name=work', count, ended('Failed', code))
const index = (value: number, phase: 'Succeeded' | 'Failed', code?: number) =>
  setPods(`batch.kubernetes.io/job-completion-index=${value}`, 1, ended(phase, code))
const policy = (action: string, more: object) => ({ podFailurePolicy: { rules: [{ action, ...more }] } })
const codes = (...values: readonly number[]) => ({ onExitCodes: { operator: 'In', values } })

/** Scenarios of the Job controller. */
export const jobs: readonly Scenario[] = [
  ...(
    [
      [1, 1],
      [2, 3],
      [3, 5],
      [5, 2],
    ] as const
  ).map(([parallelism, completions]) => ({
    name: `Job/${completions} by ${parallelism} at a time`,
    steps: [create(work({ parallelism, completions })), succeed(1), succeed(9), succeed(9)],
  })),
  { name: 'Job/without a number', steps: [create(work({ parallelism: 2 })), succeed(1), succeed(1)] },
  {
    name: 'Job/of nobody',
    steps: [create(work({ parallelism: 0 })), patch(at, { spec: { parallelism: 2 } }), succeed(2)],
  },
  {
    name: 'Job/more and fewer at a time',
    steps: [
      create(work({ parallelism: 1, completions: 6 })),
      patch(at, { spec: { parallelism: 4 } }),
      patch(at, { spec: { parallelism: 2 } }),
      succeed(2),
      succeed(9),
      succeed(9),
    ],
  },
  { name: 'Job/counts what is ready', steps: [create(work({ parallelism: 2 })), setPods('job-name=work', 1, ready())] },
  ...[0, 1].map((backoffLimit) => ({
    name: `Job/fails after ${backoffLimit} more`,
    steps: [create(work({ backoffLimit })), fail(1), wait(12), fail(1)],
  })),
  {
    name: 'Job/fails while others run',
    steps: [create(work({ parallelism: 3, completions: 3, backoffLimit: 0 })), fail(1)],
  },
  {
    name: 'Job/fails and succeeds',
    steps: [create(work({ parallelism: 2, completions: 2, backoffLimit: 3 })), fail(1), wait(12), succeed(2)],
  },
  {
    name: 'Job/backs off longer each time',
    steps: [
      create(work({ backoffLimit: 5 })),
      fail(1),
      wait(11),
      fail(1),
      wait(12),
      wait(12),
      fail(1),
      wait(30),
      wait(14),
    ],
  },
  { name: 'Job/has a deadline', steps: [create(work({ parallelism: 2, activeDeadlineSeconds: 10 })), wait(12)] },
  {
    name: 'Job/suspended and resumed',
    steps: [
      create(work({ parallelism: 2, completions: 2, suspend: true })),
      patch(at, { spec: { suspend: false } }),
      patch(at, { spec: { suspend: true } }),
      patch(at, { spec: { suspend: false } }),
      succeed(2),
    ],
  },
  {
    name: 'Job/indexed',
    steps: [
      create(work({ parallelism: 2, completions: 4, completionMode: 'Indexed' })),
      index(0, 'Succeeded'),
      index(2, 'Succeeded'),
      index(1, 'Succeeded'),
      index(3, 'Succeeded'),
    ],
  },
  {
    name: 'Job/indexed, one fails and is tried again',
    steps: [
      create(work({ parallelism: 3, completions: 3, completionMode: 'Indexed', backoffLimit: 4 })),
      index(1, 'Failed'),
      wait(12),
      index(0, 'Succeeded'),
      index(1, 'Succeeded'),
      index(2, 'Succeeded'),
    ],
  },
  {
    name: 'Job/a limit for each index',
    steps: [
      create(work({ parallelism: 3, completions: 3, completionMode: 'Indexed', backoffLimitPerIndex: 0 })),
      index(1, 'Failed'),
      index(0, 'Succeeded'),
      index(2, 'Succeeded'),
    ],
  },
  {
    name: 'Job/a limit of failed indexes',
    steps: [
      create(
        work({
          parallelism: 4,
          completions: 4,
          completionMode: 'Indexed',
          backoffLimitPerIndex: 0,
          maxFailedIndexes: 1,
        }),
      ),
      index(1, 'Failed'),
      index(3, 'Failed'),
    ],
  },
  {
    name: 'Job/an index tried once more',
    steps: [
      create(work({ parallelism: 2, completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 })),
      index(0, 'Failed'),
      wait(12),
      index(0, 'Failed'),
      index(1, 'Succeeded'),
    ],
  },
  {
    name: 'Job/succeeds by policy of indexes',
    steps: [
      create(
        work({
          parallelism: 3,
          completions: 3,
          completionMode: 'Indexed',
          successPolicy: { rules: [{ succeededIndexes: '0' }] },
        }),
      ),
      index(1, 'Succeeded'),
      index(0, 'Succeeded'),
    ],
  },
  {
    name: 'Job/succeeds by policy of a count',
    steps: [
      create(
        work({
          parallelism: 3,
          completions: 3,
          completionMode: 'Indexed',
          successPolicy: { rules: [{ succeededCount: 2 }] },
        }),
      ),
      index(2, 'Succeeded'),
      index(0, 'Succeeded'),
    ],
  },
  {
    name: 'Job/fails by policy',
    steps: [create(work({ parallelism: 2, completions: 2, ...policy('FailJob', codes(42)) })), fail(1, 42)],
  },
  {
    name: 'Job/ignores by policy',
    steps: [create(work({ backoffLimit: 0, ...policy('Ignore', codes(42)) })), fail(1, 42), wait(12), fail(1, 1)],
  },
  {
    name: 'Job/counts by policy',
    steps: [create(work({ backoffLimit: 1, ...policy('Count', codes(42)) })), fail(1, 42), wait(12), fail(1, 42)],
  },
  {
    name: 'Job/fails an index by policy',
    steps: [
      create(
        work({
          parallelism: 2,
          completions: 2,
          completionMode: 'Indexed',
          backoffLimitPerIndex: 3,
          ...policy('FailIndex', codes(42)),
        }),
      ),
      index(0, 'Failed', 42),
      index(1, 'Succeeded'),
    ],
  },
  {
    name: 'Job/ignores what was disrupted',
    steps: [
      create(work({ backoffLimit: 0, ...policy('Ignore', { onPodConditions: [{ type: 'DisruptionTarget' }] }) })),
      setPods('job-name=work', 1, {
        ...ended('Failed'),
        conditions: [{ type: 'DisruptionTarget', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      }),
      wait(12),
      succeed(1),
    ],
  },
  {
    name: 'Job/replaces what failed alone',
    steps: [
      create(work({ podReplacementPolicy: 'Failed' })),
      deletePods('job-name=work', 1),
      wait(12),
      fail(1),
      wait(12),
    ],
  },
  {
    name: 'Job/replaces what is deleted',
    steps: [
      create(work({ parallelism: 2 })),
      deletePods('job-name=work', 1),
      wait(12),
      deletePods('job-name=work', 2),
      wait(12),
    ],
  },
  {
    name: 'Job/gone when its time is over',
    steps: [create(work({ ttlSecondsAfterFinished: 8 })), succeed(1), wait(10)],
  },
  { name: 'Job/gone at once', steps: [create(work({ ttlSecondsAfterFinished: 0 })), succeed(1)] },
  { name: 'Job/managed by another', steps: [create(work({ managedBy: 'example.io/other' }))] },
  ...(['Background', 'Foreground', 'Orphan'] as const).map((propagationPolicy) => ({
    name: `Job/deleted ${propagationPolicy}`,
    steps: [create(work({ parallelism: 2 })), remove(at, { propagationPolicy })],
  })),
  {
    name: 'Job/its own selector',
    steps: [
      create(pod('stray', { schedulerName: 'nobody', restartPolicy: 'Never' }, { labels: { mine: 'yes' } })),
      create({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'work' },
        spec: {
          manualSelector: true,
          selector: { matchLabels: { mine: 'yes' } },
          template: template('work', { restartPolicy: 'Never', schedulerName: 'nobody' }, { labels: { mine: 'yes' } }),
        },
      }),
      setPods('mine=yes', 2, ended('Succeeded')),
    ],
  },
  {
    name: 'Job/restarts on failure',
    steps: [
      create(work({ backoffLimit: 1 }, { restartPolicy: 'OnFailure' })),
      setPods('job-name=work', 1, {
        phase: 'Running',
        containerStatuses: [
          { name: 'a', image: 'example.io/a:1', imageID: '', ready: true, restartCount: 2, state: {} },
        ],
      }),
    ],
  },
  {
    name: 'Job/played by a node',
    steps: [
      create(job('work', { template: template('work', { restartPolicy: 'Never' }), parallelism: 2, completions: 4 })),
    ],
  },
]
