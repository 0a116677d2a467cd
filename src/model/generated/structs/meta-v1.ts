// Written by `npm run generate`; not to be changed by hand.

/** The structs of meta.v1, a line each. */
export const metaV1 = `
Condition type!* status!*:ConditionStatus observedGeneration:int64 lastTransitionTime!*:time reason!* message!*
ConditionStatus=string
DeleteOptions# gracePeriodSeconds?:int64 preconditions?:Preconditions orphanDependents?:bool
 propagationPolicy?:DeletionPropagation dryRun:[]string ignoreStoreReadErrorWithClusterBreakingPotential?:bool
DeletionPropagation=string
FieldSelectorOperator=string
FieldSelectorRequirement key!* operator!*:FieldSelectorOperator values:[]string
>35:GroupResource group!* resource!*
LabelSelector^ matchLabels:{}string matchExpressions:[]LabelSelectorRequirement
LabelSelectorOperator=string
LabelSelectorRequirement key!* operator!*:LabelSelectorOperator values:[]string
ManagedFieldsEntry manager operation:ManagedFieldsOperationType apiVersion time?:time 6fieldsType fieldsV1?:fields
 subresource
ManagedFieldsOperationType=string
ObjectMeta name generateName namespace selfLink uid:pkg.types.UID resourceVersion generation:int64
 creationTimestamp!:time deletionTimestamp?:time deletionGracePeriodSeconds?:int64 labels:{}string annotations:{}string
 ownerReferences:[]OwnerReference@uid+uid finalizers:[]string@set+ 17managedFields:[]ManagedFieldsEntry
OwnerReference^ 5apiVersion!* 1kind!* 3name!* uid!*:pkg.types.UID 6controller?:bool blockOwnerDeletion?:bool
Preconditions uid?:pkg.types.UID resourceVersion?
StatusReason=string
`
