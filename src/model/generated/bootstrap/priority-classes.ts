// Written by `npm run generate`; not to be changed by hand.

/** The PriorityClasses that every server has, as JSON, a line each. */
export const PRIORITY_CLASSES = `
{"metadata":{"name":"system-node-critical"},"value":2000001000,"description":"Used for system critical pods that must not be moved from their current node.","preemptionPolicy":"PreemptLowerPriority"}
{"metadata":{"name":"system-cluster-critical"},"value":2000000000,"description":"Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.","preemptionPolicy":"PreemptLowerPriority"}
`
