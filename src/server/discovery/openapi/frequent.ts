/**
 * Tells whether a component is of the packages of workloads, whose kinds refer to no others: their texts load without
 * those of all others, which are as long. So do those of custom resources, which have the metadata of all objects.
 */
export const isFrequent = (component: string): boolean => FREQUENT.test(component)

const FREQUENT = /^io\.k8s\.(?:api\.(?:core|apps|batch|autoscaling)|apimachinery)\./

/** Tells whether a component is one of those that have texts: all of them have a name of Kubernetes. */
export const mayHaveTexts = (component: string): boolean => component.startsWith('io.k8s.')
