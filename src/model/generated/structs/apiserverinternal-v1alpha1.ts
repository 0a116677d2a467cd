// Written by `npm run generate`; not to be changed by hand.

/** The structs of apiserverinternal.v1alpha1, a line each. */
export const apiserverinternalV1alpha1 = `
ConditionStatus=string
ServerStorageVersion <36:apiServerID <36:encodingVersion <36:decodableVersions:[]string@set >36:1apiServerID*
 >36:encodingVersion* >36:decodableVersions*:[]string@set servedVersions:[]string@set
StorageVersion# <36:metadata!:metadata <36:spec!*:StorageVersionSpec <36:status!*:StorageVersionStatus
 >36:1metadata!*:metadata >36:spec!:StorageVersionSpec >36:status!:StorageVersionStatus
StorageVersionCondition type!*:StorageVersionConditionType status!*:ConditionStatus observedGeneration:int64
 lastTransitionTime!:time reason!* message*
StorageVersionConditionType=string
StorageVersionSpec
StorageVersionStatus storageVersions:[]ServerStorageVersion@apiServerID commonEncodingVersion?
 conditions:[]StorageVersionCondition@type
`
