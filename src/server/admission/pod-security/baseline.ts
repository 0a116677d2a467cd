import { goQuote } from '../../../base/go/printable.js'
import { APP_ARMOR_CONTAINER } from '../../../kinds/core/pod/pod-types.js'
import { seccompBaseline } from './seccomp.js'
import type { SecurityCheck, CheckedContainer, CheckedSpec, SecurityContext } from './types.js'
import { containersOf, distinct, named, notInUserNamespace, plural, quoted, setters } from './words.js'

type Context = SecurityContext | undefined

/** Returns the containers whose security context satisfies a predicate. */
const containersWith = (spec: CheckedSpec, test: (context: Context) => boolean) =>
  containersOf(spec).filter(({ securityContext }) => test(securityContext))

const appArmor: SecurityCheck['check'] = (spec, annotations) => {
  const typeOf = (context: Context) => context?.appArmorProfile?.type ?? ''
  const isBad = (context: Context) =>
    context?.appArmorProfile !== undefined && !['RuntimeDefault', 'Localhost'].includes(typeOf(context))
  const containers = containersWith(spec, isBad)
  const told = Object.entries(annotations)
    .filter(([key]) => key.startsWith(APP_ARMOR_CONTAINER))
    .filter(([, value]) => value !== '' && value !== 'runtime/default' && !value.startsWith('localhost/'))
    .map(([key, value]) => `${key}=${goQuote(value)}`)
  const who = [
    ...setters(isBad(spec.securityContext), containers),
    ...(told.length > 0 ? [plural('annotation', told.length)] : []),
  ]
  if (who.length === 0) return undefined
  const contexts = [spec.securityContext, ...containers.map(({ securityContext }) => securityContext)]
  const values = [...distinct(contexts.filter(isBad).map(typeOf)), ...distinct(told)]
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  }
}

const CAPABILITIES = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]

const capabilities: SecurityCheck['check'] = (spec) => {
  const more = ({ securityContext }: CheckedContainer) =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !CAPABILITIES.includes(name))
  const bad = containersOf(spec).filter((container) => more(container).length > 0)
  if (bad.length === 0) return undefined
  const names = quoted(distinct(bad.flatMap(more)))
  return {
    reason: 'non-default capabilities',
    detail: `${named(bad)} must not include ${names} in securityContext.capabilities.add`,
  }
}

const hostNamespaces: SecurityCheck['check'] = (spec) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((member) => spec[member])
  if (shared.length === 0) return undefined
  return { reason: 'host namespaces', detail: shared.map((member) => `${member}=true`).join(', ') }
}

const hostPaths: SecurityCheck['check'] = ({ volumes = [] }) => {
  const bad = volumes.filter(({ hostPath }) => hostPath)
  return bad.length > 0 ? { reason: 'hostPath volumes', detail: named(bad, 'volume') } : undefined
}

const hostPorts: SecurityCheck['check'] = (spec) => {
  const portsOf = ({ ports = [] }: CheckedContainer) => ports.flatMap(({ hostPort }) => hostPort || [])
  const bad = containersOf(spec).filter((container) => portsOf(container).length > 0)
  if (bad.length === 0) return undefined
  const ports = distinct(bad.flatMap(portsOf).map(String))
  const verb = bad.length === 1 ? 'uses' : 'use'
  return { reason: 'hostPort', detail: `${named(bad)} ${verb} ${plural('hostPort', ports.length)} ${ports.join(', ')}` }
}

const handlersOf = ({ livenessProbe, readinessProbe, startupProbe, lifecycle }: CheckedContainer) => [
  ...[livenessProbe, readinessProbe, startupProbe],
  ...[lifecycle?.postStart, lifecycle?.preStop],
]

const handlerHosts: SecurityCheck['check'] = (spec) => {
  const hostsOf = (container: CheckedContainer) =>
    handlersOf(container).flatMap((handler) => [handler?.httpGet?.host || [], handler?.tcpSocket?.host || []].flat())
  const bad = containersOf(spec).filter((container) => hostsOf(container).length > 0)
  if (bad.length === 0) return undefined
  const names = distinct(bad.map(({ name = '' }) => name)).map((name) => ({ name }))
  const hosts = distinct(bad.flatMap(hostsOf))
  const verb = names.length === 1 ? 'uses' : 'use'
  const reason = 'probe or lifecycle host'
  return { reason, detail: `${named(names)} ${verb} ${plural(reason, hosts.length)} ${quoted(hosts)}` }
}

