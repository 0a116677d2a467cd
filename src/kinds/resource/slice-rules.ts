import { isEmptied } from '../../base/json/as-given.js'
import { jsonEqual } from '../../base/json/json.js'
import {
  type Issue,
  declared,
  forbidden,
  immutable,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { dns1123Label, dns1123Subdomain, qualifiedName, taggedLabel } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import type {
  CounterSet,
  Device as DeviceStruct,
  DeviceAttribute,
  DeviceCapacity,
  DeviceCounterConsumption,
  DeviceTaint,
  DeviceTaintRule as TaintRuleStruct,
  ResourcePool,
  ResourceSlice as SliceStruct,
} from '../../model/generated/types/resource-v1.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { validateNodeSelector } from '../core/pod/scheduling-rules.js'
import { validateConditions } from '../shared/validate-conditions.js'
import { validateDriverName } from '../storage/csi-driver-name.js'
import type { Unchecked, UncheckedObject } from '../struct/unchecked.js'
import {
  type ItemRule,
  effectsOf,
  shortened,
  validateBindings,
  validateLabelValue,
  validateList,
  validateRequestPolicy,
} from './device-rules.js'
import { KEY_LENGTH, validateLabel, validatePoolName, validateQualified } from './name-rules.js'
import { type GatedFields, withoutGatedFields } from '../struct/gated-fields.js'
import { formatGoSyntax } from '../struct/go-formats.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'

/** The kinds of this file as their rules read them. */
export type Slice = UncheckedObject<SliceStruct>
export type TaintRule = UncheckedObject<TaintRuleStruct>

type Spec = NonNullable<Slice['spec']>
type Device = Unchecked<DeviceStruct>
type Taint = Unchecked<DeviceTaint>

/** The members that choose nodes. */
type Nodes = Pick<Spec, 'nodeName' | 'nodeSelector' | 'allNodes' | 'perDeviceNodeSelection'>

const setText = (fields: readonly string[]) => `{${fields.map((name) => `\`${name}\``).join(', ')}}`

function* validateFlag(value: boolean | undefined, field: string): Iterable<Issue> {
  if (value === false) yield invalid(field, value, 'must be either unset or set to true')
}

const setFields = ({ nodeName, nodeSelector, allNodes, perDeviceNodeSelection }: Nodes): readonly string[] => [
  ...(nodeName ? ['nodeName'] : []),
  ...(nodeSelector ? ['nodeSelector'] : []),
  ...(allNodes ? ['allNodes'] : []),
  ...(perDeviceNodeSelection ? ['perDeviceNodeSelection'] : []),
]

function* validateNodes(nodes: Nodes, field: string, emptyName: string): Iterable<Issue> {
  const { nodeName, nodeSelector } = nodes
  if (nodeName === '') yield invalid(`${field}.nodeName`, nodeName, emptyName)
  else if (nodeName !== undefined)
    yield* dns1123Subdomain(nodeName).map((detail) => invalid(`${field}.nodeName`, nodeName, detail))
  if (nodeSelector) yield* validateNodeSelector(nodeSelector, `${field}.nodeSelector`)
}

/** Validates a slice, and that a changed one is of the same driver, pool and node. */
export function* validateSlice(next: Slice, old: Slice | undefined, context: RuleContext<Slice>): Iterable<Issue> {
  yield* old ? context.validateObjectMetaUpdate(next, old) : context.validateObjectMeta(next)
  const { spec = {} } = next
  yield* validateDriverName(spec.driver ?? '', 'spec.driver')
  yield* validatePool(spec.pool ?? {}, 'spec.pool')
  if (old) yield* validateKept(spec, old.spec ?? {})
  yield* validateSliceNodes(spec)
  yield* validateContents(spec, old?.spec, context.featureGates)
}

function* validateKept(next: Spec, old: Spec): Iterable<Issue> {
  if (next.pool?.name !== old.pool?.name) yield immutable('spec.pool.name', next.pool?.name ?? '')
  if (next.driver !== old.driver) yield immutable('spec.driver', next.driver ?? '')
  if (next.nodeName !== old.nodeName) yield immutable('spec.nodeName', next.nodeName ?? null)
}

function* validatePool(
  { name = '', resourceSliceCount = 0, generation = 0 }: Unchecked<ResourcePool>,
  field: string,
): Iterable<Issue> {
  yield* validatePoolName(name, `${field}.name`)
  if (resourceSliceCount <= 0)
    yield invalid(`${field}.resourceSliceCount`, resourceSliceCount, 'must be greater than zero')
  if (generation < 0) yield invalid(`${field}.generation`, generation, 'must be greater than or equal to zero')
}

const ONE_CHOICE = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'

function* validateSliceNodes(spec: Spec): Iterable<Issue> {
  yield* validateNodes(spec, 'spec', 'must be either unset or set to a non-empty string')
  const terms = spec.nodeSelector?.nodeSelectorTerms ?? []
  // Different selectors can be merged when devices are allocated from several slices.
  if (spec.nodeSelector && terms.length !== 1)
    yield invalid(
      'spec.nodeSelector.nodeSelectorTerms',
      formatGoSyntax('[]core.NodeSelectorTerm', spec.nodeSelector.nodeSelectorTerms),
      'must have exactly one node selector term',
    )
  yield* validateFlag(spec.allNodes, 'spec.allNodes')
  yield* validateFlag(spec.perDeviceNodeSelection, 'spec.perDeviceNodeSelection')
  const given = setFields(spec)
  if (given.length === 0) yield required('spec', ONE_CHOICE)
  else if (given.length > 1) yield invalid('spec', setText(given), `${ONE_CHOICE}, but multiple fields are set`)
}

const isAdvanced = ({ taints = [], consumesCounters = [] }: Device) => taints.length > 0 || consumesCounters.length > 0

const MOST_COUNTERS = 1024
const MOST_SHARED = 32

/** Validates the devices and counters of a slice; since v1.35 it has either. */
function* validateContents(spec: Spec, old: Spec | undefined, gates: FeatureGates): Iterable<Issue> {
  const { sharedCounters = [] } = spec
  const devices = spec.devices ?? []
  const isFirst = !runsAtLeast('1.35')
  if (!isFirst && isGiven(spec, 'sharedCounters') && isGiven(spec, 'devices'))
    yield invalid('spec', '', 'only one of `sharedCounters` or `devices` is allowed')
  const counters = isFirst ? new Map(sharedCounters.map((set) => [set.name ?? '', set.counters ?? {}])) : undefined
  yield* validateList(
    devices,
    'spec.devices',
    { most: !isFirst && devices.some(isAdvanced) ? 64 : 128, key: ({ name = '' }) => name, keyField: 'name' },
    (device, at) =>
      validateDevice(
        device,
        old?.devices?.find(({ name }) => name === device.name),
        at,
        spec,
        counters,
        gates,
      ),
  )
  if (isFirst) yield* validateTotals(spec)
  yield* validateList(
    sharedCounters,
    'spec.sharedCounters',
    { ...(isFirst ? {} : { most: 8 }), key: ({ name = '' }) => name, keyField: 'name', isDeclared: true },
    (set, at) => validateCounterSet(set, at),
  )
}

/** Tells whether a list was given, be it empty. */
const isGiven = (spec: Spec, list: 'devices' | 'sharedCounters') => spec[list] !== undefined || isEmptied(spec, list)

const countOf = (map: object | undefined) => Object.keys(map ?? {}).length
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

// Until v1.34 the numbers of counters are limited together.
function* validateTotals({ devices, sharedCounters = [] }: Spec): Iterable<Issue> {
  const consumed = sum(
    (devices ?? []).flatMap(({ consumesCounters = [] }) => consumesCounters.map((c) => countOf(c.counters))),
  )
  if (consumed > MOST_COUNTERS)
    yield invalid('spec.devices', consumed, `the total number of counters in devices must not exceed ${MOST_COUNTERS}`)
  const shared = sum(sharedCounters.map(({ counters }) => countOf(counters)))
  if (shared > MOST_SHARED)
    yield invalid('spec.sharedCounters', shared, `the total number of shared counters must not exceed ${MOST_SHARED}`)
}

function* validateCounterName(name: string, field: string): Iterable<Issue> {
  const details = wordingNow().isDeclarative ? taggedLabel(name) : dns1123Label(name)
  for (const detail of details) yield declared(invalid(field, name, detail))
}

function* validateCounterSet({ name = '', counters }: Unchecked<CounterSet>, field: string): Iterable<Issue> {
  if (!name) yield declared(required(`${field}.name`))
  else yield* validateCounterName(name, `${field}.name`)
  yield* validateCounters(counters, `${field}.counters`)
}

const LABEL_LENGTH = 63

function* validateCounters(counters: object | undefined, field: string): Iterable<Issue> {
  const names = Object.keys(counters ?? {}).sort()
  const isLimited = runsAtLeast('1.35')
  if (names.length === 0) yield declared(required(field))
  else if (isLimited && names.length > MOST_SHARED) yield tooMany(field, names.length, MOST_SHARED)
  else
    for (const name of names)
      yield* validateCounterName(name, runsAtLeast('1.36') ? field : `${field}[${shortened(name, LABEL_LENGTH)}]`)
}

function* validateConsumption(
  { counterSet = '', counters }: Unchecked<DeviceCounterConsumption>,
  field: string,
): Iterable<Issue> {
  if (!counterSet) yield declared(required(`${field}.counterSet`))
  else if (runsAtLeast('1.35')) yield* validateCounterName(counterSet, `${field}.counterSet`)
  yield* validateCounters(counters, `${field}.counters`)
}

type Counters = ReadonlyMap<string, object>

// Until v1.34 devices may only consume counters of their own slice.
function* validateKnown(device: Device, field: string, shared: Counters): Iterable<Issue> {
  const consumed = device.consumesCounters ?? []
  const count = sum(consumed.map(({ counters }) => countOf(counters)))
  if (count > MOST_SHARED) yield invalid(field, count, `the total number of counters must not exceed ${MOST_SHARED}`)
  for (const [i, { counterSet = '', counters = {} }] of consumed.entries()) {
    const at = `${field}.consumesCounters[${i}]`
    const known = shared.get(counterSet)
    if (!known)
      yield invalid(
        `${at}.counterSet`,
        counterSet,
        'must reference a counterSet defined in the ResourceSlice sharedCounters',
      )
    else
      for (const name of Object.keys(counters).sort())
        if (!Object.hasOwn(known, name))
          yield invalid(`${at}.counters`, name, 'must reference a counter defined in the ResourceSlice sharedCounters')
  }
}

const MOST_ATTRIBUTES = 32
const MOST_VALUES = 48

function* validateDevice(
  device: Device,
  old: Device | undefined,
  field: string,
  { perDeviceNodeSelection = false }: Spec,
  shared: Counters | undefined,
  gates: FeatureGates,
): Iterable<Issue> {
  const { name = '', attributes = {}, capacity = {}, taints = [] } = device
  yield* validateLabel(name, `${field}.name`)
  const length = countOf(attributes) + countOf(capacity)
  if (length > MOST_ATTRIBUTES)
    yield invalid(field, length, `the total number of attributes and capacities must not exceed ${MOST_ATTRIBUTES}`)
  if (runsAtLeast('1.36') && countOf(attributes) > MOST_VALUES)
    yield invalid(field, countOf(attributes), `the total number of attribute values must not exceed ${MOST_VALUES}`)
  yield* validateQualifiedMap(attributes, `${field}.attributes`, (attribute, at) => validateAttribute(attribute, at))
  const isKept = old !== undefined && runsAtLeast('1.37') && jsonEqual(old.capacity, device.capacity)
  if (!isKept)
    yield* validateQualifiedMap(capacity, `${field}.capacity`, (each, at) =>
      validateCapacity(each, at, device.allowMultipleAllocations === true, gates),
    )
  const isFirst = shared !== undefined
  if (isFirst || !old || !jsonEqual(old.taints ?? [], taints))
    yield* validateList(taints, `${field}.taints`, { most: isFirst ? 4 : 16 }, (taint, at) =>
      validateTaint(taint, undefined, at),
    )
  yield* validateList(
    device.consumesCounters,
    `${field}.consumesCounters`,
    { ...(isFirst ? {} : { most: 2 }), key: (one) => one.counterSet ?? '', keyField: 'counterSet', isDeclared: true },
    (consumption, at) => validateConsumption(consumption, at),
  )
  if (shared) yield* validateKnown(device, field, shared)
  yield* perDeviceNodeSelection ? validateDeviceNodes(device, field) : validateNoNodes(device, field)
  yield* validateBindings(device, field)
}

function* validateQualifiedMap<T>(
  map: { readonly [name: string]: T },
  field: string,
  rule: ItemRule<T>,
): Iterable<Issue> {
  for (const name of Object.keys(map).sort()) {
    const at = `${field}[${shortened(name, KEY_LENGTH)}]`
    yield* validateQualified(name, runsAtLeast('1.36') ? field : at)
    yield* rule(map[name] as T, at) // of its own names
  }
}

const OF_DEVICE =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec'

function* validateDeviceNodes(device: Device, field: string): Iterable<Issue> {
  yield* validateNodes(device, field, 'must not be empty')
  yield* validateFlag(device.allNodes, `${field}.allNodes`)
  const given = setFields(device)
  if (given.length === 0) yield required(field, OF_DEVICE)
  else if (given.length > 1) yield invalid(field, setText(given), OF_DEVICE)
}

function* validateNoNodes({ nodeName, nodeSelector, allNodes }: Device, field: string): Iterable<Issue> {
  if (nodeName !== undefined || nodeSelector || allNodes !== undefined)
    yield invalid(
      field,
      null,
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
    )
}

const VALUE_LENGTH = 64
const IS_SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/
// The members of the union that the gates leave, in the order of the struct.
const UNION = ['int', 'bool', 'string', 'version'] as const
const ALL_UNION = [...UNION, 'ints', 'bools', 'strings', 'versions'].map((name) => `\`${name}\``).join(', ')

