import {
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  tooLong,
  tooMany,
  type Issue,
} from '../../../base/errors/issue.js'
import { GoText, ownText } from '../../../base/go/printable.js'
import { isEmptied } from '../../../base/json/as-given.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import { only, resourceListOf } from '../../../base/numbers/quantities.js'
import { inByteOrder } from '../../../schema/structural.js'
import { all, isOneOf, localPath, requiredValue, type MemberRule, type Rule } from '../../struct/member-rules.js'
import { anyResource } from '../../shared/overhead.js'
import { resourcesRule } from './resource-rules.js'
import { isHugePages, isPodLevel, statedResources } from './pod-resources.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { CONTAINER_LISTS, type Amounts, type Container, type PodSpec, type RestartRule } from './pod-types.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { utf8Length } from '../../../base/bytes/utf8.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { onDemand } from '../../../base/on-demand.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import { trustBundleNameFaults } from '../../certificates/cluster-trust-bundle.js'
import { validateSignerName } from '../../certificates/signer-name.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import type { Unchecked } from '../../struct/unchecked.js'
import type { ClusterTrustBundleProjection, PodCertificateProjection } from '../../../model/generated/types/core-v1.js'

// The rules of fields that came after v1.33. They are there from the start: a write that waits for code begins again,
// and draws other random names.

// Loaded on demand: few pods have certificates.
const certificates = createLateLibrary(() => import('../../certificates/certificate-rules.js'))

// The rules of fields of pods that came after v1.33.

const NAMES = ['cpu', 'hugepages-', 'memory']

// A ResourceName is printed without quotes.
const validateRequirements = resourcesRule((name, field) => {
  const faults = anyResource(name, field)
  return isPodLevel(name) || faults.length > 0 ? faults : [notSupported(field, ownText(name), NAMES)]
})

/** Validates the resources of a pod as a whole (validatePodResources). */
export const podLevelResources: Rule = (value, field, owner, context) => {
  if (value === undefined) return []
  const spec = owner as PodSpec // ensured by the schema
  if (spec.os?.name === 'windows') return [forbidden(field, 'may not be set for a windows pod')]
  return [
    ...(spec.resources && (spec.resources.claims || isEmptied(spec.resources, 'claims'))
      ? [forbidden(`${field}.claims`, 'claims may not be set for Resources at pod-level')]
      : []),
    ...validateRequirements(value, field, owner, context),
    ...consistencyIssues(spec, field),
  ]
}

/** Validates that the containers fit into the pod (validatePodResourceConsistency). */
function* consistencyIssues(spec: PodSpec, field: string): Iterable<Issue> {
  const { requests = {}, limits = {} } = spec.resources ?? {}
  const summed = (bound: 'requests' | 'limits') => Object.entries(resourceListOf(statedResources({ spec }, bound)))
  const exceeded = (amounts: Amounts, name: string, sum: string) =>
    amounts[name] !== undefined && compareQuantity(sum, amounts[name]) > 0
  for (const [name, sum] of summed('requests'))
    if (exceeded(requests, name, sum))
      yield invalid(
        `${field}.requests[${name}]`,
        requests[name],
        `must be greater than or equal to aggregate container requests of ${sum}`,
      )
  for (const [name, sum] of summed('limits'))
    if (isHugePages(name) && exceeded(limits, name, sum))
      yield invalid(
        `${field}.limits[${name}]`,
        limits[name],
        `must be greater than or equal to aggregate container limits of ${sum}`,
      )
  for (const [i, { resources }] of (spec.containers ?? []).entries())
    for (const [name, limit] of Object.entries(resources?.limits ?? {}))
      if (exceeded(limits, name, limit))
        yield invalid(
          `${field}.containers[${i}][${name}].limits`,
          limit,
          `must be less than or equal to pod limits of ${limits[name]}`,
        )
}

/**
 * Sets the defaults of the resources of a pod as a whole: limits of huge pages are those of its containers, and
 * requests those of its containers, or else its limits (defaultHugePagePodLimits, defaultPodRequests).
 */
