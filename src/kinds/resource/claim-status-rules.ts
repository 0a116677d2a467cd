import { inOwnOrder } from '../../base/go/printable.js'
import { jsonEqual } from '../../base/json/json.js'
import {
  type Issue,
  declared,
  forbidden,
  immutable,
  invalid,
  required,
  tooLong,
  tooMany,
} from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { interfaceAddress } from '../../base/rules/ip.js'
import { isLonger } from '../../base/rules/texts.js'
import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaimConsumerReference,
} from '../../model/generated/types/resource-v1.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { validateNodeSelector } from '../core/pod/scheduling-rules.js'
import { validateConditions } from '../shared/validate-conditions.js'
import { validateDriverName, validateTaggedDriver } from '../storage/csi-driver-name.js'
import { formatGoSyntax } from '../struct/go-formats.js'
import type { Unchecked } from '../struct/unchecked.js'
import {
  type Claim,
  type RequestNames,
  requestNames,
  validateAdminAccess,
  validateAllocatedConfiguration,
  validateRequestRef,
} from './claim-rules.js'
import { itself, validateBindings, validateList, validateRaw, validateToleration } from './device-rules.js'
import { validateLabel, validatePoolName, validateShareId, validateTaggedPool } from './name-rules.js'

type Status = NonNullable<Claim['status']>
type Result = Unchecked<DeviceRequestAllocationResult>
type DeviceStatus = Unchecked<AllocatedDeviceStatus>
type Device = Pick<DeviceStatus, 'driver' | 'pool' | 'device' | 'shareID'>

const resultsOf = (status: Status | undefined): readonly Result[] => status?.allocation?.devices?.results ?? []

const idOf = ({ driver = '', pool = '', device = '', shareID = '' }: Device) =>
  ({ Driver: driver, Pool: pool, Device: device, ShareID: shareID }) as const
/** The id of a device as messages show it; its parts had no JSON of their own until v1.34. */
const shownId = (device: Device) => {
  const id = idOf(device)
  return inOwnOrder(runsAtLeast('1.35') ? id : Object.fromEntries(Object.keys(id).map((part) => [part, {}])))
}
const keyOf = (device: Device): string => Object.values(idOf(device)).join('\n')

/**
 * Drops what drivers tell of devices that are no longer allocated (dropDeallocatedStatusDevices); a list that is then
 * empty is left out.
 */
export function withoutDeallocated(next: Claim, old: Claim): Claim {
  const { devices, ...rest } = next.status ?? {}
  if (!devices) return next
  const kept = new Set(resultsOf(next.status).map(keyOf))
  const gone = new Set(
    resultsOf(old.status)
      .map(keyOf)
      .filter((key) => !kept.has(key)),
  )
  const left = devices.filter((device) => !gone.has(keyOf(device)))
  return { ...next, status: left.length > 0 ? { ...rest, devices: left } : rest }
}

/** Validates a changed status of a claim (ValidateResourceClaimStatusUpdate). */
export function* validateStatusChange(next: Claim, old: Claim, context: RuleContext<Claim>): Iterable<Issue> {
  const admin = resultsOf(next.status).findIndex(({ adminAccess }) => adminAccess)
  if (admin >= 0 && !resultsOf(old.status).some(({ adminAccess }) => adminAccess))
    yield* validateAdminAccess(
      `status.allocation.devices.results[${admin}].adminAccess`,
      next.metadata.namespace,
      context,
    )
  yield* context.validateObjectMetaUpdate(next, old)
  yield* validateStatus(next.status ?? {}, old.status ?? {}, next)
}

function* validateStatus(status: Status, before: Status, { metadata, spec }: Claim): Iterable<Issue> {
  yield* validateList(
    status.reservedFor,
    'status.reservedFor',
    { most: 256, key: ({ uid = '' }) => uid, keyField: 'uid', isDeclared: true },
    validateConsumer,
  )
  const allocated = new Set(resultsOf(status).map(keyOf))
  yield* validateList(
    status.devices,
    'status.devices',
    { key: keyOf, shown: shownId, keyField: 'deviceID', isDeclared: true },
    (device, at) => validateDeviceStatus(device, at, allocated),
  )
  yield* validateReserved(status, before, metadata.deletionTimestamp !== undefined)
  const { allocation } = status
  if (allocation && before.allocation) {
    if (!jsonEqual(allocation, before.allocation)) yield fixedAllocation(allocation)
  } else if (allocation) yield* validateAllocation(allocation, 'status.allocation', requestNames(spec))
}

