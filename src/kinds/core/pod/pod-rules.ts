import { podClaims } from './device-claim-rules.js'
import { type Issue, duplicate, forbidden, invalid, required } from '../../../base/errors/issue.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { envFileIssues, ownHostname, podLevelResources } from './later-rules.js'
import { knownSpec } from './known-specs.js'
import { validateAnnotations } from './pod-annotations.js'
import {
  CONTAINER_LISTS,
  type Container,
  KEPT_EMPTY_OF_PODS,
  type Pod,
  type PodSpec,
  type Toleration,
} from './pod-types.js'
import { structValidator } from '../../struct/struct-rules.js'
import { CONTAINERS, repeatedHostPorts } from './container-rules.js'
import { ENVIRONMENT } from './env-rules.js'
import { MOUNTS } from './mount-rules.js'
import { PROBES } from './probe-rules.js'
import { SCHEDULING } from './scheduling-rules.js'
import { SECURITY, system } from './security-rules.js'
import { VOLUMES } from './volume-rules.js'
import { WINDOWS, hostProcesses } from './windows-rules.js'
import { goQuote } from '../../../base/go/printable.js'
import { dns1123Label, dns1123Subdomain, qualifiedName, labelValue } from '../../../base/rules/names.js'
import { isObject } from '../../../base/json/json.js'
import { patternText } from '../../../base/rules/texts.js'
import { goStrings } from '../../shared/go-struct.js'
import { validateOverhead } from '../../shared/overhead.js'
import type { ResourceList } from '../../shared/resource-list.js'
import { validateToleration } from '../../shared/tolerations.js'
import {
  type MemberRule,
  type Rule,
  type StructRules,
  type StructTable,
  anyValue,
  between,
  eachItem,
  first,
  ifSet,
  itemsOf,
  requiredIp,
  requiredValue,
  supported,
} from '../../struct/member-rules.js'

/** Validates the name of a node, if set. */
const nodeNameRule: MemberRule = ifSet(dns1123Subdomain)

const choice = (...values: readonly string[]) => first(requiredValue, supported(...values))

const containers: Rule = (list, field, owner, { inside }) =>
  itemsOf(list).length > 0 ? [...inside('containers'), ...repeatedHostPorts(list, field, owner)] : [required(field)]

const hostPorts: MemberRule = (hostNetwork, field, { containers: list }) =>
  !hostNetwork
    ? []
    : itemsOf<Container>(list).flatMap(({ ports = [] }, i) =>
        ports.flatMap(({ hostPort, containerPort }, j) =>
          hostPort && hostPort !== containerPort
            ? [
                invalid(
                  `${field.replace(/hostNetwork$/, 'containers')}[${i}].ports[${j}].hostPort`,
                  hostPort,
                  'must match `containerPort` when `hostNetwork` is true',
                ),
              ]
            : [],
        ),
      )

const labels: MemberRule = (value, field) =>
  Object.entries(isObject(value) ? value : {}).flatMap(([key, text]) => [
    ...qualifiedName(key).map((detail) => invalid(field, key, detail)),
    ...labelValue(String(text)).map((detail) => invalid(field, text, detail)),
  ])

const featureGates: MemberRule = (list, field) => {
  const seen = new Set<string>()
  return itemsOf<{ readonly name: string }>(list).flatMap(({ name }, i) => [
    ...qualifiedName(name).map((detail) => invalid(`${field}[${i}]`, name, detail)),
    ...(seen.size < seen.add(name).size ? [] : [duplicate(`${field}[${i}]`, name)]),
  ])
}

const MOST_SERVERS = 3
const MOST_SEARCHES = 32
const MOST_CHARACTERS = 2048
const LONGEST_SEARCH = 253
const DNS_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const NAMED_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const SEARCH_LABEL = '[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?'
const IS_SEARCH = new RegExp(`^${SEARCH_LABEL}(\\.${SEARCH_LABEL})*$`)
const searchText = (label: string) =>
  patternText(
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
    `${label}(\\.${label})*`,
    'example.com',
  )

function search(text: string): readonly string[] {
  const path = text.replace(/\.$/, '')
  if (text === '.') return []
  return [
    ...(path.length > LONGEST_SEARCH ? [`must be no more than ${LONGEST_SEARCH} characters`] : []),
    ...(IS_SEARCH.test(path) ? [] : [searchText(runsAtLeast('1.34') ? NAMED_LABEL : DNS_LABEL)]),
  ]
}

