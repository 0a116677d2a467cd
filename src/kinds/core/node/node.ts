import { runsAtLeast, atLeast } from '../../../model/registry/kubernetes-version.js'
import { validateQualifiedFinalizers } from '../../../model/registry/metadata-rules.js'
import { withCreateRules, withObjectMeta } from '../../../model/registry/rule-context.js'
import { compareBytes, withPath } from '../../../base/json/json.js'
import { cidrFamily, cidrWarnings, legacyCidr } from '../../../base/rules/ip.js'
import {
  configMapKey,
  dns1123Label,
  dns1123Subdomain,
  maskTrailingDash,
  qualifiedName,
  labelValue,
} from '../../../base/rules/names.js'
import { isLonger, maxLength } from '../../../base/rules/texts.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { defineKind } from '../../../model/registry/define.js'
import { type Node, type NodeConfigSource, type Taint, nodeMembers } from './schema.js'
import { GoText, goJson, goQuote } from '../../../base/go/printable.js'
import {
  type Issue,
  duplicate,
  forbidden,
  internal,
  invalid,
  notSupported,
  required,
} from '../../../base/errors/issue.js'
import type { Profile } from '../../../model/registry/profile.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { goDate } from '../../../base/time/time.js'
import { goPointer, goStruct } from '../../shared/go-struct.js'
import { validateAmount } from '../../shared/resource-list.js'
import { type GatedFields, withoutGatedFields } from '../../struct/gated-fields.js'
import { EFFECTS } from '../../shared/tolerations.js'

const CIDRS = 'spec.podCIDRs'

/** Validates a node on create, and on updates other than `/status` (core validation's ValidateNode). */
const validateNode = (node: Node): readonly Issue[] => [
  ...validateTaints(node),
  ...validateAmounts(node),
  ...validateSwap(node),
  ...validateDeclaredFeatures(node),
  ...validatePodCIDRs(node.spec?.podCIDRs ?? []),
]

/** Validates taints, which the server reports under `metadata`. */
function validateTaints({ spec }: Node): readonly Issue[] {
  const seen = new Set<string>()
  return (spec?.taints ?? []).flatMap((taint, i) => {
    const { key = '', value = '', effect = '' } = taint
    const at = `metadata.taints[${i}]`
    const issues = qualifiedName(key).map((detail) => invalid(`${at}.key`, key, detail))
    const bad = labelValue(value)
    if (bad.length > 0) issues.push(invalid(`${at}.value`, value, bad.join(';')))
    if (effect === '') issues.push(required(`${at}.effect`))
    else if (!EFFECTS.includes(effect)) issues.push(notSupported(`${at}.effect`, effect, EFFECTS))
    const identity = JSON.stringify([key, effect])
    if (seen.has(identity)) issues.push(duplicate(at, goTaint(taint), 'taints must be unique by key and effect pair'))
    seen.add(identity)
    return issues
  })
}

/** Validates the quantities in capacity and allocatable; any resource name is valid. */
const validateAmounts = ({ status }: Node): readonly Issue[] =>
  (['capacity', 'allocatable'] as const).flatMap((member) =>
    Object.keys(status?.[member] ?? {}).flatMap((resource) =>
      validateAmount(status?.[member] ?? {}, resource, `status.${member}.${resource}`),
    ),
  )

// Like taints, reported under `metadata`.
function validateSwap({ status }: Node): readonly Issue[] {
  const capacity = status?.nodeInfo?.swap?.capacity
  return capacity !== undefined && capacity <= 0
    ? [invalid('metadata.nodeSwapStatus.capacity', capacity, 'must be greater than zero')]
    : []
}

const IS_FEATURE = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z][a-zA-Z0-9]*)*$/
const FEATURE_TEXT =
  "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes"
const FEATURE_LENGTH = 253

