// Written by `npm run generate`; not to be changed by hand.

/** The structs of storagemigration.v1beta1, a line each. */
export const storagemigrationV1beta1 = `
>35:StorageVersionMigration# metadata!:metadata spec!:StorageVersionMigrationSpec status!:StorageVersionMigrationStatus
>35:StorageVersionMigrationSpec resource!*:meta.v1.GroupResource
>35:StorageVersionMigrationStatus conditions:[]meta.v1.Condition@type+type resourceVersion
`
