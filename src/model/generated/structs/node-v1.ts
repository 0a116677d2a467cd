// Written by `npm run generate`; not to be changed by hand.

/** The structs of node.v1, a line each. */
export const nodeV1 = `
Overhead podFixed:core.v1.ResourceList
RuntimeClass# metadata!:metadata handler!* overhead?:Overhead scheduling?:Scheduling
Scheduling nodeSelector:{}string^ tolerations:[]core.v1.Toleration
`