/** Validates dnsConfig (validatePodDNSConfig). */
const dnsConfig: MemberRule = (value, field, { dnsPolicy }) => {
  const {
    nameservers = [],
    searches = [],
    options = [],
  } = (value ?? {}) as {
    readonly nameservers?: readonly string[]
    readonly searches?: readonly string[]
    readonly options?: readonly { readonly name?: string }[]
  } // ensured by the schema
  if (dnsPolicy === 'None' && !value) return [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')]
  if (dnsPolicy === 'None' && nameservers.length === 0)
    return [required(`${field}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None')]
  const most = (member: string, list: readonly string[], what: string) =>
    invalid(`${field}.${member}`, goStrings(list), `must not have more than ${what}`)
  return [
    ...(nameservers.length > MOST_SERVERS ? [most('nameservers', nameservers, `${MOST_SERVERS} nameservers`)] : []),
    ...nameservers.flatMap((ip, i) => requiredIp(ip, `${field}.nameservers[${i}]`, {})),
    ...(searches.length > MOST_SEARCHES ? [most('searches', searches, `${MOST_SEARCHES} search paths`)] : []),
    ...(searches.join(' ').length > MOST_CHARACTERS
      ? [most('searches', searches, `${MOST_CHARACTERS} characters (including spaces) in the search list`)]
      : []),
    ...searches.flatMap((text, i) =>
      search(text).map((detail) => invalid(`${field}.searches[${i}]`, text.replace(/\.$/, ''), detail)),
    ),
    ...options.flatMap(({ name }, i) => (name ? [] : [required(`${field}.options[${i}]`, 'must not be empty')])),
  ]
}

const WITH_HOST = [
  ['hostNetwork', 'hostNetwork'],
  ['hostPID', 'HostPID'],
  ['hostIPC', 'HostIPC'],
] as const

const ownUsers: MemberRule = (hostUsers, field, owner) => {
  if (hostUsers !== false) return []
  const why = `when \`${runsAtLeast('1.34') ? 'hostUsers' : 'pod.Spec.HostUsers'}\` is false`
  const at = field.replace(/hostUsers$/, '')
  const mapped = CONTAINER_LISTS.flatMap((list) =>
    itemsOf<Container>(owner[list]).flatMap(({ volumeDevices = [] }, i) =>
      volumeDevices.length > 0 ? [forbidden(`${at}${list}[${i}].volumeDevices`, why)] : [],
    ),
  )
  return [
    ...WITH_HOST.filter(([member]) => owner[member]).map(([, shown]) => forbidden(`${at}${shown}`, why)),
    ...(runsAtLeast('1.34') ? mapped : []),
  ]
}

const SPEC: StructRules = {
  volumes: anyValue,
  resourceClaims: podClaims,
  containers: { alone: containers },
  initContainers: anyValue,
  ephemeralContainers: anyValue,
  resources: podLevelResources,
  hostNetwork: hostPorts,
  restartPolicy: choice('Always', 'OnFailure', 'Never'),
  dnsPolicy: choice('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'),
  nodeSelector: labels,
  securityContext: anyValue,
  affinity: anyValue,
  dnsConfig,
  readinessGates: anyValue,
  schedulingGates: featureGates,
  topologySpreadConstraints: anyValue,
  $: hostProcesses,
  hostUsers: ownUsers,
  hostnameOverride: ownHostname,
  serviceAccountName: ifSet(dns1123Subdomain),
  nodeName: nodeNameRule,
  activeDeadlineSeconds: between(1, 2 ** 31 - 1),
  hostname: ifSet(dns1123Label),
  subdomain: ifSet(dns1123Label),
  tolerations: (list, field) =>
    itemsOf<Toleration>(list).flatMap((toleration, i) => validateToleration(toleration, `${field}[${i}]`)),
  hostAliases: anyValue,
  priorityClassName: ifSet(dns1123Subdomain),
  runtimeClassName: (value, field) =>
    // The schema ensures a string.
    value === undefined ? [] : dns1123Subdomain(value as string).map((detail) => invalid(field, value, detail)),
  preemptionPolicy: (value, field) =>
    value === '' ? [required(field)] : supported('PreemptLowerPriority', 'Never')(value, field, {}),
  overhead: (value, field) => (value ? validateOverhead(value as ResourceList, field) : []), // quantities
  os: system,
}

/** The validation rules of a pod's spec, without those of its nested structs. */
const POD_SPEC: StructTable = {
  'core.v1.HostAlias': {
    ip: requiredIp,
    hostnames: eachItem(dns1123Subdomain),
  },
  'core.v1.PodReadinessGate': {
    conditionType: (type, field) =>
      qualifiedName(String(type ?? '')).map((detail) => invalid(field, type ?? '', detail)),
  },
  'core.v1.PodSpec': SPEC,
}

type Volume = NonNullable<PodSpec['volumes']>[number] & {
  readonly ephemeral?: object
  readonly persistentVolumeClaim?: { readonly claimName?: string }
}
type Found = { readonly issue: Issue; readonly volume: number; readonly isBeforeName: boolean }

const MADE = 'must not reference a PVC that gets created for an ephemeral volume'

/**
 * Adds the issues of PVC names to those of a pod's spec: PVCs of ephemeral volumes are named after the pod
 * (ValidateVolumes).
 */
function withClaimNames(issues: readonly Issue[], pod: string, volumes: readonly Volume[]): readonly Issue[] {
  const made = new Set(volumes.flatMap(({ name, ephemeral }) => (ephemeral ? [`${pod}-${name}`] : [])))
  if (pod === '' || made.size === 0) return issues
  const found = volumes.flatMap((one, volume): readonly Found[] => {
    const { name = '', ephemeral, persistentVolumeClaim } = one
    const { claimName = '' } = persistentVolumeClaim ?? {}
    const field = `spec.volumes[${volume}]`
    if (made.has(claimName))
      return [
        { issue: invalid(`${field}.persistentVolumeClaim.claimName`, claimName, MADE), volume, isBeforeName: false },
      ]
    const claim = `${pod}-${name}`
    return (ephemeral && name && isAlone(one) ? dns1123Subdomain(claim) : []).map((detail) => ({
      issue: invalid(`${field}.name`, name, `PVC name ${goQuote(claim)}: ${detail}`),
      volume,
      isBeforeName: true,
    }))
  })
  const all: Issue[] = []
  let next = 0
  for (const issue of issues) {
    for (let one = found[next]; one && isBehind(issue, one); one = found[++next]) all.push(one.issue)
    all.push(issue)
  }
  return [...all, ...found.slice(next).map(({ issue }) => issue)]
}

/** Tells whether no source that is checked before `ephemeral` makes it one volume type too many. */
const isAlone = (volume: Volume) =>
  Object.keys(volume).every((member) => ['name', 'ephemeral', 'image'].includes(member))

/** Tells whether an issue comes after one about a volume: volumes are reported first, in their order. */
function isBehind({ field }: Issue, { volume, isBeforeName }: Found): boolean {
  const [, index, member] = /^spec\.volumes\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  if (index === undefined || Number(index) > volume) return true
  return Number(index) === volume && isBeforeName && member === 'name'
}

const validateStruct = structValidator(
  {
    ...CONTAINERS,
    ...ENVIRONMENT,
    ...MOUNTS,
    ...POD_SPEC,
    ...PROBES,
    ...SCHEDULING,
    ...SECURITY,
    ...VOLUMES,
    ...WINDOWS,
  },
  KEPT_EMPTY_OF_PODS,
)

/** Validates the spec of a pod or a template (ValidatePodSpec). One that is known to be valid may have another node. */
export function validatePodSpec(spec: PodSpec = {}, field = 'spec'): readonly Issue[] {
  const known = knownSpec(spec)
  if (known.isSound) return validateNodeName(spec, field)
  const issues = [...validateStruct('core.v1.PodSpec', spec, field), ...envFileIssues(spec, field)]
  if (issues.length === 0) known.isSound = true
  return issues
}

const validateNodeName = ({ nodeName }: PodSpec, field: string) => nodeNameRule(nodeName, `${field}.nodeName`, {})

/** Validates a pod: its spec, and what concerns pods only (validatePodMetadataAndSpec). */
export function validatePod({ metadata, spec = {} }: Pod): readonly Issue[] {
  const { volumes = [], serviceAccountName } = spec
  const tokens = volumes.flatMap(({ projected }, i) => {
    const { sources } = (projected ?? {}) as {
      readonly sources?: readonly { readonly serviceAccountToken?: object }[] | null
    } // ensured by the schema
    return (sources ?? []).flatMap(({ serviceAccountToken: token }, j) =>
      token ? [`spec.volumes[${i}].projected.sources[${j}].serviceAccountToken`] : [],
    )
  })
  return [
    ...validateAnnotations(metadata.annotations, spec, 'metadata.annotations'),
    ...withClaimNames(validatePodSpec(spec), metadata.name ?? '', volumes),
    ...(serviceAccountName
      ? []
      : tokens.map((field) => forbidden(field, 'must not be specified when serviceAccountName is not set'))),
    ...validateImages(spec, 'containers'),
    ...validateImages(spec, 'initContainers'),
  ]
}

const validateImages = (spec: PodSpec, kind: 'containers' | 'initContainers') =>
  (spec[kind] ?? []).flatMap(({ image = '' }, i) =>
    image.trim() === image
      ? []
      : [invalid(`spec.${kind}[${i}].image`, image, 'must not have leading or trailing whitespace')],
  )
