import { describe, expect, it } from 'vitest'
import { createLikeSpecs } from '../../../../src/kinds/core/pod/like-specs.js'
import { takenResources } from '../../../../src/kinds/core/pod/pod-resources.js'
import { printQuantity } from '../../../../src/base/quantity.js'
import type { Pod, PodSpec } from '../../../../src/kinds/core/pod/pod-types.js'

const containers = Object.freeze([
  Object.freeze({ name: 'web', resources: Object.freeze({ requests: Object.freeze({ cpu: '100m' }) }) }),
])

describe('specs that are alike', () => {
  const noted: PodSpec = Object.freeze({ containers, restartPolicy: 'Always', nodeName: 'a' })

  it.each<[string, PodSpec, boolean]>([
    ['itself', noted, true],
    ['on another node', { ...noted, nodeName: 'b' }, true],
    ['on no node', { containers, restartPolicy: 'Always' }, true],
    ['with another member', { ...noted, hostNetwork: true }, false],
    ['without a member', { containers, nodeName: 'a' }, false],
    ['with another value', { ...noted, restartPolicy: 'Never' }, false],
    ['with containers of its own', { ...noted, containers: [...containers] }, false],
  ])('one %s', (_, spec, isLike) => {
    const specs = createLikeSpecs()
    specs.add(noted)
    expect(specs.has(spec)).toBe(isLike)
  })

  it('nothing is noted of a spec that may still be changed', () => {
    const specs = createLikeSpecs()
    specs.add({ ...noted })
    expect(specs.has(noted)).toBe(false)
  })
})

describe('what pods take that share their containers', () => {
  const cpuOf = (pod: Partial<Pod>) => {
    const cpu = takenResources({ apiVersion: 'v1', kind: 'Pod', metadata: {}, ...pod }, 'requests').get('cpu')
    return cpu && printQuantity(cpu)
  }
  const told = (cpu: string): Partial<Pod> => {
    // What the schema says of a container's status, more than the rules read.
    const status = {
      containerStatuses: [{ name: 'web', resources: { requests: { cpu } } }],
    } as unknown as Pod['status']
    return { spec: { containers }, ...(status ? { status } : {}) }
  }

  it.each<[string, Partial<Pod>, string]>([
    ['what they state', { spec: { containers } }, '100m'],
    ['their overhead on top', { spec: { containers, overhead: { cpu: '50m' } } }, '150m'],
    ['an init container that asks for more', { spec: { containers, initContainers: [container('1')] } }, '1'],
    ['as much as they have been given', told('100m'), '100m'],
    ['more, where they have more than they state', told('300m'), '300m'],
    ['what they state again, where they have less', told('10m'), '100m'],
  ])('%s', (_, pod, cpu) => {
    expect(cpuOf(pod)).toBe(cpu)
    expect(cpuOf({ spec: { containers } })).toBe('100m')
  })
})

function container(cpu: string) {
  return { name: 'first', resources: { requests: { cpu } } }
}
