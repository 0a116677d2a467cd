import type { ObjectOf } from '../../kinds/object-types.js'
import type {
  DeviceRequestAllocationResult,
  DeviceTaint,
  DeviceToleration,
} from '../../model/generated/types/resource-v1.js'
import type { Reader } from '../runtime/types.js'

type Slice = ObjectOf<'ResourceSlice'>
export type TaintRule = ObjectOf<'DeviceTaintRule'>

/** Returns the rules of the taints of devices, in a cluster that has such (DRADeviceTaintRules). */
export const taintRulesIn = (world: Reader): readonly TaintRule[] =>
  world.serves('DeviceTaintRule') ? world.list('DeviceTaintRule') : []

/** Tells whether a rule gives its taint to a device. */
export function choosesDevice(
  { spec: { deviceSelector } }: TaintRule,
  of: Pick<DeviceRequestAllocationResult, 'driver' | 'pool' | 'device'>,
): boolean {
  if (!deviceSelector) return false
  const { driver = of.driver, pool = of.pool, device = of.device } = deviceSelector
  return driver === of.driver && pool === of.pool && device === of.device
}

/** Returns a slice with the taints that rules give to its devices, too. */
export function taintedSlice(slice: Slice, rules: readonly TaintRule[]): Slice {
  const { driver, pool, devices = [] } = slice.spec
  if (rules.length === 0) return slice
  const tainted = devices.map((device) => {
    const own = rules.filter((rule) => choosesDevice(rule, { driver, pool: pool.name, device: device.name }))
    return own.length > 0
      ? { ...device, taints: [...(device.taints ?? []), ...own.map(({ spec }) => spec.taint)] }
      : device
  })
  return { ...slice, spec: { ...slice.spec, devices: tainted } }
}

type Taint = Pick<DeviceTaint, 'key' | 'value' | 'effect'>

/** Tells whether a toleration is for a taint (resourceclaim.ToleratesTaint). */
export const toleratesDevice = (
  { key = '', operator = 'Equal', value = '', effect = '' }: DeviceToleration,
  taint: Taint,
): boolean =>
  (effect === '' || effect === taint.effect) &&
  (key === '' || key === taint.key) &&
  (operator === 'Exists' || value === (taint.value ?? ''))
