import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Draft } from '../../../src/kinds/object-types.js'
import { messageOf } from './message.js'

const containers = [{ name: 'web', image: 'example.io/web' }]
type Spec = Partial<NonNullable<Draft<'Pod'>['spec']>>

async function open(...classes: readonly (Partial<Draft<'PriorityClass'>> & { readonly value: number })[]) {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  for (const [i, each] of classes.entries())
    await cluster.create('PriorityClass', { metadata: { name: `class-${i}` }, ...each })
  let made = 0
  const create = (spec: Spec = {}) =>
    cluster.create('Pod', { metadata: { name: `web-${made++}` }, spec: { containers, ...spec } })
  const rank = async (spec: Spec = {}) => {
    const { spec: { priorityClassName, priority, preemptionPolicy } = {} } = await create(spec)
    return [priorityClassName, priority, preemptionPolicy]
  }
  const refusal = async (spec: Spec = {}) => await messageOf(create(spec))
  return { cluster, create, rank, refusal }
}

const never = { preemptionPolicy: 'Never' }

test('sets priority and preemptionPolicy from the PriorityClass, or from the global default', async () => {
  const { rank } = await open({ value: 7 }, { value: 5, globalDefault: true, ...never })
  expect(await rank({ priorityClassName: 'class-0' })).toEqual(['class-0', 7, 'PreemptLowerPriority'])
  expect(await rank()).toEqual(['class-1', 5, 'Never'])
  expect(await (await open()).rank()).toEqual([undefined, 0, 'PreemptLowerPriority'])
})

test('refuses a pod that contradicts its PriorityClass, or whose class does not exist', async () => {
  const { refusal, rank } = await open({ value: 7, ...never })
  const priorityClassName = 'class-0'
  const where = 'must not be provided in pod spec; priority admission controller computed'
  expect(await refusal({ priorityClassName: 'other' })).toBe(
    'pods "web-0" is forbidden: no PriorityClass with name other was found',
  )
  expect(await refusal({ priorityClassName, priority: 8 })).toBe(
    `pods "web-1" is forbidden: the integer value of priority (8) ${where} 7 from the given PriorityClass name`,
  )
  expect(await refusal({ priorityClassName, preemptionPolicy: 'PreemptLowerPriority' })).toBe(
    `pods "web-2" is forbidden: the string value of PreemptionPolicy (PreemptLowerPriority) ${where} Never from the given PriorityClass name`,
  )
  expect(await rank({ priorityClassName, priority: 7, ...never })).toEqual([priorityClassName, 7, 'Never'])
})

test('keeps priority and preemptionPolicy at an update that omits them', async () => {
  const { cluster, create } = await open({ value: 7, ...never })
  const { metadata, spec } = await create({ priorityClassName: 'class-0' })
  const { priority: _, preemptionPolicy: __, ...rest } = spec ?? { containers }
  const next = await cluster.update('Pod', { metadata: { ...metadata, labels: { a: 'b' } }, spec: rest })
  expect(next.spec).toMatchObject({ priority: 7, ...never })
})

test('refuses a second PriorityClass with globalDefault', async () => {
  const { cluster } = await open({ value: 7, globalDefault: true }, { value: 8 })
  const globalDefault = true
  const created = cluster.create('PriorityClass', { metadata: { name: 'more' }, value: 9, globalDefault })
  const changed = cluster.patch('PriorityClass', { name: 'class-1' }, { globalDefault })
  const why = 'is forbidden: PriorityClass class-0 is already marked as default. Only one default can exist'
  expect(await messageOf(created)).toBe(`priorityclasses.scheduling.k8s.io "more" ${why}`)
  expect(await messageOf(changed)).toBe(`priorityclasses.scheduling.k8s.io "class-1" ${why}`)
  await cluster.patch('PriorityClass', { name: 'class-0' }, { globalDefault, description: 'still' })
})

test.each(['system-node-critical', 'system-cluster-critical'])('refuses to delete %s', async (name) => {
  const { cluster } = await open()
  expect(await messageOf(cluster.delete('PriorityClass', { name }))).toBe(
    `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`,
  )
})
