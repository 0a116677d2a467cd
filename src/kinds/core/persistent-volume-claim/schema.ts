import type { ObjectOf } from '../../../model/registry/define.js'
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../../model/generated/types/core-v1.js'
import type { Profile } from '../../../model/registry/profile.js'
import { structMembers } from '../../struct/struct-members.js'
import type { Unchecked } from '../../struct/unchecked.js'

/** The fields of a PersistentVolumeClaim. */
export const claimMembers = (profile: Profile) =>
  structMembers<PersistentVolumeClaim>('core.v1.PersistentVolumeClaim', profile)

/** A PersistentVolumeClaim in its served form. */
export type Claim = ObjectOf<ReturnType<typeof claimMembers>>
/** A claim's spec, before validation. */
export type ClaimSpec = Unchecked<PersistentVolumeClaimSpec>
/** A data source in the claim's own namespace. */
export type DataSource = Unchecked<TypedLocalObjectReference>
/** A data source that may be in another namespace. */
export type DataSourceRef = Unchecked<TypedObjectReference>
