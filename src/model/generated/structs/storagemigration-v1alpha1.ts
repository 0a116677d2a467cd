// Written by `npm run generate`; not to be changed by hand.

/** The structs of storagemigration.v1alpha1, a line each. */
export const storagemigrationV1alpha1 = `
GroupVersionResource group version resource
MigrationCondition type!*:MigrationConditionType status!*:core.v1.ConditionStatus lastUpdateTime!:time reason message
MigrationConditionType=string
StorageVersionMigration# metadata!:metadata spec!:StorageVersionMigrationSpec status!:StorageVersionMigrationStatus
StorageVersionMigrationSpec resource!*:GroupVersionResource continueToken
StorageVersionMigrationStatus conditions:[]MigrationCondition@type+type resourceVersion
`
