import { type Issue, forbidden } from '../../../base/errors/issue.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { formatDiff } from '../../struct/go-formats.js'
import { type Pod, type PodSpec, podStructOf } from './pod-types.js'
import { internalPodSpec } from './internal-pod-spec.js'

/** Validates that existing ephemeral containers are not changed or removed. */
export function validateAdded({ spec: next = {} }: Pod, { spec: old = {} }: Pod): readonly Issue[] {
  const left = new Map((next.ephemeralContainers ?? []).map((container) => [container.name, container]))
  return (old.ephemeralContainers ?? []).flatMap((container) => {
    const same = left.get(container.name)
    if (same && semanticEqual(podStructOf('core.v1.EphemeralContainer'), same, container)) return []
    return [
      forbidden(
        'spec.ephemeralContainers',
        `existing ephemeral containers "${container.name}" may not be ${same ? `changed\n${formatDiff('core.EphemeralContainer', container, same)}` : 'removed\n'}`,
      ),
    ]
  })
}

/** Returns the issue of a change of what is fixed; `munged` has the old values of what may change. */
export const fixedSpec = (munged: PodSpec, old: PodSpec): Issue =>
  forbidden('spec', `${FIXED}\n${formatDiff('core.PodSpec', internalPodSpec(old), internalPodSpec(munged))}`)

const FIXED =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'
