// Written by `npm run generate`; not to be changed by hand.

/** The structs of coordination.v1, a line each. */
export const coordinationV1 = `
CoordinatedLeaseStrategy=string
Lease# metadata!:metadata spec!:LeaseSpec
LeaseSpec holderIdentity? leaseDurationSeconds?:int32 acquireTime?:microTime renewTime?:microTime
 leaseTransitions?:int32 strategy?:CoordinatedLeaseStrategy preferredHolder?
`
