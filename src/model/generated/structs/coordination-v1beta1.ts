// Written by `npm run generate`; not to be changed by hand.

/** The structs of coordination.v1beta1, a line each. */
export const coordinationV1beta1 = `
LeaseCandidate# metadata!:metadata <36:spec!:LeaseCandidateSpec >36:2spec!*:LeaseCandidateSpec
LeaseCandidateSpec leaseName!* pingTime?:microTime renewTime?:microTime binaryVersion!* emulationVersion
 strategy*:coordination.v1.CoordinatedLeaseStrategy
`
