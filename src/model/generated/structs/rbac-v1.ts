// Written by `npm run generate`; not to be changed by hand.

/** The structs of rbac.v1, a line each. */
export const rbacV1 = `
AggregationRule clusterRoleSelectors:[]meta.v1.LabelSelector
ClusterRole# metadata!:metadata rules!?:[]PolicyRule aggregationRule?:AggregationRule
ClusterRoleBinding# metadata!:metadata subjects:[]Subject roleRef!*:RoleRef
PolicyRule verbs!?*:[]string apiGroups:[]string resources:[]string resourceNames:[]string nonResourceURLs:[]string
Role# metadata!:metadata rules!?:[]PolicyRule
RoleBinding# metadata!:metadata subjects:[]Subject roleRef!*:RoleRef
RoleRef^ <36:apiGroup!* >36:1apiGroup! kind!* name!*
Subject^ kind!* apiGroup name!* namespace
`
