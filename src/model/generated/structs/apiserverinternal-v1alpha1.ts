// Written by `npm run generate`; not to be changed by hand.

/** The structs of apiserverinternal.v1alpha1, a line each. */
export const apiserverinternalV1alpha1 = `
ConditionStatus=string
ServerStorageVersion apiServerID encodingVersion decodableVersions:[]string@set servedVersions:[]string@set
StorageVersion# metadata!:metadata spec!*:StorageVersionSpec status!*:StorageVersionStatus
StorageVersionCondition type!*:StorageVersionConditionType status!*:ConditionStatus observedGeneration:int64
 lastTransitionTime!:time reason!* message*
StorageVersionConditionType=string
StorageVersionSpec
StorageVersionStatus storageVersions:[]ServerStorageVersion@apiServerID commonEncodingVersion?
 conditions:[]StorageVersionCondition@type
`
