import { goValue } from '../../base/go-print.js'
import { type Issue, duplicate, forbidden, invalid, notSupported, required } from '../../base/issue.js'
import { compareQuantity } from '../../base/quantity.js'
import { validateLimit } from '../shared/overhead.js'
import { isExtendedResource } from '../shared/resource-list.js'
import { validateToleration } from '../shared/tolerations.js'
import type { Amounts, Container, PodSpec, Probe } from './pod-types.js'
import { validateStruct } from './struct-rules.js'

const RESTARTS = ['Always', 'OnFailure', 'Never']

/** The rules of a pod's spec a client meets first. */
export function validatePodSpec(spec: PodSpec = {}, field = 'spec'): readonly Issue[] {
  const { restartPolicy = '' } = spec
  const containers = spec.containers ?? []
  return [
    ...validateStruct('core.v1.PodSpec', spec, field),
    ...(containers.length > 0 ? [] : [required(`${field}.containers`)]),
    ...validateContainers(containers, `${field}.containers`, spec, []),
    ...validateContainers(
      spec.initContainers ?? [],
      `${field}.initContainers`,
      spec,
      containers.map(({ name }) => name),
    ),
    ...(RESTARTS.includes(restartPolicy) ? [] : [notSupported(`${field}.restartPolicy`, restartPolicy, RESTARTS)]),
    ...(spec.tolerations ?? []).flatMap((toleration, i) => validateToleration(toleration, `${field}.tolerations[${i}]`)),
  ]
}

function validateContainers(containers: readonly Container[], field: string, spec: PodSpec, taken: readonly string[]): readonly Issue[] {
  const names = new Set(taken)
  const volumes = new Set((spec.volumes ?? []).map(({ name }) => name))
  const isInit = field.endsWith('.initContainers')
  return containers.flatMap((container, i) => {
    const { name, volumeMounts = [], volumeDevices = [] } = container
    const at = `${field}[${i}]`
    const issues: Issue[] = []
    if (names.has(name)) issues.push(duplicate(`${at}.name`, name))
    names.add(name)
    volumeMounts.forEach((mount, j) => volumes.has(mount.name) || issues.push(notFound(`${at}.volumeMounts[${j}].name`, mount.name)))
    volumeDevices.forEach((device, j) => volumes.has(device.name) || issues.push(notFound(`${at}.volumeDevices[${j}].name`, device.name)))
    issues.push(...validateResources(container, `${at}.resources`))
    if (spec.hostNetwork)
      container.ports?.forEach(({ hostPort, containerPort }, j) => {
        if (hostPort !== containerPort)
          issues.push(invalid(`${at}.ports[${j}].hostPort`, hostPort ?? 0, 'must match `containerPort` when `hostNetwork` is true'))
      })
    return [...issues, ...(isInit ? validateInit(container, at) : validateMain(container, at))]
  })
}

const notFound = (field: string, value: string): Issue => ({ reason: 'FieldValueNotFound', field, message: `Not found: ${goValue(value)}` })

function validateMain({ restartPolicy, livenessProbe, readinessProbe, startupProbe }: Container, at: string): readonly Issue[] {
  const once = (probe: Probe | undefined, field: string) =>
    probe?.successThreshold !== undefined && probe.successThreshold !== 1 ? [invalid(`${field}.successThreshold`, probe.successThreshold, 'must be 1')] : []
  const grace = readinessProbe?.terminationGracePeriodSeconds
  return [
    ...once(livenessProbe, `${at}.livenessProbe`),
    ...(grace === undefined ? [] : [invalid(`${at}.readinessProbe.terminationGracePeriodSeconds`, grace, 'must not be set for readinessProbes')]),
    ...once(startupProbe, `${at}.startupProbe`),
    ...(restartPolicy ? [forbidden(`${at}.restartPolicy`, 'may not be set for non-init containers')] : []),
  ]
}

const STAYING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

function validateInit(container: Container, at: string): readonly Issue[] {
  if (container.restartPolicy === 'Always') return []
  const { restartPolicy } = container
  return [
    ...(restartPolicy === undefined ? [] : [notSupported(`${at}.restartPolicy`, restartPolicy, ['Always'])]),
    ...STAYING.filter((member) => container[member]).map((member) =>
      forbidden(`${at}.${member}`, 'may not be set for init containers without restartPolicy=Always'),
    ),
  ]
}

/** Amounts of known resources; what is asked for is no more than the limit (ValidateContainerResourceRequirements). */
function validateResources({ resources: { limits = {}, requests = {} } = {} }: Container, field: string): readonly Issue[] {
  const amounts = (list: Amounts, at: string) => Object.entries(list).flatMap(([name, amount]) => validateLimit(name, amount, `${at}[${name}]`))
  const asked = Object.entries(requests).flatMap(([name, amount]): readonly Issue[] => {
    const limit = limits[name]
    const fixed = isExtendedResource(name) || name.startsWith('hugepages-')
    if (limit === undefined) return fixed ? [required(`${field}.limits`, 'Limit must be set for non overcommitable resources')] : []
    const compared = compareQuantity(amount, limit)
    if (fixed && compared !== 0) return [invalid(`${field}.requests`, amount, `must be equal to ${name} limit of ${limit}`)]
    return compared > 0 ? [invalid(`${field}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`)] : []
  })
  return [...amounts(limits, `${field}.limits`), ...amounts(requests, `${field}.requests`), ...asked]
}
