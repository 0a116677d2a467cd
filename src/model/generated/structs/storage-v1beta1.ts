// Written by `npm run generate`; not to be changed by hand.

/** The structs of storage.v1beta1, a line each. */
export const storageV1beta1 = `
<37:VolumeAttributesClass# metadata!:metadata driverName!* parameters:{}string
`
