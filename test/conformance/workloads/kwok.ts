import type { Pod } from '../../../src/controllers/core/pods.js'
import { defineController } from '../../../src/controllers/runtime/define.js'

/**
 * Does what KWOK, which played the nodes of the recordings, does and a kubelet does not: it removes the finalizers of a
 * pod that is being deleted (its stage `pod-delete`).
 */
export const kwok = defineController({
  name: 'kwok',
  watches: { Pod: 'own' },
  reconcile({ namespace, name }, world) {
    const pod = world.get<Pod>('v1/Pod', { namespace, name })
    if (!pod?.metadata.deletionTimestamp || !pod.metadata.finalizers?.length) return
    const node = pod.spec?.nodeName ? world.get('Node', { name: pod.spec.nodeName }) : undefined
    if (!node || node.metadata.labels?.['unplayed'] !== undefined) return
    world.patch('v1/Pod', { namespace, name }, { metadata: { finalizers: null } })
  },
})
