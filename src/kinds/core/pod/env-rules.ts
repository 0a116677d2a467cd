import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import type { JsonObject } from '../../../base/json/json.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import {
  configMapKey,
  dns1123Label,
  dns1123Subdomain,
  maskTrailingDash,
  qualifiedName,
} from '../../../base/rules/names.js'
import {
  type MemberRule,
  type StructRules,
  type StructTable,
  first,
  forwardPath,
  requiredValue,
  ifSet,
} from '../../struct/member-rules.js'

const ENV_TEXT = "a valid environment variable name must consist only of printable ASCII characters other than '='"
const envName = ifSet((name) => (/^[ -<>-~]+$/.test(name) ? [] : [ENV_TEXT]))

const SELECTED: StructRules = {
  name: (value, field) =>
    // The schema ensures a string.
    dns1123Subdomain((value as string | undefined) ?? '').map((detail) => invalid(field, value ?? '', detail)),
  key: first(requiredValue, ifSet(configMapKey)),
}
const NAMED: StructRules = {
  name: first(
    requiredValue,
    ifSet((name) => dns1123Subdomain(maskTrailingDash(name))),
  ),
}

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef']
const POD_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]
const FILE_FIELDS = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid']
const KNOWN_FIELDS = new Set([
  ...POD_FIELDS,
  ...FILE_FIELDS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
])

/**
 * Validates a fieldRef of an environment variable or, with `inFile`, of a volume file (validateObjectFieldSelector).
 */
export const validateFieldRef = (value: JsonObject, field: string, inFile: boolean): readonly Issue[] => {
  // Ensured by the schema.
  const { apiVersion = '', fieldPath = '' } = value as { readonly apiVersion?: string; readonly fieldPath?: string }
  if (!apiVersion) return [required(`${field}.apiVersion`)]
  if (!fieldPath) return [required(`${field}.fieldPath`)]
  const path = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath
  const open = path.endsWith("']") ? path.indexOf("['") : -1
  const whole = open < 0 ? path : path.slice(0, open)
  const subscript = open < 0 ? undefined : path.slice(open + 2, -2)
  const faulty = (why: string) => [invalid(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${why}`)]
  if (apiVersion !== 'v1') return faulty(`unsupported pod version: ${apiVersion}`)
  if (subscript !== undefined) {
    if (whole !== 'metadata.annotations' && whole !== 'metadata.labels')
      return faulty(`field label ${whole ? 'does not support subscript' : 'not supported'}: ${fieldPath}`)
    const key = whole === 'metadata.annotations' ? subscript.toLowerCase() : subscript
    return qualifiedName(key).map((detail) => invalid(field, key, detail))
  }
  if (!KNOWN_FIELDS.has(path)) return faulty(`field label not supported: ${fieldPath}`)
  const fields = inFile ? FILE_FIELDS : POD_FIELDS
  return fields.includes(path) ? [] : [notSupported(`${field}.fieldPath`, path, fields)]
}

const AMOUNTS = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]
const HUGE = /^(requests|limits)\.hugepages-/
const BYTES = ['1', ...['k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((unit) => `1${unit}`)]
const BYTES_TEXT = `only divisor's values ${BYTES.join(', ')} are supported with the`

/**
 * Validates a resourceFieldRef of an environment variable or, with `inFile`, of a volume file
 * (validateContainerResourceFieldSelector).
 */
export const validateResourceRef = (value: JsonObject, field: string, inFile: boolean): readonly Issue[] => {
  // Ensured by the schema.
  const { containerName = '', resource = '', divisor = '0' } = value as { readonly [member: string]: string }
  const known = AMOUNTS.includes(resource) || HUGE.test(resource)
  return [
    ...(inFile && !containerName
      ? [required(`${field}.containerName`)]
      : !resource
        ? [required(`${field}.resource`)]
        : known
          ? []
          : [notSupported(`${field}.resource`, resource, AMOUNTS)]),
    ...(compareQuantity(divisor, '0') === 0
      ? []
      : divisorFault(resource, divisor).map((detail) => invalid(`${field}.divisor`, resource, detail))),
  ]
}

function divisorFault(resource: string, divisor: string): readonly string[] {
  const kind = resource.slice(resource.indexOf('.') + 1)
  if (!AMOUNTS.includes(resource))
    return HUGE.test(resource) && !BYTES.includes(divisor) ? [`${BYTES_TEXT} hugepages resource`] : []
  if (kind === 'cpu')
    return ['1m', '1'].includes(divisor) ? [] : ["only divisor's values 1m and 1 are supported with the cpu resource"]
  return BYTES.includes(divisor)
    ? []
    : [`${BYTES_TEXT} ${kind === 'memory' ? 'memory' : 'local ephemeral storage'} resource`]
}

const asked =
  (validate: typeof validateFieldRef): MemberRule =>
  (value, field) =>
    value ? validate(value as JsonObject, field, false) : [] // the schema ensures an object

const oneSource: MemberRule = (value, field, owner) => {
  if (value === undefined) return []
  const given = SOURCES.filter((source) => (value as JsonObject)[source]) // the schema ensures an object
  if (given.length === 0)
    return [
      invalid(
        field,
        '',
        `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`${runsAtLeast('1.35') ? ', `secretKeyRef` or `fileKeyRef`' : ' or `secretKeyRef`'}`,
      ),
    ]
  if (owner['value']) return [invalid(field, '', 'may not be specified when `value` is not empty')]
  return given.length > 1 ? [invalid(field, '', 'may not have more than one field specified at a time')] : []
}

/** The validation rules of environment variables. */
export const ENVIRONMENT: StructTable = {
  'core.v1.ConfigMapEnvSource': NAMED,
  'core.v1.ConfigMapKeySelector': SELECTED,
  'core.v1.EnvFromSource': {
    prefix: envName,
    configMapRef: () => [],
    secretRef: () => [],
    $: (_, field, { configMapRef, secretRef }) => {
      const list = field.replace(/\[\d+\]$/, '')
      if (!configMapRef && !secretRef) return [invalid(list, '', 'must specify one of: `configMapRef` or `secretRef`')]
      return configMapRef && secretRef
        ? [invalid(list, '', 'may not have more than one field specified at a time')]
        : []
    },
  },
  'core.v1.EnvVar': {
    name: first(requiredValue, envName),
    valueFrom: {
      alone: (value, field, owner, { inside }) => [...inside('valueFrom'), ...oneSource(value, field, owner)],
    },
  },
  'core.v1.EnvVarSource': { fieldRef: asked(validateFieldRef), resourceFieldRef: asked(validateResourceRef) },
  'core.v1.FileKeySelector': {
    key: first(requiredValue, envName),
    volumeName: first(requiredValue, ifSet(dns1123Label)),
    path: first(requiredValue, forwardPath),
  },
  'core.v1.SecretEnvSource': NAMED,
  'core.v1.SecretKeySelector': SELECTED,
}
