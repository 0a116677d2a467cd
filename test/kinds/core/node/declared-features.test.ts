import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../../../../src/model/registry/kubernetes-version.js'
import { openServer, wordsOf } from '../../asking.js'

const NODES = '/api/v1/nodes'
const node = { metadata: { name: 'a' } }
const status = (...declaredFeatures: readonly string[]) => ({ ...node, status: { declaredFeatures } })
const made = (kubernetesVersion: KubernetesVersion, body: object) =>
  openServer({ kubernetesVersion })('POST', NODES, body)

test('features that a kubelet declares are kept since v1.36, sorted and by their names', async () => {
  expect((await made('1.35', status('Good'))).body).not.toHaveProperty('status.declaredFeatures')
  expect((await made('1.36', status('Good', 'Good/part'))).body).toMatchObject(status('Good', 'Good/part'))
  const words = wordsOf(await made('1.37', status('bad', 'Good', 'Good')))
  expect(words).toContain(
    'status.declaredFeatures[0]: Invalid value: "bad": invalid feature name "bad": must start with',
  )
  expect(words).toContain('status.declaredFeatures[1]: Invalid value: "Good": list must be sorted alphabetically')
  expect(words).toContain('status.declaredFeatures[2]: Duplicate value: "Good"')
})

test('which pods a kubelet may preempt to resize others is alpha, and dropped', async () => {
  const spec = { podPreemptionPolicy: { disableResizePreemption: ['Guaranteed'] } }
  expect((await made('1.37', { ...node, spec })).body).not.toHaveProperty('spec.podPreemptionPolicy')
})
