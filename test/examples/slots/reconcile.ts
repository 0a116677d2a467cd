import { mergePatch, unless } from './client.js'
import type { Reconcile } from './operator.js'

/** The label that makes a Node one of a pool, the one that names its slot, and the finalizer that keeps it until the slot is gone. */
export const POOL = 'slots.example.com/pool'
export const SLOT = 'slots.example.com/slot'

/**
 * Each Node of the pool has a Lease, its slot, and names it in a label; a Node that is deleted takes its slot along.
 *
 * Everything can be done twice: the slot's name follows from the Node's, and what is there or gone already is as good. It decides on what
 * it reads, not on what its cache holds, and writes only if the Node is still as it was read.
 */
export const reconcile: Reconcile = async (client, { apiVersion, kind, metadata: { name } }) => {
  const { objects } = client
  const node = await objects.read({ apiVersion: apiVersion ?? 'v1', kind: kind ?? 'Node', metadata: { name: name! } })
  const { labels = {}, finalizers = [], resourceVersion, deletionTimestamp } = node.metadata
  if (labels[POOL] === undefined) return
  const slot = `slot-${name}`
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: slot, namespace: 'default' } }
  const edit = (change: object) =>
    mergePatch(client, {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: name!, ...(resourceVersion ? { resourceVersion } : {}), ...change },
    })

  if (deletionTimestamp) {
    if (!finalizers.includes(SLOT)) return
    await objects.delete(lease).catch(unless(404))
    await edit({ finalizers: finalizers.filter((other) => other !== SLOT) }).catch(unless(404))
    return
  }
  if (labels[SLOT] === slot && finalizers.includes(SLOT)) return
  await objects.create({ ...lease, spec: { holderIdentity: name } }).catch(unless(409))
  await edit({ labels: { [SLOT]: slot }, finalizers: [...finalizers.filter((other) => other !== SLOT), SLOT] })
}
