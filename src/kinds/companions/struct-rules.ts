import { type Issue, duplicate, forbidden, invalid, notSupported, required } from '../../base/issue.js'
import { type JsonObject, isObject } from '../../base/json.js'
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../../base/rules/names.js'
import type { Schema } from '../../schema/types.js'
import { byStruct } from './by-struct.js'
import {
  type Check,
  address,
  all,
  between,
  first,
  forwardPath,
  mode,
  natural,
  needed,
  oneHandler,
  oneOf,
  port,
  portName,
  portNumber,
  positive,
  said,
  userId,
} from './checks.js'
import { structOf } from './schema.js'

type Rules = { readonly [member: string]: Check }

const repeated =
  (keyOf: (item: JsonObject) => string | undefined, member: string): Check =>
  (list, field) => {
    const seen = new Set<string>()
    return ((list ?? []) as readonly JsonObject[]).flatMap((item, i) => {
      const key = keyOf(item)
      const twice = key !== undefined && seen.has(key)
      if (key !== undefined) seen.add(key)
      return twice ? [duplicate(`${field}[${i}].${member}`, key)] : []
    })
  } // a list of structs, as the schema has it

const text = (item: JsonObject, member: string) => (item[member] as string | undefined) || undefined

const driver = all(needed, (value, field) => dns1123Subdomain(String(value ?? '').toLowerCase()).map((detail) => invalid(field, value ?? '', detail)))

const absolute: Check = (value, field) => (String(value ?? '').startsWith('/') ? [] : [invalid(field, value ?? '', 'must be an absolute path')])

const LABEL: Rules = { name: first(needed, said(dns1123Label)) }
const KEYED: Rules = {
  items: (list, field) =>
    ((list ?? []) as readonly JsonObject[]).flatMap((item, i) => [
      ...needed(item['key'], `${field}[${i}].key`, item),
      ...needed(item['path'], `${field}[${i}].path`, item),
    ]),
  defaultMode: mode,
} // as the schema has it
const SELECTED: Rules = { name: needed, key: needed }
const TERMS: Rules = {
  nodeSelectorTerms: (list, field) =>
    (list as readonly unknown[] | null | undefined)?.length ? [] : [required(field, 'must have at least one node selector term')],
}

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef']
const HOST_PATHS = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket']
const ENV_TEXT = "a valid environment variable name must consist only of printable ASCII characters other than '='"

const container: Rules = {
  ...LABEL,
  image: first(
    needed,
    said((image) => (image.trim() === image ? [] : ['must not have leading or trailing whitespace'])),
  ),
  ports: all(
    repeated((item) => text(item, 'name'), 'name'),
    repeated((item) => (item['hostPort'] ? `${String(item['protocol'])}/${String(item['hostIP'] ?? '')}/${String(item['hostPort'])}` : undefined), 'hostPort'),
  ),
  volumeMounts: (list, field) => {
    const seen = new Set<unknown>()
    return ((list ?? []) as readonly JsonObject[]).flatMap(({ mountPath }, i) =>
      !mountPath || seen.size < seen.add(mountPath).size ? [] : [invalid(`${field}[${i}].mountPath`, mountPath, 'must be unique')],
    )
  },
  imagePullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
  terminationMessagePolicy: oneOf('File', 'FallbackToLogsOnError'),
}

