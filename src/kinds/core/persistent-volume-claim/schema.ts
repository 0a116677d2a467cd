import type { ObjectOf } from '../../../registry/define.js'
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../generated/types/core-v1.js'
import { structMembers } from '../../struct/struct-members.js'
import type { Unchecked } from '../../struct/unchecked.js'

/** A PersistentVolumeClaim's own members. */
export const claimMembers = () => structMembers<PersistentVolumeClaim>('core.v1.PersistentVolumeClaim')

/** A PersistentVolumeClaim as clients see it. */
export type Claim = ObjectOf<ReturnType<typeof claimMembers>>
/** What a claim asks for. */
export type ClaimSpec = Unchecked<PersistentVolumeClaimSpec>
/** A data source of the claim's own namespace. */
export type DataSource = Unchecked<TypedLocalObjectReference>
/** A data source, of another namespace too. */
export type DataSourceRef = Unchecked<TypedObjectReference>
