import { type Chance, createChance } from './chance.js'
import type { Manifest, Scenario, Step } from './scenario.js'
import { create, deletePods, patch, setPods, wait } from './scenario.js'
import {
  daemonSet,
  deployment,
  ended,
  image,
  job,
  ready,
  replicaSet,
  replicas,
  replicationController,
  service,
  statefulSet,
  unplayed,
} from './scenarios/manifests.js'

/** The number of generated scenarios and their seed, chosen when the controllers were written. */
const COUNT = 100
const SEED = 6489

const isReady = (count: number) => setPods('app=web', count, ready())
const steps = (chance: Chance, count: number, step: () => Step): readonly Step[] =>
  Array.from({ length: count + chance.below(count) }, step)

/** Random changes that apply to all owners of pods: of replicas, image and pods. */
const change = (chance: Chance, at: string) => (): Step =>
  chance.one(
    () => patch(at, replicas(chance.below(6))),
    () => patch(at, image(`example.io/a:${1 + chance.below(4)}`)),
    () => isReady(1 + chance.below(6)),
    () => isReady(9),
    () => deletePods('app=web', 1 + chance.below(2)),
  )()

const surge = (chance: Chance): object => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge: chance.one(1, 2, '25%', '50%'), maxUnavailable: chance.one(0, 1, '25%', '40%') },
})

const families: { readonly [kind: string]: (chance: Chance) => readonly Step[] } = {
  Deployment(chance) {
    const at = 'apps/v1/deployments/web'
    const spec = {
      replicas: 1 + chance.below(5),
      strategy: chance.below(4) === 0 ? { type: 'Recreate' } : surge(chance),
      revisionHistoryLimit: chance.one(1, 10),
      ...(chance.below(2) === 0 ? { template: unplayed('web') } : {}),
    }
    const paused = () => patch(at, { spec: { paused: chance.one(true, false) } })
    return [
      create(deployment('web', spec)),
      ...steps(chance, 4, () => (chance.below(6) === 0 ? paused() : change(chance, at)())),
    ]
  },
  ReplicaSet: (chance) => owned(chance, replicaSet, 'apps/v1/replicasets/web'),
  ReplicationController: (chance) => owned(chance, replicationController, 'v1/replicationcontrollers/web'),
  StatefulSet(chance) {
    const at = 'apps/v1/statefulsets/web'
    const spec = {
      replicas: 1 + chance.below(4),
      podManagementPolicy: chance.one('OrderedReady', 'Parallel'),
      updateStrategy: chance.one(
        { type: 'OnDelete' },
        { type: 'RollingUpdate', rollingUpdate: { partition: chance.below(3) } },
      ),
      ...(chance.below(2) === 0 ? { template: unplayed('web') } : {}),
    }
    return [create(statefulSet('web', spec)), ...steps(chance, 4, change(chance, at))]
  },
  DaemonSet(chance) {
    const at = 'apps/v1/daemonsets/web'
    const rollingUpdate = chance.one({ maxUnavailable: chance.one(1, 2, '60%') }, { maxSurge: 1, maxUnavailable: 0 })
    return [
      create(daemonSet('web', { updateStrategy: { type: 'RollingUpdate', rollingUpdate } })),
      ...steps(chance, 2, () =>
        chance.below(3) === 0
          ? deletePods('app=web', 1 + chance.below(3))
          : patch(at, image(`example.io/a:${1 + chance.below(4)}`)),
      ),
    ]
  },
  Job(chance) {
    const completions = 1 + chance.below(5)
    const isIndexed = chance.below(2) === 0
    const spec = {
      completions,
      parallelism: 1 + chance.below(4),
      backoffLimit: chance.below(4),
      completionMode: isIndexed ? 'Indexed' : 'NonIndexed',
      ...(isIndexed && chance.below(2) === 0 ? { backoffLimitPerIndex: chance.below(2) } : {}),
      podReplacementPolicy: chance.one('TerminatingOrFailed', 'Failed'),
    }
    const end = () =>
      setPods('job-name=work', 1 + chance.below(3), ended(chance.one('Succeeded', 'Succeeded', 'Failed')))
    return [
      create(job('work', spec)),
      ...steps(chance, 4, () =>
        chance.one(
          end,
          end,
          () => wait(21),
          () => deletePods('job-name=work', 1),
          () => patch('batch/v1/jobs/work', { spec: { suspend: chance.one(true, false) } }),
          () => patch('batch/v1/jobs/work', { spec: { parallelism: 1 + chance.below(4) } }),
        )(),
      ),
    ]
  },
  Service(chance) {
    const owner: Manifest = deployment('web', { replicas: 1 + chance.below(3) })
    return [
      create(service('web', chance.one({}, { clusterIP: 'None' }, { publishNotReadyAddresses: true })), owner),
      ...steps(chance, 2, () =>
        chance.one(
          () => patch('apps/v1/deployments/web', replicas(chance.below(4))),
          () => patch('v1/services/web', { spec: { selector: { app: chance.one('web', 'other') } } }),
          () => patch('v1/services/web', { metadata: { labels: { tier: chance.one('a', 'b') } } }),
          () => deletePods('app=web', 1),
        )(),
      ),
    ]
  },
}

function owned(
  chance: Chance,
  make: (name: string, spec: { readonly [member: string]: unknown }) => Manifest,
  at: string,
): readonly Step[] {
  const template = chance.below(2) === 0 ? { template: unplayed('web') } : {}
  return [
    create(make('web', { replicas: chance.below(5), minReadySeconds: chance.one(0, 0, 7), ...template })),
    ...steps(chance, 3, change(chance, at)),
  ]
}

/** Random scenarios. */
export const generated: readonly Scenario[] = Array.from({ length: COUNT }, (_, number) => {
  const chance = createChance(SEED * 1000 + number)
  const family = chance.one(...Object.entries(families))
  return { name: `${family[0]}/generated ${number}`, steps: family[1](chance) }
})
