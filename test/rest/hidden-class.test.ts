import { setFlagsFromString } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import type { KubeObject } from '../../src/schema/object.js'

// If objects of the same shape each have their own hidden class, code that reads them is several times slower.
setFlagsFromString('--allow-natives-syntax')
const haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean

const lease = (name: string) => ({
  metadata: { name, namespace: 'default', labels: { app: 'worker' } },
  spec: { holderIdentity: name },
})
const at = (name: string) => ({ namespace: 'default', name })

const writes: {
  readonly [what: string]: (cluster: ReturnType<typeof createCluster>, name: string) => Promise<unknown>
} = {
  created: (cluster, name) => cluster.create('Lease', lease(name)),
  patched: async (cluster, name) => {
    await cluster.create('Lease', lease(name))
    await cluster.patch('Lease', at(name), { spec: { leaseTransitions: 1 } })
  },
  loaded: (cluster, name) => cluster.load([{ kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', ...lease(name) }]),
}

describe('stored objects of the same shape share a hidden class', () => {
  test.each(Object.keys(writes))('%s', async (what) => {
    const cluster = createCluster({ seed: 1 })
    const stored: KubeObject[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await writes[what]!(cluster, name)
      stored.push((await cluster.get('Lease', at(name))) as KubeObject)
    }
    // The first objects may be created before V8 has settled on a class.
    const [one, other] = stored.slice(-2) as [KubeObject, KubeObject]
    for (const part of [
      (object: KubeObject) => object,
      ({ metadata }: KubeObject) => metadata,
      ({ spec }: KubeObject) => spec as object,
    ])
      expect(haveSameClass(part(one), part(other))).toBe(true)
  })
})