export function withPodLevelDefaults(spec: PodSpec): PodSpec {
  const { resources } = spec
  if (!resources) return spec
  const { requests = {}, claims } = resources
  const sums = (bound: 'requests' | 'limits', fits: (name: string) => boolean) =>
    resourceListOf(only(statedResources({ spec }, bound), fits))
  const isPartial = Object.keys({ ...resources.limits, ...requests }).length > 0
  const pages = isPartial ? sums('limits', (name) => isHugePages(name) && requests[name] === undefined) : {}
  const limits = { ...pages, ...resources.limits }
  if (Object.keys(limits).length === 0) return spec
  const full = {
    ...Object.fromEntries(Object.entries(limits).filter(([name]) => isPodLevel(name))),
    ...sums('requests', (name) => isPodLevel(name) && !isHugePages(name)),
    ...requests,
  }
  return {
    ...spec,
    resources: { limits: inByteOrder(limits), requests: inByteOrder(full), ...(claims ? { claims } : {}) },
  }
}

const POLICIES = ['Always', 'Never', 'OnFailure']
const MOST_RULES = 20
const MOST_CODES = 255

/** Validates the restart policy of a container of a sort and the rules beside it, since v1.34. */
export const restartIssues: MemberRule = (sort, field, owner) => {
  const { restartPolicy: policy, restartPolicyRules: rules = [] } = owner as Partial<Container> // ensured by the schema
  const at = `${field}.restartPolicy`
  if (policy === undefined && (rules.length === 0 || (sort === 'init' && !runsAtLeast('1.35')))) return []
  if (sort === 'init' && policy === 'Always' && !runsAtLeast('1.36'))
    return rules.length === 0
      ? []
      : [
          forbidden(
            `${field}.restartPolicyRules`,
            'restartPolicyRules are not allowed for init containers with restart policy Always',
          ),
        ]
  const unstated = () => [required(at, 'must specify restartPolicy when restart rules are used')]
  if (policy === undefined && sort === 'init') return unstated()
  return [
    ...(policy === undefined ? unstated() : isOneOf(POLICIES, policy) ? [] : [notSupported(at, policy, POLICIES)]),
    ...(rules.length > MOST_RULES ? [tooManyOf(`${field}.restartPolicyRules`, rules.length, MOST_RULES)] : []),
    ...rules.flatMap((rule, i) => [...restartRuleIssues(rule, `${field}.restartPolicyRules[${i}]`)]),
  ]
}

/** Until v1.36 the server reports a list that is too long as a text. */
const tooManyOf = (field: string, actual: number, most: number): Issue =>
  runsAtLeast('1.36') ? tooMany(field, actual, most) : tooLong(field, most)

function* restartRuleIssues({ action = '', exitCodes }: RestartRule, field: string): Iterable<Issue> {
  const actions = runsAtLeast('1.36') ? ['Restart', 'RestartAllContainers'] : ['Restart']
  const operators = ['In', 'NotIn']
  if (!actions.includes(action)) yield notSupported(`${field}.action`, action, actions)
  if (!exitCodes) {
    yield required(`${field}.exitCodes`, 'must be specified')
    return
  }
  const { operator = '', values = [] } = exitCodes
  if (!operators.includes(operator)) yield notSupported(`${field}.exitCodes.operator`, operator, operators)
  if (values.length > MOST_CODES) yield tooManyOf(`${field}.exitCodes.values`, values.length, MOST_CODES)
}

const LONGEST_HOSTNAME = 64

