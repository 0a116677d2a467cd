import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, nameColumn, sinceText } from '../../model/registry/columns.js'
import type { Profile } from '../../model/registry/profile.js'
import { atLeast, runsAtLeast } from '../../model/registry/kubernetes-version.js'
import {
  type KindVersions,
  type StructDeclaration,
  defineStructKind,
  inVersions,
  mainSubresource,
  objectReplies,
  statusOnly,
} from '../struct/struct-kind.js'
import { loadRules, neededRules } from './rules.js'
import type { Slice, TaintRule } from './slice-rules.js'
import { inFirstVersion, inLaterVersion, sliceForm } from './versions.js'

function warningsOf({ spec: { driver = '' } = {} }: Slice): readonly string[] {
  return driver === driver.toLowerCase() || !runsAtLeast('1.35')
    ? []
    : [`spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`]
}

type Taints = readonly { readonly timeAdded?: string }[]

const isOld = ({ timeAdded }: Taints[number]) => timeAdded !== undefined

/** Fills in when taints were added (SetDefaults_DeviceTaint). */
function withTimes(slice: Slice, now: string): Slice {
  const { spec } = slice
  if (spec?.devices?.every(({ taints = [] }) => taints.every(isOld)) ?? true) return slice
  const devices = spec?.devices?.map(({ taints, ...device }) =>
    taints ? { ...device, taints: taints.map((taint) => ({ ...taint, timeAdded: taint.timeAdded ?? now })) } : device,
  )
  return { ...slice, spec: { ...spec, ...(devices ? { devices } : {}) } }
}

// The texts are those of v1, which v1.33 takes from here.
const sliceColumns: readonly Column<Slice>[] = [
  nameColumn,
  {
    name: 'Node',
    description: docOf('resource.v1beta2.ResourceSliceSpec', 'nodeName'),
    cell: ({ spec }) => spec?.nodeName ?? '',
  },
  {
    name: 'Driver',
    description: docOf('resource.v1beta2.ResourceSliceSpec', 'driver'),
    cell: ({ spec }) => spec?.driver ?? '',
  },
  {
    name: 'Pool',
    description: docOf('resource.v1beta2.ResourcePool', 'name'),
    cell: ({ spec }) => spec?.pool?.name ?? '',
  },
  ageColumn,
]

/** ResourceSlice: devices that a driver offers, on a node or on several. */
export const resourceSlice = defineStructKind<Slice>('resource.v1.ResourceSlice', (profile) => sliceIn('v1', profile))

/** ResourceSlice in its second beta version. */
export const betaResourceSlice = defineStructKind<Slice>('resource.v1beta2.ResourceSlice', (profile) =>
  sliceIn('v1beta2', profile),
)

/** ResourceSlice in its first beta version. */
export const firstResourceSlice = defineStructKind('resource.v1beta1.ResourceSlice', (profile) =>
  inFirstVersion(sliceIn('v1beta1', profile), profile, sliceForm),
)

