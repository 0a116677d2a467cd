// Written by `npm run generate`; not to be changed by hand.

/** The structs of storagemigration.v1alpha1, a line each. */
export const storagemigrationV1alpha1 = `
<35:GroupVersionResource group version resource
<35:MigrationCondition type!*:MigrationConditionType status!*:core.v1.ConditionStatus lastUpdateTime!:time reason
 message
<35:MigrationConditionType=string
<35:StorageVersionMigration# metadata!:metadata spec!:StorageVersionMigrationSpec status!:StorageVersionMigrationStatus
<35:StorageVersionMigrationSpec resource!*:GroupVersionResource continueToken
<35:StorageVersionMigrationStatus conditions:[]MigrationCondition@type+type resourceVersion
`