function* validateAttribute(attribute: Unchecked<DeviceAttribute>, field: string): Iterable<Issue> {
  const { string, version } = attribute
  if (string !== undefined && isLonger(string, VALUE_LENGTH)) yield tooLong(`${field}.string`, VALUE_LENGTH)
  if (version !== undefined) {
    if (!IS_SEMVER.test(version))
      yield invalid(`${field}.version`, version, 'must be a string compatible with semver.org spec 2.0.0')
    if (isLonger(version, VALUE_LENGTH)) yield tooLong(`${field}.version`, VALUE_LENGTH)
  }
  const given = UNION.filter((name) => attribute[name] !== undefined)
  if (given.length !== 1) yield unionIssue(attribute, given, field)
}

function unionIssue(attribute: object, given: readonly string[], field: string): Issue {
  const one = 'exactly one value must be specified'
  if (wordingNow().isDeclarative)
    return declared(
      given.length > 0
        ? invalid(field, `{${given.join(', ')}}`, `must specify exactly one of: ${ALL_UNION}`)
        : invalid(field, '', `must specify one of: ${ALL_UNION}`),
    )
  if (given.length > 0) return invalid(field, attribute, one)
  return runsAtLeast('1.35') ? invalid(field, '', one) : required(field, one)
}

function* validateCapacity(
  { value = '0', requestPolicy }: Unchecked<DeviceCapacity>,
  field: string,
  isShared: boolean,
  gates: FeatureGates,
): Iterable<Issue> {
  if (!requestPolicy) return
  if (!isShared) yield forbidden(`${field}.requestPolicy`, 'allowMultipleAllocations must be true')
  else yield* validateRequestPolicy(String(value), requestPolicy, `${field}.requestPolicy`, gates)
}

