import { FLOW_SCHEMAS, PRIORITY_LEVELS } from '../kinds/generated/bootstrap/flow-control.js'
import type { BootstrapBody } from './body.js'
import { readJsonLines } from './json-lines.js'

/** A FlowSchema or a PriorityLevelConfiguration as a server first states it. */
export type FlowControlBody = BootstrapBody & { readonly spec: object }

/** The FlowSchemas every server has. */
export const flowSchemaBodies = () => readJsonLines<FlowControlBody>(FLOW_SCHEMAS)

/** The PriorityLevelConfigurations every server has. */
export const priorityLevelBodies = () => readJsonLines<FlowControlBody>(PRIORITY_LEVELS)
