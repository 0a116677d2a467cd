// Written by `npm run generate`; not to be changed by hand.

/** The structs of flowcontrol.v1, a line each. */
export const flowcontrolV1 = `
ConditionStatus=string
ExemptPriorityLevelConfiguration nominalConcurrencyShares?:int32 lendablePercent?:int32
FlowDistinguisherMethod type!*:FlowDistinguisherMethodType
FlowDistinguisherMethodType=string
FlowSchema# metadata!:metadata <37:spec!:FlowSchemaSpec >37:2spec!*:FlowSchemaSpec status!:FlowSchemaStatus
FlowSchemaCondition <37:type:FlowSchemaConditionType >37:1type*:FlowSchemaConditionType status:ConditionStatus
 lastTransitionTime!:time reason message
FlowSchemaConditionType=string
FlowSchemaSpec priorityLevelConfiguration!*:PriorityLevelConfigurationReference matchingPrecedence!:int32
 distinguisherMethod?:FlowDistinguisherMethod rules:[]PolicyRulesWithSubjects
FlowSchemaStatus conditions:[]FlowSchemaCondition@type+type
GroupSubject name!*
LimitResponse type!*:LimitResponseType queuing?:QueuingConfiguration
LimitResponseType=string
LimitedPriorityLevelConfiguration nominalConcurrencyShares!?:int32 <37:limitResponse!:LimitResponse
 >37:2limitResponse!*:LimitResponse lendablePercent?:int32 borrowingLimitPercent?:int32
NonResourcePolicyRule verbs!?*:[]string@set 6nonResourceURLs!?*:[]string@set
PolicyRulesWithSubjects subjects!?*:[]Subject resourceRules:[]ResourcePolicyRule
 nonResourceRules:[]NonResourcePolicyRule
PriorityLevelConfiguration# metadata!:metadata <37:spec!:PriorityLevelConfigurationSpec
 >37:2spec!*:PriorityLevelConfigurationSpec status!:PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition <37:type:PriorityLevelConfigurationConditionType
 >37:1type*:PriorityLevelConfigurationConditionType status:ConditionStatus lastTransitionTime!:time reason message
PriorityLevelConfigurationConditionType=string
PriorityLevelConfigurationReference name!*
PriorityLevelConfigurationSpec type!*:PriorityLevelEnablement limited?:LimitedPriorityLevelConfiguration
 exempt?:ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions:[]PriorityLevelConfigurationCondition@type+type
PriorityLevelEnablement=string
QueuingConfiguration queues!:int32 handSize!:int32 queueLengthLimit!:int32
ResourcePolicyRule verbs!?*:[]string@set apiGroups!?*:[]string@set resources!?*:[]string@set clusterScope:bool
 namespaces!?:[]string@set
ServiceAccountSubject namespace!* name!*
Subject kind!*:SubjectKind user?:UserSubject group?:GroupSubject serviceAccount?:ServiceAccountSubject
SubjectKind=string
UserSubject name!*
`