/** Validates the features that a kubelet declares: their names, and that they are sorted and not repeated. */
const validateDeclaredFeatures = ({ status: { declaredFeatures = [] } = {} }: Node): readonly Issue[] =>
  declaredFeatures.flatMap((name, i) => {
    const at = `status.declaredFeatures[${i}]`
    const isLong = isLonger(name, FEATURE_LENGTH)
    const fault = isLong ? maxLength(FEATURE_LENGTH) : IS_FEATURE.test(name) ? undefined : FEATURE_TEXT
    const order = i === 0 ? 1 : compareBytes(name, declaredFeatures[i - 1] ?? '')
    return [
      ...(order === 0 ? [duplicate(at, name)] : []),
      ...(order < 0 ? [invalid(at, name, 'list must be sorted alphabetically')] : []),
      ...(fault === undefined ? [] : [invalid(at, name, `invalid feature name ${goQuote(name)}: ${fault}`)]),
    ]
  })

const GATED: readonly GatedFields[] = [
  { gate: 'NodeDeclaredFeatures', fields: ['status.declaredFeatures'] },
  { fields: ['spec.podPreemptionPolicy'] },
]

const withoutGated = (next: Node, old: Node | undefined, gates: FeatureGates): Node =>
  withoutGatedFields(next, old, GATED, gates)

function validatePodCIDRs(cidrs: readonly string[]): readonly Issue[] {
  const issues = cidrs.flatMap((cidr, i) => legacyCidr(cidr).map((detail) => invalid(`${CIDRS}[${i}]`, cidr, detail)))
  if (cidrs.length < 2) return issues
  const families = cidrs.map(cidrFamily)
  const bad = families.findIndex((family) => !family)
  if (bad >= 0)
    issues.push(
      internal(
        CIDRS,
        `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${bad}]: <nil> (invalid CIDR address: ${cidrs[bad]})`,
      ),
    )
  if (bad >= 0 || new Set(families).size < 2 || cidrs.length > 2)
    issues.push(invalid(CIDRS, cidrs, 'may specify no more than one CIDR for each IP family'))
  return issues
}

const goTaint = ({ key = '', value = '', effect = '', timeAdded }: Taint) =>
  goStruct('core.Taint', {
    ...{ Key: key, Value: value, Effect: effect },
    TimeAdded: new GoText(timeAdded ? goDate(timeAdded, 'Local') : '<nil>', () => goJson(timeAdded ?? null)),
  })

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'
const ADDRESSES = docOf('core.v1.NodeStatus', 'addresses')

/** The table columns of nodes. */
const nodeColumns = ({ members, version }: Profile): readonly Column<Node>[] => [
  nameColumn,
  { name: 'Status', description: 'The status of the node', cell: statusOf },
  { name: 'Roles', description: 'The roles of the node', cell: rolesOf },
  ageColumn,
  {
    name: 'Version',
    description: docOf('core.v1.NodeSystemInfo', 'kubeletVersion'),
    // The profile names the field; its type is that of agentVersion.
    cell: (node) => node.status?.nodeInfo?.[members.agentVersion as 'agentVersion'] ?? '',
  },
  { name: 'Internal-IP', priority: 1, description: ADDRESSES, cell: (node) => addressOf(node, 'InternalIP') },
  { name: 'External-IP', priority: 1, description: ADDRESSES, cell: (node) => addressOf(node, 'ExternalIP') },
  {
    name: 'OS-Image',
    priority: 1,
    description: docOf('core.v1.NodeSystemInfo', 'osImage'),
    cell: (node) => node.status?.nodeInfo?.osImage || '<unknown>',
  },
  {
    name: 'Kernel-Version',
    priority: 1,
    description: docOf('core.v1.NodeSystemInfo', 'kernelVersion'),
    cell: ({ status: { nodeInfo: { kernelVersion = '', architecture = '' } = {} } = {} }) =>
      `${kernelVersion || '<unknown>'}${architecture && atLeast(version, '1.36') ? ` (${architecture})` : ''}`,
  },
  {
    name: 'Container-Runtime',
    priority: 1,
    description: docOf('core.v1.NodeSystemInfo', 'containerRuntimeVersion'),
    cell: (node) => node.status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
  },
]

function statusOf({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === 'Ready')
  const word = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown'
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word
}

