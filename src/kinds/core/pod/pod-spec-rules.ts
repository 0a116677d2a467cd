import { duplicate, forbidden, invalid, required } from '../../../base/errors/issue.js'
import { isObject } from '../../../base/json/json.js'
import { labelValue } from '../../../base/rules/labels.js'
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../../../base/rules/names.js'
import { patternText } from '../../../base/rules/texts.js'
import { goStrings } from '../../shared/go-struct.js'
import { validateOverhead } from '../../shared/overhead.js'
import type { ResourceList } from '../../shared/resource-list.js'
import { validateToleration } from '../../shared/tolerations.js'
import {
  type MemberRule,
  type Rule,
  requiredIp,
  between,
  eachItem,
  first,
  anyValue,
  itemsOf,
  requiredValue,
  ifSet,
  supported,
} from '../../struct/member-rules.js'
import { repeatedHostPorts } from './container-rules.js'
import type { Container, Toleration } from './pod-types.js'
import { system } from './security-rules.js'
import { hostProcesses } from './windows-rules.js'
import type { StructRules, StructTable } from '../../struct/struct-table.js'

/** Validates the name of a node, if set. */
export const nodeNameRule: MemberRule = ifSet(dns1123Subdomain)

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
const SEARCH_LABEL = '[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?'
const IS_SEARCH = new RegExp(`^${SEARCH_LABEL}(\\.${SEARCH_LABEL})*$`)
const SEARCH_TEXT = patternText(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  `${DNS_LABEL}(\\.${DNS_LABEL})*`,
  'example.com',
)

function search(text: string): readonly string[] {
  const path = text.replace(/\.$/, '')
  if (text === '.') return []
  return [
    ...(path.length > LONGEST_SEARCH ? [`must be no more than ${LONGEST_SEARCH} characters`] : []),
    ...(IS_SEARCH.test(path) ? [] : [SEARCH_TEXT]),
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

const ownUsers: MemberRule = (hostUsers, field, owner) =>
  hostUsers === false
    ? WITH_HOST.filter(([member]) => owner[member]).map(([, shown]) =>
        forbidden(field.replace(/hostUsers$/, shown), 'when `pod.Spec.HostUsers` is false'),
      )
    : []

const SPEC: StructRules = {
  volumes: anyValue,
  containers: { alone: containers },
  initContainers: anyValue,
  ephemeralContainers: anyValue,
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
export const POD_SPEC: StructTable = {
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
