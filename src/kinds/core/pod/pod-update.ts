import { type KubernetesVersion, runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { validateClaimStatuses } from './device-claim-rules.js'
import { validateExtendedClaim, validateHealth } from './device-status-rules.js'
import { append } from '../../../base/lists/lists.js'
import {
  type Container,
  type ContainerStatus,
  type Pod,
  type PodSpec,
  type Toleration,
  podStructOf,
  MIRROR,
} from './pod-types.js'
import { type Issue, forbidden, immutable, internal, invalid, required } from '../../../base/errors/issue.js'
import { type MemberRule, between, requiredIp, userId } from '../../struct/member-rules.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import type { RuleContext } from '../../../model/registry/rule-context.js'
import { validateAnnotationChange, validateAnnotations } from './pod-annotations.js'
import { validateNarrowed, withChoiceOf } from './pod-gated.js'
import { validateResize } from './pod-resize.js'
import { validatePod } from './pod-rules.js'
import { validateToleration } from '../../shared/tolerations.js'
import { issuesOfItems } from '../../../base/errors/issues-in-parts.js'
import { GoText, goJson, goQuote } from '../../../base/go/printable.js'
import { parseIp } from '../../../base/text/ip.js'
import { mapInParts } from '../../../base/turns/work-in-parts.js'
import { dns1123Subdomain, qualifiedName } from '../../../base/rules/names.js'
import { isSidecar, mayRestartAll, restartsAfter } from '../../shared/pods.js'
import { formatDiff } from '../../struct/go-formats.js'
import { internalPodSpec } from './internal-pod-spec.js'

const LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const

type List = (typeof LISTS)[number]
type Statuses = { readonly [list in List]?: readonly ContainerStatus[] }
type Spec = Pod['spec']

/**
 * Validates that terminated containers stay so unless their policy allows a restart: sidecars may always restart,
 * ephemeral containers never.
 */
function validateEnds(after: Statuses, before: Statuses, spec: Spec = {}): readonly Issue[] {
  let byName: ReadonlyMap<string, Container> | undefined
  const mayRestart = (name: string, code: number) => {
    const { containers, initContainers = [] } = spec
    byName ??= new Map([...initContainers, ...(containers ?? [])].map((container) => [container.name, container]))
    const container = byName.get(name)
    return (container !== undefined && isSidecar(container)) || restartsAfter(container ?? {}, spec, code)
  }
  const issues: Issue[] = []
  for (const list of LISTS)
    before[list]?.forEach(({ name = '', state }, i) => {
      const ended = state?.terminated
      if (!ended) return
      const mayAll = runsAtLeast('1.36') && mayRestartAll(spec)
      if (list !== 'ephemeralContainerStatuses' && (mayAll || mayRestart(name, ended.exitCode ?? 0))) return
      for (const status of after[list] ?? [])
        if (status.name === name && !status.state?.terminated)
          issues.push(forbidden(`status.${list}[${i}].state`, 'may not be transitioned to non-terminated state'))
    })
  return issues
}

// Container runtimes may report any user that Linux can have.
const reportedUser: MemberRule = (uid, ...rest) =>
  runsAtLeast('1.37') ? between(0, 2 ** 32 - 1)(uid, ...rest) : userId(uid, ...rest)

/** Validates the users of containers (validateContainerStatusUsers): a Windows pod has no Linux users. */
function validateUsers(statuses: Statuses, spec: Spec): readonly Issue[] {
  const system = spec?.os?.name ?? 'linux'
  const issues: Issue[] = []
  for (const list of LISTS)
    statuses[list]?.forEach(({ user }, i) => {
      const field = `status.${list}[${i}].user.linux`
      if (!user?.linux) return
      const { uid, gid, supplementalGroups = [] } = user.linux
      if (system === 'windows') issues.push(forbidden(field, 'cannot be set for a windows pod'))
      if (system !== 'linux') return
      append(issues, reportedUser(uid, `${field}.uid`, {}))
      append(issues, userId(gid, `${field}.gid`, {}))
      for (const [j, group] of supplementalGroups.entries())
        append(issues, userId(group, `${field}.supplementalGroups[${j}]`, {}))
    })
  return issues
}

type ChangeContext = Pick<RuleContext<Pod>, 'subresource' | 'featureGates'> & { readonly version: KubernetesVersion }

const CONDITIONS = ['PodScheduled', 'Ready', 'Initialized']

/** Validates a pod's status (ValidatePodStatusUpdate). */
function validatePodStatus(
  { status: next = {} }: Pod,
  { spec, status: old = {} }: Pod,
  { version, featureGates }: Omit<ChangeContext, 'subresource'>,
): readonly Issue[] {
  const { conditions, nominatedNodeName: node = '', observedGeneration = 0, qosClass } = next
  const issues: Issue[] = []
  conditions?.forEach(({ type, observedGeneration = 0 }, i) => {
    const field = `status.conditions[${i}]`
    if (observedGeneration < 0) issues.push(negative(`${field}.observedGeneration`, observedGeneration))
    if (!CONDITIONS.includes(type))
      for (const detail of qualifiedName(type)) issues.push(invalid(`${field}.Type`, type, detail))
  })
  if (node && node !== old.nominatedNodeName) {
    for (const detail of dns1123Subdomain(node)) issues.push(invalid('status.nominatedNodeName', node, detail))
    if (featureGates.ClearingNominatedNodeNameAfterBinding && spec?.nodeName)
      issues.push(forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node'))
  }
  if (observedGeneration < 0) issues.push(negative('status.observedGeneration', observedGeneration))
  if (qosClass !== old.qosClass) issues.push(immutable('status.qosClass', qosClass)) // set once
  append(issues, validateEnds(next, old, spec))
  const { resourceClaimStatuses: claims, extendedResourceClaimStatus: extended, podIPs, hostIPs } = next
  if (claims) append(issues, [...validateClaimStatuses(claims, spec?.resourceClaims, version)])
  if (extended) append(issues, [...validateExtendedClaim(extended, spec)])
  if (podIPs) append(issues, validateIps(podIPs, old.podIPs, 'status.podIPs', 'PodIP'))
  const hostIp = hostIPs?.[0]
  if (hostIp && hostIp.ip !== (next.hostIP ?? ''))
    issues.push(invalid('status.hostIPs[0].ip', hostIp.ip, 'must be equal to `hostIP`'))
  if (hostIPs) append(issues, validateIps(hostIPs, old.hostIPs, 'status.hostIPs', 'HostIP'))
  append(issues, validateUsers(next, spec))
  if (LISTS.some((list) => next[list]?.some(({ allocatedResourcesStatus: all }) => all)))
    append(issues, [...validateHealth(next, spec)])
  return issues
}

const negative = (field: string, value: number): Issue => invalid(field, value, 'must be a non-negative integer')

type Ips = readonly { readonly ip: string }[]

function validateIps(ips: Ips, old: Ips = [], field: string, type: string): readonly Issue[] {
  // Fast path: the IPs of a pod do not change while it runs, and have been validated before.
  if (ips === old) return []
  const known = new Set(old.map(({ ip }) => ip))
  const found = issuesOfItems(ips, validateIps, ({ ip = '' }, i) =>
    known.has(ip) ? [] : requiredIp(ip, `${field}[${i}]`, {}),
  )
  if (ips.length < 2) return found
  const families = mapInParts(ips, parseIp, 1, ({ ip }) => parseIp(ip)?.family)
  const bad = families.indexOf(undefined)
  if (bad < 0 && ips.length === 2 && families[0] !== families[1]) return found
  const unread =
    bad < 0
      ? []
      : [internal(field, `failed to check for dual stack with error:invalid IP[${bad}]: ${ips[bad]?.ip ?? ''}`)]
  const texts = mapInParts(ips, goQuote, 1, ({ ip }) => `core.${type}{IP:${goQuote(ip)}}`)
  const shown = new GoText(`[]core.${type}{${texts.join(', ')}}`, () => goJson(ips.map(({ ip }) => ({ IP: ip }))))
  return [...found, ...unread, invalid(field, shown, 'may specify no more than one IP for each IP family')]
}

/** Validates an update of a pod through the given subresource. */
export function validatePodChange(
  next: Pod,
  old: Pod,
  { subresource, version, featureGates }: ChangeContext,
): readonly Issue[] {
  switch (subresource) {
    case 'main':
      return validatePodUpdate(next, old)
    case 'ephemeralcontainers':
      return old.metadata.annotations?.[MIRROR] === undefined
        ? [...validatePod(next), ...validateAdded(next, old)]
        : [forbidden('[]', 'static pods do not support ephemeral containers')]
    case 'resize':
      return validateResize(next, old, validatePod(next), featureGates)
    case 'status':
      return validatePodStatus(next, old, { version, featureGates })
    default:
      return []
  }
}

/** Validates an update of a pod, which may change images, tolerations and little else of its spec. */
function validatePodUpdate(pod: Pod, { metadata, spec: old = {} }: Pod): readonly Issue[] {
  const { spec: next = {} } = pod
  const issues = [
    ...validatePod(pod),
    ...validateAnnotationChange(pod.metadata.annotations, metadata.annotations),
    ...validateAnnotations(pod.metadata.annotations, next, 'metadata.annotations'),
  ]
  if (next === old) return issues
  for (const member of ['containers', 'initContainers'] as const) {
    if ((next[member] ?? []).length !== (old[member] ?? []).length)
      return [...issues, forbidden(`spec.${member}`, 'pod updates may not add or remove containers')]
    append(issues, validateNewImages(next[member] ?? [], `spec.${member}`))
  }
  const { activeDeadlineSeconds: deadline } = next
  const before = old.activeDeadlineSeconds
  if (deadline !== undefined && (deadline < 0 || deadline > MOST_SECONDS))
    return [...issues, ...between(0, MOST_SECONDS)(deadline, 'spec.activeDeadlineSeconds', {})]
  if (deadline !== undefined && before !== undefined && before < deadline)
    return [...issues, invalid('spec.activeDeadlineSeconds', deadline, 'must be less than or equal to previous value')]
  if (deadline === undefined && before !== undefined)
    issues.push(invalid('spec.activeDeadlineSeconds', null, 'must not update from a positive integer to nil value'))
  append(issues, validateAddedTolerations(next, old))
  const featureGates = new Set((old.schedulingGates ?? []).map(({ name }) => name))
  next.schedulingGates?.forEach(({ name }, i) => {
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`
    if (!featureGates.has(name)) issues.push(forbidden(`spec.schedulingGates[${i}].name`, why))
  })
  if (old.schedulingGates?.length) append(issues, validateNarrowed(next, old))
  const munged = withMutableOf(next, old)
  if (semanticEqual(podStructOf('core.v1.PodSpec'), munged, withMutableOf(old, old))) return issues
  return [...issues, fixedSpec(munged, old)]
}

/** Validates the images of an update once more (ValidateContainerUpdates). */
const validateNewImages = (containers: readonly Container[], field: string): readonly Issue[] =>
  containers.flatMap(({ image = '' }, i) => {
    if (!image) return [required(`${field}[${i}].image`)]
    return image.trim() === image
      ? []
      : [invalid(`${field}[${i}].image`, image, 'must not have leading or trailing whitespace')]
  })

const MOST_SECONDS = 2 ** 31 - 1

/** Validates tolerations once more, and that none is gone (validateOnlyAddedTolerations). */
const validateAddedTolerations = ({ tolerations = [] }: PodSpec, old: PodSpec): readonly Issue[] =>
  keepsTolerations(tolerations, old.tolerations ?? [])
    ? tolerations.flatMap((toleration, i) => validateToleration(toleration, `spec.tolerations[${i}]`))
    : [forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')]

/** Tells whether all tolerations are left, apart from their seconds. */
function keepsTolerations(next: readonly Toleration[], old: readonly Toleration[]): boolean {
  if (next === old) return true
  const left = new Set(next.map(untimed))
  return old.every((toleration) => left.has(untimed(toleration)))
}

/** Returns a text that is the same for tolerations that differ in their seconds only. */
const untimed = ({ key = '', operator = '', value = '', effect = '' }: Toleration): string =>
  JSON.stringify([key, operator, value, effect])

/** Returns a spec with its mutable fields as in the old one. */
function withMutableOf(spec: PodSpec, old: PodSpec): PodSpec {
  const { activeDeadlineSeconds: _, tolerations: __, schedulingGates: ___, ...others } = spec
  const { activeDeadlineSeconds, tolerations, schedulingGates } = old
  const fixed: PodSpec = {
    ...others,
    ...(activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds }),
    ...(tolerations ? { tolerations } : {}),
    ...(schedulingGates ? { schedulingGates } : {}),
    ...(spec.containers ? { containers: withImagesOf(old.containers ?? [], spec.containers) } : {}),
    ...(spec.initContainers ? { initContainers: withImagesOf(old.initContainers ?? [], spec.initContainers) } : {}),
  }
  const seconds = old.terminationGracePeriodSeconds ?? 0
  // Negative values were accepted once, and mean 1.
  const relaxed =
    seconds < 0 && spec.terminationGracePeriodSeconds === 1
      ? { ...fixed, terminationGracePeriodSeconds: seconds }
      : fixed
  return schedulingGates?.length ? withChoiceOf(relaxed, old) : relaxed
}

const withImagesOf = (old: readonly Container[], next: readonly Container[]): readonly Container[] =>
  next.map(({ image: _, ...container }, i) => {
    const image = old[i]?.image
    return image === undefined ? container : { ...container, image }
  })

/** Validates that existing ephemeral containers are not changed or removed. */
function validateAdded({ spec: next = {} }: Pod, { spec: old = {} }: Pod): readonly Issue[] {
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
const fixedSpec = (munged: PodSpec, old: PodSpec): Issue =>
  forbidden('spec', `${FIXED}\n${formatDiff('core.PodSpec', internalPodSpec(old), internalPodSpec(munged))}`)

const FIXED =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'