/** Validates the name that a pod has as a host (validatePodHostName). */
export const ownHostname: MemberRule = (value, field, { setHostnameAsFQDN, hostNetwork }) => {
  if (value === undefined) return []
  const name = value as string // ensured by the schema
  return [
    ...(setHostnameAsFQDN ? [forbidden(field, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [forbidden(field, 'may not be specified when hostNetwork is true')] : []),
    ...(utf8Length(name) > LONGEST_HOSTNAME ? [tooLong(field, LONGEST_HOSTNAME)] : []),
    ...dns1123Subdomain(name).map((detail) => invalid(field, name, detail)),
  ]
}

/** Validates that files of environment variables are in volumes of the type emptyDir (validateFileKeyRefVolumes). */
export function* envFileIssues(spec: PodSpec, field: string): Iterable<Issue> {
  // Few pods have such files.
  const volumes = onDemand(() => new Map((spec.volumes ?? []).map((volume) => [volume['name'], volume])))
  for (const list of CONTAINER_LISTS)
    for (const [i, { env = [] }] of (spec[list] ?? []).entries())
      for (const [j, { valueFrom }] of env.entries()) {
        if (!valueFrom?.fileKeyRef) continue
        const { volumeName = '' } = valueFrom.fileKeyRef
        const at = `${field}.${list}[${i}].env[${j}].valueFrom.fileKeyRef.volumeName`
        const volume = volumes().get(volumeName)
        if (!volume) yield notFound(at, volumeName)
        else if (!volume['emptyDir']) yield invalid(at, volumeName, 'referenced volume must be of type emptyDir')
      }
}

type Bundle = Unchecked<ClusterTrustBundleProjection>
type Certificate = Unchecked<PodCertificateProjection>

/** Validates a projected trust bundle. */
export const trustBundle: MemberRule = (_, field, owner) => {
  const bundle = owner as Bundle // ensured by the schema
  return [...bundleIssues(bundle, field), ...all(requiredValue, localPath)(bundle.path, `${field}.path`, {})]
}

function* bundleIssues(bundle: Bundle, field: string): Iterable<Issue> {
  const { name, signerName, labelSelector } = bundle
  if (name !== undefined && signerName !== undefined) {
    yield invalid(field, internalForm(bundle), 'only one of name and signerName may be used')
  } else if (name !== undefined) {
    if (name === '') yield required(`${field}.name`, 'must be a valid object name')
    const end = name.lastIndexOf(':')
    const signer = end < 0 ? '' : name.slice(0, end).replaceAll(':', '/')
    for (const fault of trustBundleNameFaults(signer, name, false))
      yield invalid(`${field}.name`, name, `not a valid clustertrustbundlename: ${fault}`)
    if (labelSelector !== undefined)
      yield invalid(`${field}.labelSelector`, labelSelector, 'labelSelector must be unset if name is specified')
  } else if (signerName !== undefined) {
    if (signerName === '') yield required(`${field}.signerName`, 'must be a valid signer name')
    yield* validateSignerName(signerName, `${field}.signerName`)
    if (labelSelector) yield* validateLabelSelector(labelSelector, `${field}.labelSelector`)
  } else yield required(field, 'either name or signerName must be specified')
}

/** The struct as a server prints it, which has users of files since v1.37. */
const internalForm = ({ name, signerName, labelSelector, optional, path }: Bundle): GoText => {
  const members = {
    Name: name ?? null,
    SignerName: signerName ?? null,
    LabelSelector: labelSelector ?? null,
    Optional: optional ?? null,
    Path: path ?? '',
    ...(runsAtLeast('1.37') ? { User: null } : {}),
  }
  return new GoText(JSON.stringify(members))
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']
const PATHS = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const

/** Validates a projected certificate. */
export const certificate: MemberRule = (_, field, owner) =>
  // Ensured by the schema.
  [...certificateIssues(owner as Certificate, field)]

function* certificateIssues(projection: Certificate, field: string): Iterable<Issue> {
  const { signerName = '', keyType = '', maxExpirationSeconds: life, userAnnotations } = projection
  yield* validateSignerName(signerName, `${field}.signerName`)
  if (userAnnotations) yield* certificates.needed().validateUserAnnotations(userAnnotations, `${field}.userAnnotations`)
  if (!KEY_TYPES.includes(keyType)) yield notSupported(`${field}.keyType`, keyType, KEY_TYPES)
  const at = `${field}.maxExpirationSeconds`
  const longest = certificates.needed().longestLifeOf(signerName)
  if (life !== undefined && life < certificates.needed().SHORTEST_LIFE)
    yield invalid(at, life, `if provided, maxExpirationSeconds must be >= ${certificates.needed().SHORTEST_LIFE}`)
  if (life !== undefined && life > longest)
    yield invalid(at, life, `if provided, maxExpirationSeconds must be <= ${longest}`)
  for (const path of PATHS) yield* localPath(projection[path], `${field}.${path}`, {})
  if (!PATHS.some((path) => projection[path]))
    yield required(field, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath')
}

/** Drops the fields of feature gates that are off which are dropped with more than themselves. */
export const withoutRareFields = (spec: PodSpec, gates: FeatureGates, old?: PodSpec): PodSpec =>
  withoutRestartRules(withoutImages(withoutSignals(spec, old), gates, old), gates, old)

/** Replaces containers; a spec whose containers all stay as they are is returned itself. */
function withContainers(spec: PodSpec, open: (container: Container, isMain: boolean) => Container): PodSpec {
  const lists = CONTAINER_LISTS.flatMap((kind) => {
    const list: readonly Container[] = spec[kind] ?? []
    const opened = list.map((container) => open(container, kind !== 'initContainers'))
    return opened.every((container, i) => container === list[i]) ? [] : [[kind, opened]]
  })
  // Lists of containers.
  return lists.length === 0 ? spec : { ...spec, ...(Object.fromEntries(lists) as Partial<PodSpec>) }
}

const some = (spec: PodSpec | undefined, test: (container: Container, isMain: boolean) => boolean): boolean =>
  CONTAINER_LISTS.some((kind) => (spec?.[kind] ?? []).some((container) => test(container, kind !== 'initContainers')))

type Signalled = Container & { readonly lifecycle?: { readonly stopSignal?: string } }

/** Drops the signals that stop containers, of a gate that no version has on. */
function withoutSignals(spec: PodSpec, old: PodSpec | undefined): PodSpec {
  // Ensured by the schema.
  const isSignalled = (container: Container) => (container as Signalled).lifecycle?.stopSignal !== undefined
  if (!some(spec, isSignalled) || some(old, isSignalled)) return spec
  return withContainers(spec, (container) => {
    const { lifecycle, ...rest } = container as Signalled // as above
    if (lifecycle?.stopSignal === undefined) return container
    const { stopSignal: _, ...handlers } = lifecycle
    return Object.keys(handlers).length > 0 ? { ...container, lifecycle: handlers } : rest
  })
}

const hasImages = (spec: PodSpec | undefined) => (spec?.volumes ?? []).some(({ image }) => image)

/** Drops volumes of images, and where they are mounted. */
function withoutImages(spec: PodSpec, gates: FeatureGates, old: PodSpec | undefined): PodSpec {
  const { volumes, ...rest } = spec
  if (gates.ImageVolume || !volumes || hasImages(old)) return spec
  const images = new Set<unknown>(volumes.filter(({ image }) => image).map(({ name }) => name))
  const kept = volumes.filter(({ image }) => !image)
  if (images.size === 0 && kept.length > 0) return spec
  return withContainers(kept.length > 0 ? { volumes: kept, ...rest } : rest, (container) => {
    const { volumeMounts, ...others } = container
    if (!volumeMounts?.some(({ name }) => images.has(name))) return container
    const mounts = volumeMounts.filter(({ name }) => !images.has(name))
    return mounts.length > 0 ? { ...container, volumeMounts: mounts } : others
  })
}

/** Tells whether a container has a restart policy of its own that came with restart rules. */
const hasOwnPolicy = ({ restartPolicy, restartPolicyRules = [] }: Container, isMain: boolean): boolean =>
  (restartPolicy !== undefined && (isMain || restartPolicy !== 'Always')) || restartPolicyRules.length > 0

/** Drops the restart rules of containers; before v1.34 there are none, and policies of main containers are refused. */
function withoutRestartRules(spec: PodSpec, gates: FeatureGates, old: PodSpec | undefined): PodSpec {
  if (gates.ContainerRestartRules || !runsAtLeast('1.34') || some(old, hasOwnPolicy)) return spec
  return withContainers(spec, (container, isMain) => {
    if (!hasOwnPolicy(container, isMain)) return container
    const { restartPolicy, restartPolicyRules: _, ...rest } = container
    return restartPolicy === 'Always' && !isMain ? { ...rest, restartPolicy } : rest
  })
}