const fixedAllocation = (allocation: NonNullable<Status['allocation']>): Issue =>
  wordingNow().isDeclarative
    ? declared(invalid('status.allocation', null, 'field cannot be modified once set'))
    : immutable('status.allocation', formatGoSyntax('resource.AllocationResult', allocation))

function* validateReserved(
  { reservedFor = [], allocation }: Status,
  before: Status,
  isDeleted: boolean,
): Iterable<Issue> {
  if (reservedFor.length === 0) return
  const isNew = reservedFor.some((one) => !before.reservedFor?.some((other) => jsonEqual(one, other)))
  if (!allocation) yield forbidden('status.reservedFor', 'may not be specified when `allocated` is not set')
  else if (isDeleted && isNew)
    yield forbidden(
      'status.reservedFor',
      'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
    )
}

function* validateConsumer(
  { resource, name, uid }: Unchecked<ResourceClaimConsumerReference>,
  field: string,
): Iterable<Issue> {
  if (!resource) yield required(`${field}.resource`)
  if (!name) yield required(`${field}.name`)
  if (!uid) yield required(`${field}.uid`)
}

const MOST_CONDITIONS = 8
const DATA_LENGTH = 10 * 1024

function* validateDeviceStatus(device: DeviceStatus, field: string, allocated: ReadonlySet<string>): Iterable<Issue> {
  const { shareID, data, networkData } = device
  const conditions = device.conditions ?? []
  yield* validateDriverName(device.driver ?? '', `${field}.driver`)
  yield* validatePoolName(device.pool ?? '', `${field}.pool`)
  yield* validateLabel(device.device ?? '', `${field}.device`)
  if (shareID !== undefined) yield* validateShareId(shareID, `${field}.shareID`)
  if (!allocated.has(keyOf(device))) yield invalid(field, shownId(device), 'must be an allocated device in the claim')
  if (conditions.length > MOST_CONDITIONS) yield tooMany(`${field}.conditions`, conditions.length, MOST_CONDITIONS)
  yield* validateConditions(conditions, `${field}.conditions`)
  if (data !== undefined) yield* validateRaw(data, `${field}.data`, DATA_LENGTH)
  if (networkData) yield* validateNetworkData(networkData, `${field}.networkData`)
}

const INTERFACE_LENGTH = 256
const ADDRESS_LENGTH = 128

function* validateNetworkData(
  { interfaceName = '', hardwareAddress = '', ips }: Unchecked<NetworkDeviceData>,
  field: string,
): Iterable<Issue> {
  if (isLonger(interfaceName, INTERFACE_LENGTH)) yield declared(tooLong(`${field}.interfaceName`, INTERFACE_LENGTH))
  if (isLonger(hardwareAddress, ADDRESS_LENGTH)) yield declared(tooLong(`${field}.hardwareAddress`, ADDRESS_LENGTH))
  yield* validateList(ips, `${field}.ips`, { most: 16, key: itself, isDeclared: true }, (address, at) =>
    interfaceAddress(address).map((detail) => invalid(at, address, detail)),
  )
}

function* validateAllocation(
  { devices = {}, nodeSelector }: Unchecked<AllocationResult>,
  field: string,
  names: RequestNames,
): Iterable<Issue> {
  yield* validateList(devices.results, `${field}.devices.results`, { most: 32, isDeclared: true }, (result, at) =>
    validateResult(result, at, names),
  )
  yield* validateList(devices.config, `${field}.devices.config`, { most: 64, isDeclared: true }, (config, at) =>
    validateAllocatedConfiguration(config, at, names),
  )
  if (nodeSelector) yield* validateNodeSelector(nodeSelector, `${field}.nodeSelector`)
}

function* validateResult(result: Result, field: string, names: RequestNames): Iterable<Issue> {
  yield* validateRequestRef(result.request ?? '', `${field}.request`, names)
  yield* validateTaggedDriver(result.driver ?? '', `${field}.driver`)
  yield* validateTaggedPool(result.pool ?? '', `${field}.pool`)
  yield* validateLabel(result.device ?? '', `${field}.device`)
  yield* validateBindings(result, field)
  for (const [i, toleration] of (result.tolerations ?? []).entries())
    yield* validateToleration(toleration, `${field}.tolerations[${i}]`)
  if (result.shareID !== undefined) yield* validateShareId(result.shareID, `${field}.shareID`)
}