function rolesOf({ metadata }: Node): string {
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key !== ROLE_PREFIX) roles.add(key.slice(ROLE_PREFIX.length))
    else if (key === ROLE_LABEL && value) roles.add(value)
  }
  return [...roles].sort().join(',') || '<none>'
}

const addressOf = ({ status }: Node, wanted: string) =>
  status?.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>'

type ConfigMap = NonNullable<NodeConfigSource['configMap']>
type ConfigStatus = NonNullable<NonNullable<Node['status']>['config']>

/** Validates `spec.configSource`, a removed feature: creates and updates drop the field unless it is stored already. */
const validateConfigSource = (source: NodeConfigSource, field: string, profile: Profile): readonly Issue[] =>
  validateSource(source, field, profile, ({ uid, resourceVersion }, at) => [
    ...(uid ? [forbidden(`${at}.uid`, 'uid must not be set in spec')] : []),
    ...(resourceVersion ? [forbidden(`${at}.resourceVersion`, 'resourceVersion must not be set in spec')] : []),
  ])

/** Validates `status.config`. */
const validateConfigStatus = (config: ConfigStatus, field: string, profile: Profile): readonly Issue[] =>
  (['assigned', 'active', 'lastKnownGood'] as const).flatMap((member) => {
    const source = config[member]
    return source ? validateSource(source, `${field}.${member}`, profile, requireIdentity) : []
  })

const requireIdentity = ({ uid, resourceVersion }: ConfigMap, at: string) => [
  ...(uid ? [] : [required(`${at}.uid`, 'uid must be set in status')]),
  ...(resourceVersion ? [] : [required(`${at}.resourceVersion`, 'resourceVersion must be set in status')]),
]

function validateSource(
  { configMap }: NodeConfigSource,
  field: string,
  { members }: Profile,
  own: (map: ConfigMap, at: string) => readonly Issue[],
): readonly Issue[] {
  if (!configMap)
    return [
      invalid(
        field,
        goStruct('core.NodeConfigSource', { ConfigMap: goPointer('core.ConfigMapNodeConfigSource', undefined) }),
        'exactly one reference subfield must be non-nil',
      ),
    ]
  const at = `${field}.configMap`
  const key = members.agentConfigKey
  return [
    ...own(configMap, at),
    ...validateText(configMap.namespace, `${at}.namespace`, 'namespace', dns1123Label),
    ...validateText(configMap.name, `${at}.name`, 'name', dns1123Subdomain),
    // The profile names the field; its type is that of agentConfigKey.
    ...validateText(configMap[key as 'agentConfigKey'], `${at}.${key}`, key, configMapKey),
  ]
}

const validateText = (
  value: string | undefined,
  field: string,
  name: string,
  rule: (value: string) => readonly string[],
): readonly Issue[] =>
  value ? rule(value).map((detail) => invalid(field, value, detail)) : [required(field, `${name} must be set`)]

/** Node: a machine, its capacity and its conditions. A create may include the status. */
export const node = defineKind(nodeMembers, (profile) => ({
  group: '',
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'Node', plural: 'nodes', shortNames: ['no'] },
  schema: {
    component: 'io.k8s.api.core.v1.Node',
    defaults: (object) => fillSilent(alignPodCIDRs(object)),
  },
  metadata: {
    name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
    finalizers: validateQualifiedFinalizers,
  },
  subresources: {
    main: { resetFields: ['status'] },
    status: { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] },
  },
  create: {
    prepare: (object, { featureGates }) =>
      withPath(
        withPath(withoutGated(object, undefined, featureGates), ['spec', 'configSource'], undefined),
        ['status', 'config'],
        undefined,
      ),
    validate: withObjectMeta(validateNode),
    warnings: warningsOfNode,
  },
  update: {
    allowUnconditional: true,
    prepare(next, old, { subresource, featureGates }) {
      if (subresource === 'status') return old.status?.config ? next : withPath(next, ['status', 'config'], undefined)
      const kept = withoutGated(next, old, featureGates)
      return old.spec?.configSource ? kept : withPath(kept, ['spec', 'configSource'], undefined)
    },
    // ValidateNodeUpdate validates the whole object once more, so that an invalid taint is reported twice.
    validate: withCreateRules(validateNode, (next, old) => validateNodeUpdate(next, old, profile)),
    warnings: warningsOfNode,
  },
  storage: { prefix: 'minions', reread: fillAllocatable },
  selectable: {
    fields: { 'spec.unschedulable': ({ spec }) => String(spec?.unschedulable ?? false) },
    conversion: 'own',
    namespace: false,
  },
  table: { columns: nodeColumns(profile) },
  example: {
    metadata: { name: 'worker-1' },
    spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'], providerID: 'sim://zone/worker-1' },
  },
}))

