// Written by `npm run generate`; not to be changed by hand.

/** The structs of authentication.v1, a line each. */
export const authenticationV1 = `
>37:AttestationValue=[]string
BoundObjectReference kind apiVersion name uid:pkg.types.UID
ExtraValue=[]string
SelfSubjectReview# metadata!:metadata status!:SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo!:UserInfo
TokenRequest# metadata!:metadata <36:spec!*:TokenRequestSpec >36:2spec!:TokenRequestSpec status!:TokenRequestStatus
TokenRequestSpec <36:audiences!?*:[]string >36:1audiences!?:[]string 4expirationSeconds!?:int64
 3boundObjectRef!?:BoundObjectReference >37:5attestations:{}AttestationValue
TokenRequestStatus <36:token!* <36:expirationTimestamp!*:time >36:1token! >36:expirationTimestamp!:time
TokenReview# metadata!:metadata spec!*:TokenReviewSpec status!:TokenReviewStatus
TokenReviewSpec <36:token >36:1token* audiences:[]string
TokenReviewStatus authenticated:bool user!:UserInfo 4audiences:[]string 3error
UserInfo username uid groups:[]string extra:{}ExtraValue
`
