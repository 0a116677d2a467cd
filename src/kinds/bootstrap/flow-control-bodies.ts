import { FLOW_SCHEMAS, PRIORITY_LEVELS } from '../../model/generated/bootstrap/flow-control.js'
import type { BootstrapBody } from './body.js'

/** Reads objects of generated data, one per line. */
export const readJsonLines = <T extends BootstrapBody = BootstrapBody>(text: string): readonly T[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T) // as tools/generate wrote it

/** A FlowSchema or a PriorityLevelConfiguration as the server first creates it. */
export type FlowControlBody = BootstrapBody & { readonly spec: object }

/** Returns the FlowSchemas that every server has. */
export const flowSchemaBodies = () => readJsonLines<FlowControlBody>(FLOW_SCHEMAS)

/** Returns the PriorityLevelConfigurations that every server has. */
export const priorityLevelBodies = () => readJsonLines<FlowControlBody>(PRIORITY_LEVELS)
