// Written by `npm run generate`; not to be changed by hand.

/** The structs of certificates.v1beta1, a line each. */
export const certificatesV1beta1 = `
ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
ClusterTrustBundleSpec signerName trustBundle!*
>35:PodCertificateRequest# metadata!:metadata spec!*:PodCertificateRequestSpec status!:PodCertificateRequestStatus
>35:PodCertificateRequestSpec signerName!* podName!* podUID!*:pkg.types.UID serviceAccountName!*
 serviceAccountUID!*:pkg.types.UID nodeName!*:pkg.types.NodeName nodeUID!*:pkg.types.UID
 maxExpirationSeconds?:int32=86400 <36:pkixPublicKey!?*:bytes <36:proofOfPossession!?*:bytes >36:9pkixPublicKey!?:bytes
 >36:proofOfPossession!?:bytes >36:12stubPKCS10Request!?*:bytes 11unverifiedUserAnnotations:{}string
>35:PodCertificateRequestStatus conditions:[]meta.v1.Condition@type+type certificateChain 4notBefore?:time
 beginRefreshAt?:time notAfter?:time
`