function* validateTaint(
  { key = '', value = '', effect = '' }: Taint,
  old: Taint | undefined,
  field: string,
): Iterable<Issue> {
  yield* qualifiedName(key).map((detail) => invalid(`${field}.key`, key, detail))
  if (value) yield* validateLabelValue(value, `${field}.value`)
  if (old && (old.effect ?? '') === effect) return
  if (!effect) yield declared(required(`${field}.effect`))
  else if (!effectsOf().includes(effect)) yield declared(notSupported(`${field}.effect`, effect, effectsOf()))
}

/** Validates the rule of a taint, new or changed. */
export function* validateTaintRule(
  next: TaintRule,
  old: TaintRule | undefined,
  context: RuleContext<TaintRule>,
): Iterable<Issue> {
  yield* old ? context.validateObjectMetaUpdate(next, old) : context.validateObjectMeta(next)
  const { deviceSelector: { driver, pool, device } = {}, taint = {} } = next.spec ?? {}
  if (driver !== undefined) yield* validateDriverName(driver, 'spec.deviceSelector.driver')
  if (pool !== undefined) yield* validatePoolName(pool, 'spec.deviceSelector.pool')
  if (device !== undefined) yield* validateLabel(device, 'spec.deviceSelector.device')
  yield* validateTaint(taint, old && (old.spec?.taint ?? {}), 'spec.taint')
}

