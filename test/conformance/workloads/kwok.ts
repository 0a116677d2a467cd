import type { Pod } from '../../../src/controllers/core/pods.js'
import type { ContainerScript } from '../../../src/rest/containers/types.js'
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

/**
 * Containers as KWOK plays them: those of pods that belong to no Job run until they are deleted, whatever their restart
 * policy. Only init containers, which the scenarios call `i`, end by themselves.
 */
export const kwokContainers: readonly ContainerScript[] = [
  { container: 'i', exit: { after: '1s' } },
  { labels: '!job-name', exit: 'never' },
]
