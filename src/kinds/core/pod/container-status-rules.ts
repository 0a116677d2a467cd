import { isSidecar } from '../../shared/ended-pods.js'
import { type Issue, forbidden } from '../../../base/errors/issue.js'
import { userId } from '../../struct/member-rules.js'
import type { ContainerStatus, Pod } from './pod-types.js'

const LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const

type List = (typeof LISTS)[number]
type Statuses = { readonly [list in List]?: readonly ContainerStatus[] }
type Spec = Pod['spec']

/**
 * Validates that terminated containers stay so unless restartPolicy allows a restart: sidecars may always restart,
 * ephemeral containers never.
 */
export function validateEnds(after: Statuses, before: Statuses, spec: Spec): readonly Issue[] {
  const policy = spec?.restartPolicy ?? 'Always'
  const sidecars = (spec?.initContainers ?? []).filter(isSidecar)
  const names = sidecars.map(({ name }): unknown => name)
  return [
    ...resurrections(after, before, 'containerStatuses', policy),
    ...resurrections(after, before, 'initContainerStatuses', policy, names),
    ...resurrections(after, before, 'ephemeralContainerStatuses', 'Never'),
  ]
}

const resurrections = (
  after: Statuses,
  before: Statuses,
  list: List,
  policy: string,
  sidecars: readonly unknown[] = [],
): readonly Issue[] =>
  policy === 'Always'
    ? []
    : (before[list] ?? []).flatMap(({ name, state }, i) => {
        const ended = state?.terminated
        if (!ended || (ended.exitCode !== 0 && policy === 'OnFailure') || sidecars.includes(name)) return []
        return (after[list] ?? [])
          .filter((status) => status.name === name && !status.state?.terminated)
          .map(() => forbidden(`status.${list}[${i}].state`, 'may not be transitioned to non-terminated state'))
      })

/** Validates the users of containers (validateContainerStatusUsers): a Windows pod has no Linux users. */
export function validateUsers(statuses: Statuses, spec: Spec): readonly Issue[] {
  const system = spec?.os?.name ?? 'linux'
  return LISTS.flatMap((list) =>
    (statuses[list] ?? []).flatMap(({ user }, i) => {
      const field = `status.${list}[${i}].user.linux`
      if (!user?.linux) return []
      if (system === 'windows') return [forbidden(field, 'cannot be set for a windows pod')]
      const { uid, gid, supplementalGroups = [] } = user.linux
      return system === 'linux'
        ? [
            ...userId(uid, `${field}.uid`, {}),
            ...userId(gid, `${field}.gid`, {}),
            ...supplementalGroups.flatMap((group, j) => userId(group, `${field}.supplementalGroups[${j}]`, {})),
          ]
        : []
    }),
  )
}
