// Written by `npm run generate`; not to be changed by hand.

/** The structs of apiregistration.v1, a line each. */
export const apiregistrationV1 = `
APIService# metadata!:metadata spec!:APIServiceSpec status!:APIServiceStatus
APIServiceCondition type!*:APIServiceConditionType status!*:ConditionStatus lastTransitionTime!:time reason message
APIServiceConditionType=string
APIServiceSpec service?:ServiceReference group version insecureSkipTLSVerify:bool caBundle:bytes@atomic
 7groupPriorityMinimum!*:int32 versionPriority!*:int32
APIServiceStatus conditions:[]APIServiceCondition@type+type
ConditionStatus=string
ServiceReference namespace name port?:int32
`
