// Written by `npm run generate`; not to be changed by hand.

/** The structs of certificates.v1, a line each. */
export const certificatesV1 = `
CertificateSigningRequest# metadata!:metadata spec!*:CertificateSigningRequestSpec
 status!:CertificateSigningRequestStatus
CertificateSigningRequestCondition type!*:RequestConditionType 6status!*:core.v1.ConditionStatus 2reason message
 lastUpdateTime!:time lastTransitionTime!:time
CertificateSigningRequestSpec <35:request!?*:bytes@atomic >35:1request!?*:bytes 7signerName!* expirationSeconds?:int32
 5usages:[]KeyUsage 2username uid groups:[]string 6extra:{}ExtraValue
CertificateSigningRequestStatus conditions:[]CertificateSigningRequestCondition@type <35:certificate:bytes@atomic
 >35:2certificate:bytes
>37:ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
>37:ClusterTrustBundleSpec signerName trustBundle!*
ExtraValue=[]string
KeyUsage=string{any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher
 only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key
 encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping}
>37:PodCertificateRequest# metadata!:metadata spec!*:PodCertificateRequestSpec status!:PodCertificateRequestStatus
>37:PodCertificateRequestSpec signerName!* podName!* podUID!*:pkg.types.UID serviceAccountName!*
 serviceAccountUID!*:pkg.types.UID nodeName!*:pkg.types.NodeName nodeUID!*:pkg.types.UID
 maxExpirationSeconds?:int32=86400 12stubPKCS10Request!?*:bytes 11unverifiedUserAnnotations:{}string
>37:PodCertificateRequestStatus conditions:[]meta.v1.Condition@type+type certificateChain 4notBefore?:time
 beginRefreshAt?:time notAfter?:time
RequestConditionType=string
`
