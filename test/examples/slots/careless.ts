import { type ApiObject, mergePatch } from './client.js'
import type { Reconcile } from './operator.js'
import { POOL, SLOT } from './reconcile.js'

/**
 * The same as it was first written. Its author tried it on a cluster, where it did all it should; tests of each step passed. It is wrong
 * in four ways, and none of them shows unless something comes in between.
 */
export const careless: Reconcile = async (client, cached) => {
  const { objects } = client
  const { name, labels = {}, finalizers = [], deletionTimestamp } = cached.metadata
  if (labels[POOL] === undefined) return
  const leaseOf = (slot: string): ApiObject => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: slot, namespace: 'default' },
  })
  // Conflicts were a nuisance, and a write without a version has none: it undoes what others wrote since the cache did hear of it.
  const replace = (change: object) => {
    const { resourceVersion: _, ...metadata } = cached.metadata
    return objects.replace({ ...cached, apiVersion: 'v1', kind: 'Node', metadata: { ...metadata, ...change } })
  }

  if (deletionTimestamp) {
    if (!finalizers.includes(SLOT)) return
    // If the reply is lost, the next attempt finds no slot, fails, and the Node stays for ever.
    await objects.delete(leaseOf(labels[SLOT]!))
    await replace({ finalizers: finalizers.filter((other) => other !== SLOT) })
    return
  }
  if (labels[SLOT] === undefined) {
    // If the reply is lost, the next attempt makes another.
    const { kind, apiVersion } = leaseOf('')
    const made = await objects.create({
      apiVersion,
      kind,
      metadata: { generateName: `slot-${name}-`, namespace: 'default' },
      spec: { holderIdentity: name },
    })
    await replace({ labels: { ...labels, [SLOT]: made.metadata.name! }, finalizers: [...finalizers, SLOT] })
    return
  }
  // There is no need to: each look at a Node is a write.
  await mergePatch(client, {
    ...leaseOf(labels[SLOT]),
    spec: { renewTime: new Date().toISOString().replace('Z', '000Z') },
  })
}
