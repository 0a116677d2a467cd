import { describe, expect, it } from 'vitest'
import { takenResources } from '../../../../src/kinds/core/pod/pod-resources.js'
import { printQuantity } from '../../../../src/base/numbers/quantity.js'
import type { Pod } from '../../../../src/kinds/core/pod/pod-types.js'

const containers = Object.freeze([
  Object.freeze({ name: 'web', resources: Object.freeze({ requests: Object.freeze({ cpu: '100m' }) }) }),
])

describe('the resources of pods that share their containers', () => {
  const cpuOf = (pod: Partial<Pod>) => {
    const cpu = takenResources({ apiVersion: 'v1', kind: 'Pod', metadata: {}, ...pod }, 'requests').get('cpu')
    return cpu && printQuantity(cpu)
  }
  const told = (cpu: string): Partial<Pod> => {
    // The schema requires more fields of a container status than the rules read.
    const status = {
      containerStatuses: [{ name: 'web', resources: { requests: { cpu } } }],
    } as unknown as Pod['status']
    return { spec: { containers }, ...(status ? { status } : {}) }
  }

  it.each<[string, Partial<Pod>, string]>([
    ['those of the spec', { spec: { containers } }, '100m'],
    ['increased by the overhead', { spec: { containers, overhead: { cpu: '50m' } } }, '150m'],
    ['those of an init container that requests more', { spec: { containers, initContainers: [container('1')] } }, '1'],
    ['those of the status, if equal', told('100m'), '100m'],
    ['those of the status, if higher', told('300m'), '300m'],
    ['those of the spec, if the status has less', told('10m'), '100m'],
  ])('are %s', (_, pod, cpu) => {
    expect(cpuOf(pod)).toBe(cpu)
    expect(cpuOf({ spec: { containers } })).toBe('100m')
  })
})

function container(cpu: string) {
  return { name: 'first', resources: { requests: { cpu } } }
}
