import { append } from '../../../base/lists/lists.js'
import { type Issue, duplicate, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { parseIp } from '../../../base/text/ip.js'
import { cidrWarnings, legacyCidr } from '../../../base/rules/ip.js'
import { labelValue, dns1123Label, dns1123Subdomain, qualifiedName } from '../../../base/rules/names.js'
import { validateEndpointAddress, warningsOfIp } from '../../shared/ip-addresses.js'
import { goIntOrString } from '../../shared/int-or-percent.js'
import { goPointer, goStrings, goStruct } from '../../shared/go-struct.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { between, first, ifSet, oneOf, port, requiredIp, requiredValue, supported } from '../../struct/member-rules.js'
import { validateAddresses } from './service-addresses.js'
import { isExternal, isExternallyAccessible, isLocalBalancer } from './service-spec.js'
import type { Service, ServicePort, ServiceSpec } from './service-types.js'

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
/** The policies of traffic. */
export const POLICIES: readonly string[] = ['Cluster', 'Local']
const LONGEST = 86_400

const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean => clusterIPs.length === 1 && clusterIPs[0] === 'None'

/** Validates a service (ValidateService). */
export function validateService(service: Service, old?: Service): readonly Issue[] {
  const { spec = {} } = service
  const { type = '', ports = [], selector = {}, externalIPs = [], sessionAffinity, sessionAffinityConfig } = spec
  const issues: Issue[] = [...validateTopologyMode(service)]
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') issues.push(required('spec.ports'))
  if (isExternal(spec) && isHeadless(spec))
    issues.push(invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`))
  if (type === 'ExternalName') append(issues, validateExternalName(spec))
  append(issues, validatePorts(ports))
  for (const [key, value] of Object.entries(selector)) {
    for (const detail of qualifiedName(key)) issues.push(invalid('spec.selector', key, detail))
    for (const detail of labelValue(value)) issues.push(invalid('spec.selector', value, detail))
  }
  append(issues, oneOf('ClientIP', 'None')(sessionAffinity, 'spec.sessionAffinity', spec))
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds
  if (sessionAffinity === 'None' && sessionAffinityConfig)
    issues.push(forbidden('spec.sessionAffinityConfig', 'must not be set when session affinity is None'))
  else if (seconds !== undefined && (seconds < 1 || seconds > LONGEST))
    issues.push(
      invalid(
        'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
        seconds,
        `must be greater than 0 and less than ${LONGEST}`,
      ),
    )
  if (type !== 'ExternalName') append(issues, validateAddresses(spec))
  externalIPs.forEach((ip, i) => append(issues, validateExternal(ip, `spec.externalIPs[${i}]`)))
  if (!TYPES.includes(type)) issues.push(notSupported('spec.type', type, TYPES))
  if (type === 'ClusterIP')
    ports.forEach(
      ({ nodePort }, i) =>
        nodePort && issues.push(forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'")),
    )
  return [
    ...issues,
    ...validateNodePorts(ports),
    ...validateRepeats(ports),
    ...validateBalancer(service, old),
    ...validatePolicies(spec),
  ]
}

function validateExternalName(spec: ServiceSpec): readonly Issue[] {
  const name = (spec.externalName ?? '').replace(/\.$/, '')
  const none = 'may not be set for ExternalName services'
  return [
    ...(spec.clusterIPs?.length || spec.clusterIP ? [forbidden('spec.clusterIPs', none)] : []),
    ...(spec.ipFamilies?.length ? [forbidden('spec.ipFamilies', none)] : []),
    ...(spec.ipFamilyPolicy === undefined ? [] : [forbidden('spec.ipFamilyPolicy', none)]),
    ...(name
      ? dns1123Subdomain(name).map((detail) => invalid('spec.externalName', name, detail))
      : [required('spec.externalName')]),
  ]
}

function validatePorts(ports: readonly ServicePort[]): readonly Issue[] {
  const names = new Set<string>()
  return ports.flatMap((each, i) => {
    const at = `spec.ports[${i}]`
    const { name = '' } = each
    const issues: Issue[] = []
    if (!name && ports.length > 1) issues.push(required(`${at}.name`))
    append(issues, ifSet(dns1123Label)(name, `${at}.name`, each))
    if (name && names.has(name)) issues.push(duplicate(`${at}.name`, name))
    names.add(name)
    append(issues, between(1, 65535)(each.port, `${at}.port`, each))
    append(issues, first(requiredValue, oneOf('SCTP', 'TCP', 'UDP'))(each.protocol, `${at}.protocol`, each))
    append(issues, port(each.targetPort, `${at}.targetPort`, each))
    const { appProtocol } = each
    if (appProtocol === undefined) return issues
    return [...issues, ...qualifiedName(appProtocol).map((detail) => invalid(`${at}.appProtocol`, appProtocol, detail))]
  })
}

function validateNodePorts(ports: readonly ServicePort[]): readonly Issue[] {
  const seen = new Set<string>()
  return ports.flatMap(({ protocol = '', nodePort = 0 }, i) =>
    !nodePort || seen.size < seen.add(`${protocol}/${nodePort}`).size
      ? []
      : [duplicate(`spec.ports[${i}].nodePort`, nodePort)],
  )
}

function validateRepeats(ports: readonly ServicePort[]): readonly Issue[] {
  const seen = new Set<string>()
  return ports.flatMap(({ protocol = '', port: number }, i) => {
    const key = `${protocol}/${number}`
    if (seen.size < seen.add(key).size) return []
    const shown = goStruct('core.ServicePort', {
      ...{ Name: '', Protocol: protocol, AppProtocol: goPointer('string', undefined), Port: number },
      ...{ TargetPort: goIntOrString(0), NodePort: 0 },
    })
    return [duplicate(`spec.ports[${i}]`, shown)]
  })
}

/** Validates an external IP; historically by the rule for addresses of endpoints. */
function validateExternal(ip: string, field: string): readonly Issue[] {
  const faults = requiredIp(ip, field, {})
  return faults.length > 0 ? faults : validateEndpointAddress(ip, field)
}

function* validateBalancer(service: Service, old?: Service): Iterable<Issue> {
  const { spec = {} } = service
  const only = ONLY_BALANCERS
  const field = 'spec.LoadBalancerSourceRanges' // spelled as on the server
  const ranges = spec.loadBalancerSourceRanges ?? []
  const isBalancer = spec.type === 'LoadBalancer'
  if (ranges.length > 0 && !isBalancer) yield forbidden(field, only)
  yield* ranges.flatMap((range, i) =>
    legacyCidr(range.trim()).map((detail) => invalid(`${field}[${i}]`, range.trim(), detail)),
  )
  if (ranges.length === 0) yield* validateAnnotatedRanges(service, old)
  if (!isBalancer && spec.allocateLoadBalancerNodePorts !== undefined)
    yield forbidden('spec.allocateLoadBalancerNodePorts', only)
  yield* validateClass(spec)
}

/** Validates the load balancer class, which only load balancers have (validateLoadBalancerClassField). */
function validateClass({ type, loadBalancerClass }: ServiceSpec): readonly Issue[] {
  const field = 'spec.loadBalancerClass'
  if (loadBalancerClass === undefined) return []
  return type === 'LoadBalancer'
    ? qualifiedName(loadBalancerClass).map((detail) => invalid(field, loadBalancerClass, detail))
    : [forbidden(field, ONLY_BALANCERS)]
}

function validatePolicies(spec: ServiceSpec): readonly Issue[] {
  const { type, externalTrafficPolicy: external, internalTrafficPolicy: internal, healthCheckNodePort: health } = spec
  const issues: Issue[] = []
  if (!isExternallyAccessible(spec)) {
    if (external)
      issues.push(invalid('spec.externalTrafficPolicy', external, 'may only be set for externally-accessible services'))
  } else if (!external) issues.push(required('spec.externalTrafficPolicy'))
  else append(issues, oneOf(...POLICIES)(external, 'spec.externalTrafficPolicy', spec))
  const field = 'spec.healthCheckNodePort'
  if (isLocalBalancer(spec)) append(issues, first(requiredValue, between(1, 65535))(health, field, spec))
  else if (health)
    issues.push(
      invalid(field, health, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"),
    )
  if (internal !== undefined && !POLICIES.includes(internal))
    issues.push(notSupported('spec.internalTrafficPolicy', internal, POLICIES))
  if (internal === undefined && type !== 'ExternalName') issues.push(required('spec.internalTrafficPolicy'))
  const distributions = runsAtLeast('1.34') ? NEAR : NEAR.slice(0, 1)
  return [...issues, ...supported(...distributions)(spec.trafficDistribution, 'spec.trafficDistribution', spec)]
}

/** The values of trafficDistribution, of which all but the first are there since 1.34. */
const NEAR = ['PreferClose', 'PreferSameZone', 'PreferSameNode']

/** Validates an update: cluster IPs, the load balancer class and the health check port must not change. */
export function* validateServiceChange({ spec: next = {} }: Service, { spec: old = {} }: Service): Iterable<Issue> {
  const addressed = next.type !== 'ExternalName' && old.type !== 'ExternalName'
  const [ips, before] = [next.clusterIPs ?? [], old.clusterIPs ?? []]
  const compared = addressed && !(ips[0] === 'None' && before[0] === 'None')
  const isBalanced = next.type === 'LoadBalancer' && old.type === 'LoadBalancer'
  const isAsked = isBalanced && next.externalTrafficPolicy === 'Local' && old.externalTrafficPolicy === 'Local'
  yield* before.flatMap((ip, i) =>
    compared && ips.length === before.length && ips[i] !== ip ? [once(`spec.clusterIPs[${i}]`, goStrings(ips))] : [],
  )
  if (isBalanced && next.loadBalancerClass !== old.loadBalancerClass)
    yield once('spec.loadBalancerClass', next.loadBalancerClass)
  yield* validateClass(next)
  if (isAsked && next.healthCheckNodePort !== old.healthCheckNodePort)
    yield forbidden('spec.healthCheckNodePort', 'field is immutable')
}

const once = (field: string, value: unknown) => invalid(field, value, 'may not change once set')

/** Validates a service's status. */
export function validateServiceStatus({ spec, status }: Service): readonly Issue[] {
  const field = 'status.loadBalancer.ingress'
  const ingress = status?.loadBalancer?.ingress ?? []
  if (spec?.type !== 'LoadBalancer' && ingress.length > 0)
    return [forbidden(field, "may only be used when `spec.type` is 'LoadBalancer'")]
  return ingress.flatMap((each, i) => validateIngress(each, `${field}[${i}]`))
}

type Ingress = NonNullable<NonNullable<NonNullable<Service['status']>['loadBalancer']>['ingress']>[number]

function validateIngress({ ip = '', hostname = '', ipMode }: Ingress, at: string): readonly Issue[] {
  const mode =
    ipMode === undefined
      ? ip && [required(`${at}.ipMode`, 'must be specified when `ip` is set')]
      : ip
        ? IP_MODES.includes(ipMode)
          ? []
          : [notSupported(`${at}.ipMode`, ipMode, IP_MODES)]
        : [forbidden(`${at}.ipMode`, 'may not be specified when `ip` is not set')]
  return [
    ...(ip ? requiredIp(ip, `${at}.ip`, {}) : []),
    ...(mode || []),
    ...(hostname ? dns1123Subdomain(hostname).map((detail) => invalid(`${at}.hostname`, hostname, detail)) : []),
    ...(parseIp(hostname) ? [invalid(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address')] : []),
  ]
}

const IP_MODES = ['Proxy', 'VIP']

/** Returns the warnings for a service (GetWarningsForService). */
export function warningsOfService(service: Service): readonly string[] {
  const {
    type,
    externalName,
    clusterIPs = [],
    externalIPs = [],
    loadBalancerIP = '',
    loadBalancerSourceRanges: ranges = [],
    trafficDistribution,
  } = service.spec ?? {}
  const addresses = type === 'ExternalName' || clusterIPs[0] === 'None' ? [] : clusterIPs
  return [
    ...warningsOfHints(service),
    ...addresses.flatMap((ip, i) => warningsOfIp(ip, `spec.clusterIPs[${i}]`)),
    ...(runsAtLeast('1.34') && isHeadless(service.spec ?? {}) ? warningsOfHeadless(service.spec ?? {}) : []),
    ...externalIPs.flatMap((ip, i) => warningsOfIp(ip, `spec.externalIPs[${i}]`)),
    ...(runsAtLeast('1.36') && externalIPs.length > 0 && !isHeadless(service.spec ?? {}) && type !== 'ExternalName'
      ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
      : []),
    ...warningsOfIp(loadBalancerIP, 'spec.loadBalancerIP'),
    ...ranges.flatMap((range, i) => cidrWarnings(range, `spec.loadBalancerSourceRanges[${i}]`)),
    ...(type === 'ExternalName' && externalIPs.length > 0
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(externalName && type !== 'ExternalName'
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
    ...(runsAtLeast('1.35') && trafficDistribution === 'PreferClose'
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ]
}

/** Returns the warnings for fields that a headless service has in vain. */
const warningsOfHeadless = ({ loadBalancerIP, externalIPs = [], sessionAffinity }: ServiceSpec): readonly string[] => [
  ...(loadBalancerIP ? ['spec.loadBalancerIP is ignored for headless services'] : []),
  ...(externalIPs.length > 0 ? ['spec.externalIPs is ignored for headless services'] : []),
  ...(sessionAffinity === 'None' ? [] : ['spec.SessionAffinity is ignored for headless services']),
]

const HINTS = 'service.kubernetes.io/topology-aware-hints'
const MODE = 'service.kubernetes.io/topology-mode'
const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges'

/** The error of fields that only load balancers may have. */
const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'"

const at = (key: string) => `metadata.annotations[${key}]`

/** Validates that the two annotations of the topology mode agree. */
function validateTopologyMode({ metadata: { annotations = {} } }: Service): readonly Issue[] {
  const { [HINTS]: hints, [MODE]: mode } = annotations
  return hints === undefined || mode === undefined || hints === mode
    ? []
    : [invalid(at(MODE), mode, `must match annotations[${HINTS}] when both are specified`)]
}

/** Validates the annotation that preceded the field of source ranges; an unchanged one may stay. */
function* validateAnnotatedRanges({ metadata, spec }: Service, old?: Service): Iterable<Issue> {
  const text = metadata.annotations?.[RANGES]
  if (text === undefined) return
  const isKept = old?.metadata.annotations?.[RANGES] === text
  const ranges = isKept || text.trim() === '' ? [] : text.split(',').map((range) => range.trim())
  if (spec?.type !== 'LoadBalancer') yield forbidden(at(RANGES), ONLY_BALANCERS)
  yield* ranges.flatMap((range) => legacyCidr(range).map((detail) => invalid(at(RANGES), range, detail)))
}

/** Returns the warning for the older annotation of the topology mode. */
const warningsOfHints = ({ metadata: { annotations = {} } }: Service): readonly string[] =>
  Object.hasOwn(annotations, HINTS) ? [`annotation ${HINTS} is deprecated, please use ${MODE} instead`] : []
