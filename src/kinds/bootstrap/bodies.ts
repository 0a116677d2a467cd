import { FLOW_SCHEMAS, PRIORITY_LEVELS } from '../../model/generated/bootstrap/flow-control.js'
import { type KubernetesVersion, thoseOf } from '../../model/registry/kubernetes-version.js'

/** An object as the server first creates it. */
export type BootstrapBody = {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: { readonly [label: string]: string }
    readonly annotations?: { readonly [annotation: string]: string }
  }
  readonly [member: string]: unknown
}

/** Reads the objects of a version of generated data, one per line. */
export const readJsonLines = <T extends BootstrapBody = BootstrapBody>(
  text: string,
  version: KubernetesVersion,
): readonly T[] => thoseOf(text.trim().split('\n'), version).map((line) => JSON.parse(line) as T) // as generated

/** A FlowSchema or a PriorityLevelConfiguration as the server first creates it. */
export type FlowControlBody = BootstrapBody & { readonly spec: object }

/** Returns the FlowSchemas that every server has. */
export const flowSchemaBodies = (version: KubernetesVersion) => readJsonLines<FlowControlBody>(FLOW_SCHEMAS, version)

/** Returns the PriorityLevelConfigurations that every server has. */
export const priorityLevelBodies = (version: KubernetesVersion) =>
  readJsonLines<FlowControlBody>(PRIORITY_LEVELS, version)
