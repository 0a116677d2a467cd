import type { Chance } from '../chance.js'
import { type Manifest, create, deletePods, patch, patchPods, remove } from '../scenario.js'
import {
  daemonSet,
  deployment,
  image,
  job,
  pod,
  replicaSet,
  service,
  statefulSet,
  unplayed,
} from '../scenarios/manifests.js'
import { type Family, areReady } from './family.js'

const HOLD = 'example.io/hold'
const policy = (chance: Chance) =>
  chance.one({ propagationPolicy: 'Background' }, { propagationPolicy: 'Foreground' }, { propagationPolicy: 'Orphan' })

const configMap = (name: string, owners: readonly string[], chance: Chance): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    ...(owners.length > 0
      ? {
          ownerReferences: owners.map((owner) => ({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: owner,
            uid: `of v1/configmaps/${owner}`,
            ...(chance.below(2) === 0 ? { blockOwnerDeletion: true } : {}),
          })),
        }
      : {}),
    ...(chance.below(5) === 0 ? { finalizers: [HOLD] } : {}),
  },
})

/** Objects with one owner, two owners or missing owners, of which some are deleted. */
export const owned: Family = (chance) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const made = names.map((name, at) =>
    configMap(
      name,
      at === 0 ? [] : [...new Set(Array.from({ length: chance.below(3) }, () => names[chance.below(at)] ?? 'a'))],
      chance,
    ),
  )
  const change = () =>
    chance.one(
      () => remove(`v1/configmaps/${names[chance.below(3)]}`, policy(chance)),
      () => remove(`v1/configmaps/${names[chance.below(6)]}`, policy(chance)),
      () => patch(`v1/configmaps/${names[chance.below(6)]}`, { metadata: { finalizers: null } }),
    )()
  return { also: ['v1/configmaps'], steps: [create(...made), change(), change(), change(), change()] }
}

/** Owners of pods deleted with each propagation policy, during a rollout or with finalizers on their pods. */
export const deleted: Family = (chance) => {
  const [at, made] = chance.one(
    () => ['apps/v1/deployments/web', deployment('web', { replicas: 3, template: unplayed('web') })] as const,
    () => ['apps/v1/replicasets/web', replicaSet('web', { replicas: 2, template: unplayed('web') })] as const,
    () => ['apps/v1/statefulsets/web', statefulSet('web', { replicas: 2, podManagementPolicy: 'Parallel' })] as const,
    () => ['batch/v1/jobs/web', job('web', { parallelism: 2 })] as const,
    () => ['apps/v1/daemonsets/web', daemonSet('web', { template: unplayed('web') })] as const,
  )()
  const holds = chance.below(2) === 0
  return {
    byState: true,
    quiet: 21,
    steps: [
      create(made),
      areReady(chance.below(4)),
      ...(at.includes('jobs') ? [] : [patch(at, image('example.io/a:2'))]),
      ...(holds ? [patchPods('', 1, { metadata: { finalizers: [HOLD] } })] : []),
      remove(at, policy(chance)),
      ...(holds ? [patchPods('', 9, { metadata: { finalizers: null } })] : []),
      ...(chance.below(3) === 0 ? [create(made)] : [deletePods('', 1)]),
    ],
  }
}

/** Namespaces deleted with their content, some of it with finalizers. */
export const namespaces: Family = (chance) => {
  const all = [
    configMap('a', [], chance),
    configMap('b', ['a'], chance),
    service('web'),
    deployment('web', {
      replicas: 1 + chance.below(2),
      ...(chance.below(2) === 0 ? { template: unplayed('web') } : {}),
    }),
    pod('held', { schedulerName: 'nobody' }, { finalizers: [HOLD] }),
    { ...statefulSet('db', { replicas: 1 }), metadata: { name: 'db', finalizers: ['example.io/other'] } },
    job('work'),
  ]
  return {
    quiet: 21,
    also: ['self', 'v1/configmaps', 'v1/services', 'v1/secrets'],
    steps: [
      create(...all.filter(() => chance.below(3) > 0)),
      remove('v1/namespaces!/$own'),
      create(pod('late')),
      ...chance.one(
        [patch('v1/pods/held', { metadata: { finalizers: null } })],
        [patch('apps/v1/statefulsets/db', { metadata: { finalizers: null } })],
        [patch('v1/configmaps/a', { metadata: { finalizers: null } })],
      ),
      patch('v1/pods/held', { metadata: { finalizers: null } }),
    ],
  }
}
