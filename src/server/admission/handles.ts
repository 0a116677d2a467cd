import type { Profile } from '../../model/registry/profile.js'
import type { AdmissionPlugin, AdmissionTarget } from './types.js'

type Resource = {
  readonly operations: readonly AdmissionTarget['operation'][]
  /** The group, or a function of the profile; the core group by default. */
  readonly group?: string | ((profile: Profile) => string)
  readonly resource: string
  /** Empty, the default, for the objects themselves. */
  readonly subresource?: string
}

/** Makes a `handles` function for some operations on one resource or subresource. */
export const writesOf =
  ({ operations, group = '', resource, subresource = '' }: Resource): AdmissionPlugin['handles'] =>
  (target, profile) =>
    target.resource === resource &&
    target.subresource === subresource &&
    target.group === (typeof group === 'string' ? group : group(profile)) &&
    operations.includes(target.operation)