const privileged: SecurityCheck['check'] = (spec) => {
  const bad = containersWith(spec, (context) => context?.privileged === true)
  if (bad.length === 0) return undefined
  return { reason: 'privileged', detail: `${named(bad)} must not set securityContext.privileged=true` }
}

/** Forbids to show a container more of /proc than by default. */
export const procMount: SecurityCheck['check'] = (spec) => {
  const bad = containersWith(spec, (context) => (context?.procMount ?? 'Default') !== 'Default')
  if (bad.length === 0) return undefined
  const types = quoted(distinct(bad.map(({ securityContext }) => securityContext?.procMount ?? '')))
  return { reason: 'procMount', detail: `${named(bad)} must not set securityContext.procMount to ${types}` }
}

const SELINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t']

const seLinux =
  (allowed: readonly string[]): SecurityCheck['check'] =>
  (spec) => {
    const isBadType = (type = '') => !allowed.includes(type)
    const isBad = (context: Context) => {
      const { type, user, role } = context?.seLinuxOptions ?? {}
      return isBadType(type) || Boolean(user) || Boolean(role)
    }
    const containers = containersWith(spec, isBad)
    const who = setters(isBad(spec.securityContext), containers)
    if (who.length === 0) return undefined
    const contexts = [spec.securityContext, ...containers.map(({ securityContext }) => securityContext)]
    const options = contexts.map((context) => context?.seLinuxOptions ?? {})
    const types = distinct(options.map(({ type = '' }) => type).filter(isBadType))
    const what = [
      ...(types.length > 0 ? [`${plural('type', types.length)} ${quoted(types)}`] : []),
      ...(options.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(options.some(({ role }) => role) ? ['role may not be set'] : []),
    ]
    return {
      reason: 'seLinuxOptions',
      detail: `${who.join(' and ')} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`,
    }
  }

const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const SYSCTLS_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports']
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
]
const SYSCTLS_32 = [...SYSCTLS_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']
const SYSCTLS_37 = [...SYSCTLS_32, 'net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']

const sysctls =
  (allowed: readonly string[]): SecurityCheck['check'] =>
  ({ securityContext }) => {
    const names = (securityContext?.sysctls ?? []).map(({ name = '' }) => name)
    const bad = names.filter((name) => !allowed.includes(name))
    return bad.length > 0 ? { reason: 'forbidden sysctls', detail: bad.join(', ') } : undefined
  }

const hostProcess: SecurityCheck['check'] = (spec) => {
  const isBad = (context: Context) => context?.windowsOptions?.hostProcess === true
  const who = setters(isBad(spec.securityContext), containersWith(spec, isBad))
  if (who.length === 0) return undefined
  const detail = `${who.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true`
  return { reason: 'hostProcess', detail }
}

const baseline = (id: string, since: number, check: SecurityCheck['check']): SecurityCheck => ({
  id,
  level: 'baseline',
  since,
  check,
})

/** The checks of the level `baseline`, in the order in which violations are reported. */
export const baselineChecks: readonly SecurityCheck[] = [
  baseline('appArmorProfile', 0, appArmor),
  baseline('capabilities_baseline', 0, capabilities),
  baseline('hostNamespaces', 0, hostNamespaces),
  baseline('hostPathVolumes', 0, hostPaths),
  baseline('hostPorts', 0, hostPorts),
  baseline('hostProbesAndHostLifecycle', 34, handlerHosts),
  baseline('privileged', 0, privileged),
  baseline('procMount', 0, procMount),
  baseline('procMount', 35, notInUserNamespace(procMount)),
  baseline('seLinuxOptions', 0, seLinux(SELINUX_TYPES)),
  baseline('seLinuxOptions', 31, seLinux([...SELINUX_TYPES, 'container_engine_t'])),
  ...seccompBaseline,
  baseline('sysctls', 0, sysctls(SYSCTLS)),
  baseline('sysctls', 27, sysctls(SYSCTLS_27)),
  baseline('sysctls', 29, sysctls(SYSCTLS_29)),
  baseline('sysctls', 32, sysctls(SYSCTLS_32)),
  baseline('sysctls', 37, sysctls(SYSCTLS_37)),
  baseline('windowsHostProcess', 0, hostProcess),
]
