// Written by `npm run generate`; not to be changed by hand.

/** The structs of certificates.v1alpha1, a line each. */
export const certificatesV1alpha1 = `
ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
ClusterTrustBundleSpec signerName trustBundle!*
`
