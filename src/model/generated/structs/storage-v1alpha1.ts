// Written by `npm run generate`; not to be changed by hand.

/** The structs of storage.v1alpha1, a line each. */
export const storageV1alpha1 = `
<35:VolumeAttributesClass# metadata!:metadata driverName!* parameters:{}string
`
