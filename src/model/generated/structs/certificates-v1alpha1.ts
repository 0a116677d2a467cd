// Written by `npm run generate`; not to be changed by hand.

/** The structs of certificates.v1alpha1, a line each. */
export const certificatesV1alpha1 = `
<37:ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
<37:ClusterTrustBundleSpec signerName trustBundle!*
>34<35:PodCertificateRequest# metadata!:metadata spec!*:PodCertificateRequestSpec status!:PodCertificateRequestStatus
>34<35:PodCertificateRequestSpec signerName!* podName!* podUID!*:pkg.types.UID serviceAccountName!*
 serviceAccountUID!*:pkg.types.UID nodeName!*:pkg.types.NodeName nodeUID!*:pkg.types.UID
 maxExpirationSeconds?:int32=86400 pkixPublicKey!?*:bytes proofOfPossession!?*:bytes
>34<35:PodCertificateRequestStatus conditions:[]meta.v1.Condition@type+type certificateChain 4notBefore?:time
 beginRefreshAt?:time notAfter?:time
`