/** Keeps podCIDR and podCIDRs[0] equal; podCIDR wins if they differ. */
function alignPodCIDRs(object: Node): Node {
  const { podCIDR = '', podCIDRs = [], ...spec } = object.spec ?? {}
  const list = podCIDR && podCIDRs[0] !== podCIDR ? [podCIDR] : podCIDRs
  if (list.length === 0 || (list === podCIDRs && podCIDR)) return object
  return { ...object, spec: { ...(list[0] ? { podCIDR: list[0] } : {}), podCIDRs: list, ...spec } }
}

/** Allocatable defaults to capacity (SetDefaults_NodeStatus). */
function fillAllocatable(object: Node): Node {
  const { capacity, allocatable, ...status } = object.status ?? {}
  return capacity && !allocatable ? { ...object, status: { capacity, allocatable: capacity, ...status } } : object
}

/** Sets that default in a request body: an explicitly empty allocatable is not defaulted, although it is not stored. */
function fillSilent(object: Node): Node {
  const { allocatable } = object.status ?? {}
  return allocatable && Object.keys(allocatable).length === 0
    ? withPath(object, ['status', 'allocatable'], undefined)
    : fillAllocatable(object)
}

const warningsOfNode = ({ spec }: Node): readonly string[] => [
  ...(spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
  ...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
  ...(spec?.podCIDRs ?? []).flatMap((cidr, i) => cidrWarnings(cidr, `spec.podCIDRs[${i}]`)),
]

/** Validates any update of a node, `/status` included (core validation's ValidateNodeUpdate). */
function validateNodeUpdate(next: Node, old: Node, profile: Profile): readonly Issue[] {
  const source = next.spec?.configSource
  const config = next.status?.config
  return [
    ...validateAmounts(next),
    ...validateDeclaredFeatures(next),
    ...validateAddresses(next),
    ...validateSetOnce(next, old),
    ...(source ? validateConfigSource(source, 'spec.configSource', profile) : []),
    ...(config ? validateConfigStatus(config, 'status.config', profile) : []),
    ...validateTaints(next),
    ...(next.spec?.externalID === old.spec?.externalID ? [] : [forbidden('spec.externalID', 'may not be updated')]),
  ]
}

function validateAddresses({ status }: Node): readonly Issue[] {
  const seen = new Set<string>()
  return (status?.addresses ?? []).flatMap(({ type = '', address = '' }, i) => {
    const identity = JSON.stringify([type, address])
    const repeated = seen.has(identity)
    seen.add(identity)
    return repeated
      ? [duplicate(`status.addresses[${i}]`, goStruct('core.NodeAddress', { Type: type, Address: address }))]
      : []
  })
}

function* validateSetOnce({ spec: next = {} }: Node, { spec: old = {} }: Node): Iterable<Issue> {
  const before = old.podCIDRs ?? []
  const after = next.podCIDRs ?? []
  // One issue for each changed CIDR, or a single one if their number changes.
  const changes =
    before.length === 0 ? 0 : before.length !== after.length ? 1 : before.filter((cidr, i) => cidr !== after[i]).length
  yield* Array.from({ length: changes }, () =>
    forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'),
  )
  if (!old.providerID || old.providerID === next.providerID) return
  if (!runsAtLeast('1.37'))
    yield forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')
  else yield invalid('spec.providerID', null, `field cannot be ${next.providerID ? 'modified' : 'cleared'} once set`)
}
