// Written by `npm run generate`; not to be changed by hand.

/** The structs of metrics.v1beta1, a line each. */
export const metricsV1beta1 = `
ContainerMetrics name! usage!?:core.v1.ResourceList
NodeMetrics# metadata!:metadata timestamp!:time window!:duration usage!?:core.v1.ResourceList
PodMetrics# metadata!:metadata timestamp!:time window!:duration containers!?:[]ContainerMetrics
`
