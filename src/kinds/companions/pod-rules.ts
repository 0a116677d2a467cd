import { type Issue, duplicate, forbidden, invalid, notSupported, required } from '../../base/issue.js'
import { jsonEqual } from '../../base/json.js'
import { dns1123Label } from '../../base/rules/names.js'
import type { Container, Pod, PodSpec } from './pod-types.js'

const RESTARTS = ['Always', 'OnFailure', 'Never']

/** The rules of a pod's spec a client meets first: containers with names and images. */
export function validatePodSpec(spec: PodSpec = {}, field = 'spec'): readonly Issue[] {
  const { containers, initContainers = [], restartPolicy = '' } = spec
  return [
    ...((containers ?? []).length > 0 ? [] : [required(`${field}.containers`)]),
    ...validateContainers(containers ?? [], `${field}.containers`, []),
    ...validateContainers(
      initContainers,
      `${field}.initContainers`,
      (containers ?? []).map(({ name }) => name),
    ),
    ...(RESTARTS.includes(restartPolicy) ? [] : [notSupported(`${field}.restartPolicy`, restartPolicy, RESTARTS)]),
  ]
}

function validateContainers(containers: readonly Container[], field: string, taken: readonly string[]): readonly Issue[] {
  const names = new Set(taken)
  return containers.flatMap(({ name, image = '' }, i) => {
    const at = `${field}[${i}]`
    const issues: Issue[] = []
    if (!name) issues.push(required(`${at}.name`))
    else for (const detail of dns1123Label(name)) issues.push(invalid(`${at}.name`, name, detail))
    if (names.has(name)) issues.push(duplicate(`${at}.name`, name))
    names.add(name)
    if (image === '') issues.push(required(`${at}.image`))
    return issues
  })
}

/** What an update may change of a pod's spec: images, tolerations, and little else. */
export function validatePodUpdate({ spec: next = {} }: Pod, { spec: old = {} }: Pod): readonly Issue[] {
  const same = jsonEqual(fixedOf(next, old), old)
  return [...validatePodSpec(next), ...(same ? [] : [forbidden('spec', FIXED)])]
}

const FIXED =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

function fixedOf(next: PodSpec & { readonly activeDeadlineSeconds?: number }, old: PodSpec & { readonly activeDeadlineSeconds?: number }): unknown {
  const { activeDeadlineSeconds: _, ...spec } = next
  return {
    ...spec,
    ...(old.activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds: old.activeDeadlineSeconds }),
    ...(old.tolerations ? { tolerations: old.tolerations } : {}),
    ...(next.containers ? { containers: withImagesOf(old.containers ?? [], next.containers) } : {}),
    ...(next.initContainers ? { initContainers: withImagesOf(old.initContainers ?? [], next.initContainers) } : {}),
  }
}

const withImagesOf = (old: readonly Container[], next: readonly Container[]) => next.map((container, i) => ({ ...container, image: old[i]?.image }))
