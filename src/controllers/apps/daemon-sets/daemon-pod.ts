import type { Draft } from '../../../kinds/object-types.js'
import { podFromTemplate } from '../../pods/from-template.js'
import type { Pod } from '../../pods/pod-state.js'
import { type DaemonSet, type PodSpec, HASH_LABEL } from './daemon-set.js'
import { daemonTolerations } from './daemon-tolerations.js'
import { TEMPLATE_GENERATION } from '../../../kinds/apps/daemon-set/daemon-set.js'

/** The field of the node affinity that names a pod's node. */
const NODE_NAME = 'metadata.name'

/** Returns the node that a pod is on, or is meant for by its node affinity; undefined if there is none. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const named = terms
    .flatMap(({ matchFields = [] }) => matchFields)
    .find(({ key, operator }) => key === NODE_NAME && operator === 'In')
  return named?.values?.length === 1 ? named.values[0] : undefined
}

const GENERATION_LABEL = 'pod-template-generation'

type Affinity = NonNullable<PodSpec['affinity']>

/** Returns the pod to create for a node, with a node affinity that lets the scheduler place it only there. */
export function daemonPod(set: DaemonSet, node: string, hash: string): Draft<'Pod'> {
  const draft = podFromTemplate(set.spec?.template ?? {}, set)
  const spec: PodSpec = set.spec?.template.spec ?? { containers: [] }
  const generation = generationOf(set)
  const labels = {
    ...draft.metadata?.labels,
    ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }),
    [HASH_LABEL]: hash,
  }
  return {
    metadata: { ...draft.metadata, labels },
    spec: { ...spec, tolerations: daemonTolerations(spec), affinity: onNode(spec.affinity, node) },
  }
}

/** Returns an affinity whose required node affinity is replaced by one for a node's name. */
export const onNode = (affinity: Affinity | undefined, node: string): Affinity => ({
  ...affinity,
  nodeAffinity: {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: NODE_NAME, operator: 'In', values: [node] }] }],
    },
  },
})

/** Returns whether a pod is of the DaemonSet's current template. */
export function isUpdated({ metadata: { labels = {} } }: Pod, set: DaemonSet, hash: string): boolean {
  const generation = generationOf(set)
  return labels[HASH_LABEL] === hash || (generation !== undefined && labels[GENERATION_LABEL] === generation)
}

function generationOf({ metadata }: DaemonSet): string | undefined {
  const text = metadata.annotations?.[TEMPLATE_GENERATION] ?? ''
  return /^[+-]?\d+$/.test(text) ? String(BigInt(text)) : undefined
}