const MOST_CONDITIONS = 8

/** Validates the status of the rule of a taint. */
export function* validateTaintRuleStatus(
  next: TaintRule,
  old: TaintRule,
  context: RuleContext<TaintRule>,
): Iterable<Issue> {
  const conditions = next.status?.conditions ?? []
  yield* context.validateObjectMetaUpdate(next, old)
  yield* validateConditions(conditions, 'status.conditions')
  if (conditions.length > MOST_CONDITIONS) yield tooMany('status.conditions', conditions.length, MOST_CONDITIONS)
}

const GATED: readonly GatedFields[] = [
  { gate: 'DRADeviceTaints', fields: ['spec.devices.*.taints'] },
  {
    gate: 'DRAPartitionableDevices',
    fields: [
      'spec.sharedCounters',
      'spec.perDeviceNodeSelection',
      ...['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'].map((member) => `spec.devices.*.${member}`),
    ],
  },
  {
    gate: 'DRADeviceBindingConditions',
    fields: ['bindingConditions', 'bindingFailureConditions', 'bindsToNode'].map(
      (member) => `spec.devices.*.${member}`,
    ),
  },
  {
    gate: 'DRAConsumableCapacity',
    fields: ['spec.devices.*.allowMultipleAllocations', 'spec.devices.*.capacity.*.requestPolicy'],
  },
  { fields: ['spec.devices.*.consumesCounters.*.compatibilityGroups'] },
  { fields: ['spec.devices.*.nodeAllocatableResources', 'spec.devices.*.nodeAllocatableResourceMappings'] },
  { fields: ['ints', 'bools', 'strings', 'versions'].map((member) => `spec.devices.*.attributes.*.${member}`) },
  { fields: ['spec.partitionTypeAttribute'] },
  { fields: ['spec.skipNodeOperations'] },
]

/** Drops the fields of gates that are off, unless the stored slice has them. */
export const withoutGatedSliceFields = (next: Slice, old: Slice | undefined, gates: FeatureGates): Slice =>
  withoutGatedFields(next, old, GATED, gates)
