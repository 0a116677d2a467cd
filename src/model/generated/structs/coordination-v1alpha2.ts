// Written by `npm run generate`; not to be changed by hand.

/** The structs of coordination.v1alpha2, a line each. */
export const coordinationV1alpha2 = `
LeaseCandidate# metadata!:metadata <36:spec!:LeaseCandidateSpec >36:2spec!*:LeaseCandidateSpec
LeaseCandidateSpec leaseName!* pingTime?:microTime renewTime?:microTime binaryVersion!* emulationVersion
 strategy*:coordination.v1.CoordinatedLeaseStrategy
`