/** What a client meets first of the rules of structs (pkg/apis/core/validation); a struct's own come before those of what is in it. */
const RULES: { readonly [struct: string]: Rules } = {
  'core.v1.CSIPersistentVolumeSource': { driver, volumeHandle: needed },
  'core.v1.CSIVolumeSource': { driver },
  'core.v1.ConfigMapEnvSource': { name: needed },
  'core.v1.ConfigMapKeySelector': SELECTED,
  'core.v1.ConfigMapVolumeSource': { name: needed, ...KEYED },
  'core.v1.Container': container,
  'core.v1.ContainerPort': {
    name: said(portName),
    containerPort: first(needed, between(1, 65535)),
    hostPort: portNumber,
    protocol: oneOf('SCTP', 'TCP', 'UDP'),
  },
  'core.v1.EnvFromSource': {
    $: (value, field) =>
      ['configMapRef', 'secretRef'].some((member) => (value as JsonObject)[member]) // a struct, as the schema has it
        ? []
        : [invalid(field.replace(/\[\d+\]$/, ''), '', 'must specify one of: `configMapRef` or `secretRef`')],
  },
  'core.v1.EnvVar': {
    name: first(
      needed,
      said((name) => (/^[ -<>-~]+$/.test(name) ? [] : [ENV_TEXT])),
    ),
    valueFrom: (value, field, owner) => {
      if (!isObject(value)) return []
      const given = SOURCES.filter((source) => value[source])
      if (given.length === 0) return [invalid(field, '', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`')]
      if (owner['value']) return [invalid(field, '', 'may not be specified when `value` is not empty')]
      return given.length > 1 ? [invalid(field, '', 'may not have more than one field specified at a time')] : []
    },
  },
  'core.v1.EphemeralContainer': container,
  'core.v1.ExecAction': { command: needed },
  'core.v1.HTTPGetAction': { path: needed, port, scheme: oneOf('HTTP', 'HTTPS') },
  'core.v1.HostAlias': { ip: address },
  'core.v1.HostPathVolumeSource': {
    path: first(needed, forwardPath),
    type: (value, field) => (value === undefined || HOST_PATHS.includes(value as string) ? [] : [notSupported(field, value, HOST_PATHS)]), // a text
  },
  'core.v1.LifecycleHandler': { $: oneHandler },
  'core.v1.LocalVolumeSource': { path: first(needed, forwardPath) },
  'core.v1.NFSVolumeSource': { server: needed, path: all(needed, absolute) },
  'core.v1.NodeSelector': TERMS,
  'core.v1.ObjectFieldSelector': { fieldPath: needed },
  'core.v1.PersistentVolumeClaimVolumeSource': { claimName: needed },
  'core.v1.PersistentVolumeSpec': {
    persistentVolumeReclaimPolicy: oneOf('Delete', 'Recycle', 'Retain'),
    storageClassName: said(dns1123Subdomain),
    volumeMode: oneOf('Block', 'Filesystem'),
  },
  'core.v1.PodAffinityTerm': {
    topologyKey: (value, field) => (value ? [] : [required(field, 'can not be empty'), ...qualifiedName('').map((detail) => invalid(field, '', detail))]),
  },
  'core.v1.PodReadinessGate': { conditionType: said(qualifiedName) },
  'core.v1.PodSecurityContext': { fsGroup: userId, runAsGroup: userId, runAsUser: userId },
  'core.v1.PodSpec': {
    volumes: repeated((item) => text(item, 'name'), 'name'),
    dnsPolicy: oneOf('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'),
    nodeSelector: (value, field) => Object.keys((value ?? {}) as JsonObject).flatMap((key) => qualifiedName(key).map((detail) => invalid(field, key, detail))), // a map
    serviceAccountName: said(dns1123Subdomain),
    nodeName: first(said(dns1123Subdomain), (value, field, owner) =>
      value && owner['schedulingGates'] ? [forbidden(field, 'cannot be set until all schedulingGates have been cleared')] : [],
    ),
    activeDeadlineSeconds: between(1, 2 ** 31 - 1),
    hostname: said(dns1123Label),
    subdomain: said(dns1123Label),
    priorityClassName: said(dns1123Subdomain),
    runtimeClassName: said(dns1123Subdomain),
    dnsConfig: (value, field, owner) => (owner['dnsPolicy'] === 'None' && !value ? [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')] : []),
  },
  'core.v1.PreferredSchedulingTerm': { weight: inHundred },
  'core.v1.Probe': {
    $: oneHandler,
    initialDelaySeconds: natural,
    timeoutSeconds: natural,
    periodSeconds: natural,
    successThreshold: natural,
    failureThreshold: natural,
  },
  'core.v1.SecretEnvSource': { name: needed },
  'core.v1.SecretKeySelector': SELECTED,
  'core.v1.SecretVolumeSource': { secretName: needed, ...KEYED },
  'core.v1.SecurityContext': { runAsGroup: userId, runAsUser: userId },
  'core.v1.TCPSocketAction': { port },
  'core.v1.TopologySpreadConstraint': {
    maxSkew: positive,
    topologyKey: (value, field) => (value ? [] : [required(field, 'can not be empty')]),
    whenUnsatisfiable: (value, field) => (UNSATISFIABLE.includes(value as string) ? [] : [notSupported(field, value, UNSATISFIABLE)]), // a text
  },
  'core.v1.Volume': {
    ...LABEL,
    $: (value, field) =>
      // A struct, as the schema has it: its name and its source.
      Object.keys(value as JsonObject)
        .filter((member) => member !== 'name')
        .sort((a, b) => Number(b === 'emptyDir') - Number(a === 'emptyDir'))
        .slice(1)
        .map((source) => forbidden(`${field}.${source}`, 'may not specify more than 1 volume type')),
  },
  'core.v1.VolumeMount': { name: needed, mountPath: needed },
  'core.v1.VolumeNodeAffinity': { required: (value, field) => (value ? [] : [required(field, 'must specify required node constraints')]) },
  'core.v1.WeightedPodAffinityTerm': { weight: inHundred },
}

const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway']

function inHundred(value: unknown, field: string): readonly Issue[] {
  return (value as number) >= 1 && (value as number) <= 100 ? [] : [invalid(field, value, 'must be in the range 1-100')] // a number, as the schema has it
}

const rules = byStruct(RULES)

/** What a struct, and the structs in it, have that their rules do not allow. */
export const validateStruct = (name: string, value: object, field: string): readonly Issue[] => walk(structOf(name), value, field)

function walk(schema: Schema, value: unknown, field: string): readonly Issue[] {
  if (!rules.concerns(schema)) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => walk(schema.items!, item, `${field}[${i}]`))
  if (!isObject(value)) return []
  const issues: Issue[] = []
  for (const [member, check] of Object.entries(rules.of(schema) ?? {}))
    issues.push(...(member === '$' ? check(value, field, value) : check(value[member], `${field}.${member}`, value)))
  for (const [member, part] of Object.entries(value)) {
    const inner = schema.properties![member]
    if (inner) issues.push(...walk(inner, part, `${field}.${member}`))
  }
  return issues
}