const sliceIn = (version: string, profile: Profile): StructDeclaration<Slice> => ({
  group: 'resource.k8s.io',
  ...inLaterVersion('ResourceSlice', version, profile, sliceForm),
  scope: 'Cluster',
  names: { kind: 'ResourceSlice', plural: 'resourceslices' },
  schema: { ready: loadRules, defaults: (object, now) => (now ? withTimes(object, now()) : object) },
  // Fields of gates that are off are dropped afterwards.
  metadata: { generation: true, countsSent: true },
  create: {
    prepare: (object, { featureGates, now }) =>
      withTimes(neededRules().withoutGatedSliceFields(object, undefined, featureGates), now()),
    validate: (object, context) => [...neededRules().validateSlice(object, undefined, context)],
    warnings: warningsOf,
  },
  update: {
    prepare: (next, old, { featureGates, now }) =>
      withTimes(neededRules().withoutGatedSliceFields(next, old, featureGates), now()),
    validate: (next, old, context) => [...neededRules().validateSlice(next, old, context)],
    warnings: warningsOf,
  },
  delete: { replies: objectReplies },
  selectable: {
    fields: {
      'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
      'spec.driver': ({ spec }) => spec?.driver ?? '',
      ...(atLeast(profile.version, '1.37') ? { 'spec.pool.name': ({ spec }: Slice) => spec?.pool?.name ?? '' } : {}),
    },
    namespace: false,
    conversion: 'own',
    unknown: (path) => `field label not supported for resource.k8s.io/${version}, Kind=ResourceSlice: ${path}`,
  },
  table: { columns: sliceColumns },
  example: {
    metadata: { name: 'worker-1-gpu.example.com' },
    spec: {
      driver: 'gpu.example.com',
      nodeName: 'worker-1',
      pool: { name: 'worker-1', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0' }],
    },
  },
})

const taintOf = ({ spec: { taint = {} } = {} }: TaintRule) => taint

/** Fills in when a taint was added, or had its effect changed. */
function withTime(next: TaintRule, old: TaintRule | undefined, now: string): TaintRule {
  const [taint, before] = [taintOf(next), old && taintOf(old)]
  const isChanged = before && taint.effect !== before.effect && taint.timeAdded === before.timeAdded
  return taint.timeAdded !== undefined && !isChanged
    ? next
    : { ...next, spec: { ...next.spec, taint: { ...taint, timeAdded: now } } }
}

/** DeviceTaintRule: a taint of all devices that a selector chooses. */
export const deviceTaintRule = defineStructKind<TaintRule>('resource.v1.DeviceTaintRule', (profile) =>
  taintRuleIn('v1', profile),
)

/** DeviceTaintRule in its beta version. */
export const betaDeviceTaintRule = defineStructKind<TaintRule>('resource.v1beta2.DeviceTaintRule', (profile) =>
  taintRuleIn('v1beta2', profile),
)

const taintRuleColumns: readonly Column<TaintRule>[] = [
  nameColumn,
  { name: 'Key', description: docOf('resource.v1.DeviceTaint', 'key'), cell: (rule) => taintOf(rule).key ?? '' },
  {
    name: 'Value',
    description: docOf('resource.v1.DeviceTaint', 'value'),
    cell: (rule) => taintOf(rule).value ?? '',
  },
  {
    name: 'Effect',
    description: docOf('resource.v1.DeviceTaint', 'effect'),
    cell: (rule) => taintOf(rule).effect ?? '',
  },
  {
    name: 'TimeAdded',
    description: docOf('resource.v1.DeviceTaint', 'timeAdded'),
    cell(rule, now) {
      const { timeAdded } = taintOf(rule)
      return timeAdded === undefined ? '' : sinceText(timeAdded, now)
    },
  },
  ageColumn,
]

const TAINT_RULE_VERSIONS: KindVersions = {
  v1: { since: '1.37' },
  v1beta2: { since: '1.36', deprecated: '1.39', until: '1.42' },
}

const taintRuleIn = (version: string, profile: Profile): StructDeclaration<TaintRule> => {
  // What is as it was before v1 stays so in the older version.
  const isOlder = version !== 'v1'
  return {
    group: 'resource.k8s.io',
    ...inVersions(TAINT_RULE_VERSIONS, version, profile),
    scope: 'Cluster',
    names: { kind: 'DeviceTaintRule', plural: 'devicetaintrules' },
    schema: { ready: loadRules, defaults: (object, now) => (now ? withTime(object, undefined, now()) : object) },
    metadata: { generation: true },
    subresources: { main: mainSubresource, status: { ...statusOnly, tables: false } },
    create: {
      resetFields: ['status'],
      prepare: (object, { now }) => withTime({ ...object, status: {} }, undefined, now()),
      validate: (object, context) => [...neededRules().validateTaintRule(object, undefined, context)],
    },
    update: {
      allowUnconditional: isOlder,
      prepare: (next, old, { now, subresource }) => (subresource === 'main' ? withTime(next, old, now()) : next),
      validate(next, old, context) {
        const { validateTaintRule, validateTaintRuleStatus } = neededRules()
        return context.subresource === 'status'
          ? [...validateTaintRuleStatus(next, old, context)]
          : [...validateTaintRule(next, old, context)]
      },
    },
    ...(isOlder ? { delete: { replies: objectReplies } } : {}),
    table: { columns: taintRuleColumns },
    example: {
      metadata: { name: 'maintenance' },
      spec: {
        deviceSelector: { driver: 'gpu.example.com' },
        taint: { key: 'example.com/maintenance', effect: 'NoSchedule' },
      },
    },
  }
}
