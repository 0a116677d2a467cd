// Written by `npm run generate`; not to be changed by hand.

/** The structs of certificates.v1beta1, a line each. */
export const certificatesV1beta1 = `
ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
ClusterTrustBundleSpec signerName trustBundle!*
`
