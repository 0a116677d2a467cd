import type { ObjectOf } from '../../../registry/define.js'
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../generated/types/core-v1.js'
import { describedMembers } from '../../struct/described-members.js'
import type { Unchecked } from '../../struct/unchecked.js'
import { claimTexts } from './texts.js'

/** A PersistentVolumeClaim's own members. */
export const claimMembers = () => describedMembers<PersistentVolumeClaim>('core.v1.PersistentVolumeClaim', claimTexts)

/** A PersistentVolumeClaim as clients see it. */
export type Claim = ObjectOf<ReturnType<typeof claimMembers>>
/** What a claim asks for. */
export type ClaimSpec = Unchecked<PersistentVolumeClaimSpec>
/** A data source of the claim's own namespace. */
export type DataSource = Unchecked<TypedLocalObjectReference>
/** A data source, of another namespace too. */
export type DataSourceRef = Unchecked<TypedObjectReference>
