import type { Profile } from '../registry/profile.js'
import type { AdmissionPlugin, AdmissionTarget } from './types.js'

type Resource = {
  readonly operations: readonly AdmissionTarget['operation'][]
  /** The group, or what the profile makes of it; the core group where it is left out. */
  readonly group?: string | ((profile: Profile) => string)
  readonly resource: string
  /** Empty for the objects themselves, which is the default. */
  readonly subresource?: string
}

/** Tells of some operations on the objects of one kind, or on a subresource of them. */
export const writesOf =
  ({ operations, group = '', resource, subresource = '' }: Resource): AdmissionPlugin['handles'] =>
  (target, profile) =>
    target.resource === resource &&
    target.subresource === subresource &&
    target.group === (typeof group === 'string' ? group : group(profile)) &&
    operations.includes(target.operation)
