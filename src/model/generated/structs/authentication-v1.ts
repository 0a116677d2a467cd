// Written by `npm run generate`; not to be changed by hand.

/** The structs of authentication.v1, a line each. */
export const authenticationV1 = `
BoundObjectReference kind apiVersion name uid:pkg.types.UID
ExtraValue=[]string
SelfSubjectReview# metadata!:metadata status!:SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo!:UserInfo
TokenRequest# metadata!:metadata spec!*:TokenRequestSpec status!:TokenRequestStatus
TokenRequestSpec audiences!?*:[]string 4expirationSeconds!?:int64 3boundObjectRef!?:BoundObjectReference
TokenRequestStatus token!* expirationTimestamp!*:time
TokenReview# metadata!:metadata spec!*:TokenReviewSpec status!:TokenReviewStatus
TokenReviewSpec token audiences:[]string
TokenReviewStatus authenticated:bool user!:UserInfo 4audiences:[]string 3error
UserInfo username uid groups:[]string extra:{}ExtraValue
`
