import { FLOW_SCHEMAS, PRIORITY_LEVELS } from '../../model/generated/bootstrap/flow-control.js'
import type { BootstrapBody } from './body.js'
import { readJsonLines } from './json-lines.js'

/** A FlowSchema or a PriorityLevelConfiguration as the server first creates it. */
export type FlowControlBody = BootstrapBody & { readonly spec: object }

/** Returns the FlowSchemas that every server has. */
export const flowSchemaBodies = () => readJsonLines<FlowControlBody>(FLOW_SCHEMAS)

/** Returns the PriorityLevelConfigurations that every server has. */
export const priorityLevelBodies = () => readJsonLines<FlowControlBody>(PRIORITY_LEVELS)
