import { givenOf } from '../../base/json/as-given.js'
import { repeatsOf } from '../../base/lists/repeats.js'
import { GoText } from '../../base/go/printable.js'
import { type Issue, duplicate, immutable, invalid, required } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { qualifiedName } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import type { CSINode as CSINodeStruct } from '../../model/generated/types/storage-v1.js'
import { goStrings, goStruct } from '../shared/go-struct.js'
import { natural } from '../struct/member-rules.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { validateDriverName } from './csi-driver-name.js'

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
export const validateKept = (next: CSINode, old: CSINode): readonly Issue[] =>
  driversOf(old).flatMap((before) =>
    driversOf(next)
      .filter((driver) => driver.name === before.name && !jsonEqual(driver, before))
      .map((driver) => immutable('spec.drivers', goDriver(driver))),
  )

const goDriver = (driver: Driver): GoText => {
  const { name, nodeID, topologyKeys, allocatable } = driver
  return goStruct('storage.CSINodeDriver', {
    Name: name,
    NodeID: nodeID,
    TopologyKeys: goStrings(givenOf(driver, 'topologyKeys', topologyKeys ?? undefined, [])),
    Allocatable: new GoText(`(*storage.VolumeNodeResources)(${allocatable ? '0xc000000000' : 'nil'})`),
  })
}
