// Written by `npm run generate`; not to be changed by hand.

/** The structs of authorization.v1, a line each. */
export const authorizationV1 = `
ExtraValue=[]string
FieldSelectorAttributes rawSelector requirements:[]meta.v1.FieldSelectorRequirement
LabelSelectorAttributes rawSelector requirements:[]meta.v1.LabelSelectorRequirement
LocalSubjectAccessReview# metadata!:metadata spec!*:SubjectAccessReviewSpec status!:SubjectAccessReviewStatus
NonResourceAttributes path verb
NonResourceRule verbs!?*:[]string nonResourceURLs:[]string
ResourceAttributes namespace verb group version resource subresource name fieldSelector?:FieldSelectorAttributes
 labelSelector?:LabelSelectorAttributes
ResourceRule verbs!?*:[]string apiGroups:[]string resources:[]string resourceNames:[]string
SelfSubjectAccessReview# metadata!:metadata spec!*:SelfSubjectAccessReviewSpec status!:SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec resourceAttributes?:ResourceAttributes nonResourceAttributes?:NonResourceAttributes
SelfSubjectRulesReview# metadata!:metadata spec!*:SelfSubjectRulesReviewSpec status!:SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace
SubjectAccessReview# metadata!:metadata spec!*:SubjectAccessReviewSpec status!:SubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes?:ResourceAttributes nonResourceAttributes?:NonResourceAttributes user
 groups:[]string extra:{}ExtraValue uid
SubjectAccessReviewStatus allowed!*:bool 4denied:bool 2reason evaluationError
SubjectRulesReviewStatus resourceRules!?*:[]ResourceRule nonResourceRules!?*:[]NonResourceRule incomplete!*:bool
 evaluationError
`
