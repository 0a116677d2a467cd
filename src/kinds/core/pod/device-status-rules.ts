import {
  type Issue,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../base/errors/issue.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import { isLonger } from '../../../base/rules/texts.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { Container, ContainerStatus, Pod, PodSpec } from './pod-types.js'

// What the status of a pod tells of its devices.

type Status = NonNullable<Pod['status']>

/** Validates the claim for the extended resources of a pod (validatePodExtendedResourceClaimStatus). */
export function* validateExtendedClaim(
  { requestMappings = [], resourceClaimName: claim }: NonNullable<Status['extendedResourceClaimStatus']>,
  { containers, initContainers = [] }: PodSpec = {},
): Iterable<Issue> {
  const field = 'status.extendedResourceClaimStatus'
  const byName = new Map([...initContainers, ...(containers ?? [])].map((container) => [container.name, container]))
  const seen = new Set<string>()
  if (requestMappings.length === 0)
    yield required(`${field}.requestMappings`, 'at least one request mapping is required')
  for (const [i, { containerName = '', resourceName = '', requestName = '' }] of requestMappings.entries()) {
    const at = `${field}.requestMappings[${i}]`
    const container = byName.get(containerName)
    if (!container) yield invalid(`${at}.containerName`, containerName, OF_CONTAINERS)
    else if (amountOf(container, resourceName) === undefined)
      yield invalid(`${at}.resourceName`, resourceName, OF_REQUESTS)
    yield* dns1123Label(requestName).map((detail) => invalid(`${field}.requestName`, requestName, detail))
    const names = { containerName, resourceName, requestName }
    const key = JSON.stringify(names)
    if (seen.has(key)) for (const [member, name] of Object.entries(names)) yield duplicate(`${at}.${member}`, name)
    seen.add(key)
  }
  if (!claim) yield required(`${field}.resourceClaimName`)
  else yield* dns1123Subdomain(claim).map((detail) => invalid(`${field}.resourceClaimName`, claim, detail))
}

const OF_CONTAINERS = 'must match the name of an entry in spec.initContainers.name or spec.containers.name'
const OF_REQUESTS =
  'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests'

const amountOf = ({ resources: { requests = {} } = {} }: Container, name: string): string | undefined =>
  Object.hasOwn(requests, name) ? requests[name] : undefined

/** Validates what is told of the health of devices (validateContainerStatusAllocatedResourcesStatus). */
export function* validateHealth(status: Status, { containers, initContainers }: PodSpec = {}): Iterable<Issue> {
  yield* healthIn('containerStatuses', status, containers ?? [])
  yield* healthIn('initContainerStatuses', status, initContainers ?? [])
  for (const [i, { allocatedResourcesStatus = [] }] of (status.ephemeralContainerStatuses ?? []).entries())
    if (allocatedResourcesStatus.length > 0)
      yield forbidden(
        `status.ephemeralContainerStatuses[${i}].allocatedResourcesStatus`,
        'must not be specified in container status',
      )
}

function* healthIn(
  list: 'containerStatuses' | 'initContainerStatuses',
  status: Status,
  containers: readonly Container[],
): Iterable<Issue> {
  for (const [i, { name: of, allocatedResourcesStatus: all = [] }] of (status[list] ?? []).entries())
    for (const [j, { name = '', resources = [] }] of all.entries()) {
      const at = `status.${list}[${i}].allocatedResourcesStatus[${j}]`
      const container = containers.find((each) => each.name === of)
      const isClaim = name.startsWith(CLAIM)
      if (container && !(isClaim ? claims(container, name, status) : amountOf(container, name) !== undefined))
        yield invalid(
          `${at}.name`,
          name,
          isClaim ? claimWords() : "must match one of the container's resource requests",
        )
      yield* validateDevices(resources, `${at}.resources`)
    }
}

const CLAIM = 'claim:'

const claimWords = () =>
  runsAtLeast('1.37')
    ? "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty"
    : "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"

/** Tells whether a container claims what a status names; since v1.37 also for its extended resources. */
function claims(container: Container, named: string, { extendedResourceClaimStatus: extended }: Status): boolean {
  const own = container.resources?.claims ?? []
  if (own.some(({ name, request }) => named === CLAIM + name + (request ? `/${request}` : ''))) return true
  return (extended?.requestMappings ?? []).some(
    ({ containerName, resourceName = '', requestName }) =>
      runsAtLeast('1.37') &&
      containerName === container.name &&
      named === `${CLAIM}${extended?.resourceClaimName}/${requestName}` &&
      quantitySign(amountOf(container, resourceName) ?? '0') !== 0,
  )
}

const HEALTHS = ['Healthy', 'Unhealthy', 'Unknown']
const LONGEST_MESSAGE = 1024

type Devices = NonNullable<NonNullable<ContainerStatus['allocatedResourcesStatus']>[number]['resources']>

function* validateDevices(devices: Devices, field: string): Iterable<Issue> {
  const seen = new Set<string>()
  for (const [i, { health = '', message, resourceID = '' }] of devices.entries()) {
    const at = `${field}[${i}]`
    if (!HEALTHS.includes(health)) yield notSupported(`${at}.health`, health, HEALTHS)
    if (message === '') yield required(`${at}.message`, 'must be non-empty if specified')
    else if (message && isLonger(message, LONGEST_MESSAGE)) yield tooLong(`${at}.message`, LONGEST_MESSAGE)
    if (seen.has(resourceID)) yield duplicate(`${at}.resourceID`, resourceID)
    seen.add(resourceID)
  }
}
