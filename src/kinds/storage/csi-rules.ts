import { givenOf } from '../../base/json/as-given.js'
import { repeatsOf } from '../../base/lists/lists.js'
import type { GoText } from '../../base/go/printable.js'
import { type Issue, duplicate, immutable, invalid, notSupported, required } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import type { CSIDriver as CSIDriverStruct, CSINode as CSINodeStruct } from '../../model/generated/types/storage-v1.js'
import { goPointer, goStrings, goStruct } from '../shared/go-struct.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { qualifiedName } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import { natural } from '../struct/member-rules.js'
import { validateDriverName } from './csi-driver-name.js'

/** A CSIDriver as its rules read it. */
export type CSIDriver = UncheckedObject<CSIDriverStruct>
type Spec = NonNullable<CSIDriver['spec']>

const POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType']
const MODES = ['Persistent', 'Ephemeral']
const LEAST_PERIOD = 10
const LEAST_SECONDS = 600
const MOST_SECONDS = 2 ** 32

/** Validates the spec of a CSIDriver (storage: validateCSIDriverSpec). */
export function* validateSpec({ spec = {} }: CSIDriver): Iterable<Issue> {
  const { fsGroupPolicy: policy, volumeLifecycleModes: modes, nodeAllocatableUpdatePeriodSeconds: period } = spec
  if (!(policy === undefined || POLICIES.includes(policy))) yield notSupported('spec.fsGroupPolicy', policy, POLICIES)
  yield* validateRequests(spec.tokenRequests ?? [])
  yield* (modes ?? [])
    .filter((mode) => !MODES.includes(mode))
    .map((mode) => notSupported('spec.volumeLifecycleModes', mode, MODES))
  if (period !== undefined && period < LEAST_PERIOD)
    yield invalid('spec.nodeAllocatableUpdatePeriodSeconds', period, 'must be greater than or equal to 10 seconds')
  const { serviceAccountTokenInSecrets: inSecrets, tokenRequests = [] } = spec
  if (inSecrets !== undefined && tokenRequests.length === 0)
    yield invalid(
      'spec.serviceAccountTokenInSecrets',
      inSecrets,
      'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
    )
}

function validateRequests(requests: NonNullable<Spec['tokenRequests']>): readonly Issue[] {
  const repeats = repeatsOf(requests.map(({ audience = '' }) => audience))
  return requests.flatMap(({ audience = '', expirationSeconds: seconds }, i) => {
    const at = `spec.tokenRequests[${i}]`
    const field = `${at}.expirationSeconds`
    if (repeats(i)) return [duplicate(`${at}.audience`, audience)]
    if (seconds === undefined) return []
    if (seconds < LEAST_SECONDS) return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
    return seconds > MOST_SECONDS
      ? [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []
  })
}

const goModes = (modes: readonly string[] | undefined) => goStrings(modes, 'storage.VolumeLifecycleMode')

const validateKept = (next: Spec = {}, old: Spec = {}): readonly Issue[] => [
  // Spelled as on the server.
  ...(next.attachRequired === old.attachRequired ? [] : [immutable('spec.attachedRequired', next.attachRequired)]),
  ...(jsonEqual(next.volumeLifecycleModes, old.volumeLifecycleModes)
    ? []
    : [
        immutable(
          'spec.volumeLifecycleModes',
          goModes(givenOf(next, 'volumeLifecycleModes', next.volumeLifecycleModes, [])),
        ),
      ]),
]

/** Validates an update of a CSIDriver (storage: ValidateCSIDriverUpdate). */
export const validateChanged = (next: CSIDriver, old: CSIDriver): readonly Issue[] => [
  ...validateSpec(next),
  ...validateKept(next.spec, old.spec),
]

/** A CSINode as its rules read it. */
export type CSINode = UncheckedObject<CSINodeStruct>
type Driver = NonNullable<NonNullable<CSINode['spec']>['drivers']>[number]

const driversOf = ({ spec }: CSINode): readonly Driver[] => spec?.drivers ?? []

const LONGEST = 256

/** Validates a CSINode (storage: ValidateCSINode). */
export const validateNode = withObjectMeta((object: CSINode): readonly Issue[] => {
  const repeats = repeatsOf(driversOf(object).map(({ name = '' }) => name))
  return driversOf(object).flatMap((driver, i) => {
    const { name = '', nodeID = '', topologyKeys, allocatable } = driver
    const at = `spec.drivers[${i}]`
    return [
      ...validateDriverName(name, `${at}.name`),
      ...(nodeID ? [] : [required(`${at}.nodeID`)]),
      ...(isLonger(nodeID, LONGEST) ? [invalid(`${at}.nodeID`, nodeID, 'must be 256 characters or less')] : []),
      ...(allocatable ? natural(allocatable.count, `${at}.allocatable.count`, allocatable) : []),
      ...(repeats(i) ? [duplicate(`${at}.name`, name)] : []),
      ...validateKeys(topologyKeys ?? [], at),
    ]
  })
})

function validateKeys(keys: readonly string[], at: string): readonly Issue[] {
  const repeats = repeatsOf(keys)
  return keys.flatMap((key, i) => [
    ...(key ? [] : [required(at)]),
    ...(repeats(i) ? [duplicate(at, key)] : []),
    ...qualifiedName(key).map((detail) => invalid(at, key, detail)),
  ])
}

/** Validates that drivers are not modified; they may be added or removed. */
export const validateDrivers = (next: CSINode, old: CSINode): readonly Issue[] =>
  driversOf(old).flatMap((before) =>
    driversOf(next)
      .filter((driver) => driver.name === before.name && !jsonEqual(fixedOf(driver), fixedOf(before)))
      .map((driver) => immutable('spec.drivers', goDriver(driver))),
  )

// Since 1.35 the volumes that a node can take may change (MutableCSINodeAllocatableCount).
const fixedOf = ({ allocatable, ...driver }: Driver): Driver =>
  allocatable && !runsAtLeast('1.35') ? { ...driver, allocatable } : driver

const goDriver = (driver: Driver): GoText => {
  const { name, nodeID, topologyKeys } = driver
  const { allocatable } = fixedOf(driver)
  const resources =
    allocatable && goStruct('storage.VolumeNodeResources', { Count: goPointer('int32', allocatable.count) })
  return goStruct('storage.CSINodeDriver', {
    Name: name,
    NodeID: nodeID,
    TopologyKeys: goStrings(givenOf(driver, 'topologyKeys', topologyKeys ?? undefined, [])),
    Allocatable: goPointer('storage.VolumeNodeResources', resources ?? undefined),
  })
}
