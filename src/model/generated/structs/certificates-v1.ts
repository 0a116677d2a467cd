// Written by `npm run generate`; not to be changed by hand.

/** The structs of certificates.v1, a line each. */
export const certificatesV1 = `
CertificateSigningRequest# metadata!:metadata spec!*:CertificateSigningRequestSpec
 status!:CertificateSigningRequestStatus
CertificateSigningRequestCondition type!*:RequestConditionType 6status!*:core.v1.ConditionStatus 2reason message
 lastUpdateTime!:time lastTransitionTime!:time
CertificateSigningRequestSpec request!?*:bytes@atomic 7signerName!* expirationSeconds?:int32 5usages:[]KeyUsage
 2username uid groups:[]string 6extra:{}ExtraValue
CertificateSigningRequestStatus conditions:[]CertificateSigningRequestCondition@type certificate:bytes@atomic
ExtraValue=[]string
KeyUsage=string{any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher
 only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key
 encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping}
RequestConditionType=string
`
