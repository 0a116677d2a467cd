// Written by `npm run generate`; not to be changed by hand.

/** The structs of storagemigration.v1, a line each. */
export const storagemigrationV1 = `
>37:StorageVersionMigration# metadata!:metadata spec!:StorageVersionMigrationSpec status!:StorageVersionMigrationStatus
>37:StorageVersionMigrationSpec resource!*:meta.v1.GroupResource
>37:StorageVersionMigrationStatus conditions:[]meta.v1.Condition@type+type resourceVersion
`
