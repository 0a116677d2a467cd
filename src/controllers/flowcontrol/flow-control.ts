import { changedObject } from '../../schema/object.js'
import type { Controller, Key, ObjectChange } from '../runtime/types.js'

const KEY: Key = { apiVersion: 'v1', kind: 'FlowSchema', namespace: '', name: 'all that every server has' }

/** Ignores new objects, except those with the annotation, which the server would delete. */
const wake = ({ prev, next }: ObjectChange): readonly Key[] =>
  prev || changedObject({ prev, next }).metadata.annotations?.['apf.kubernetes.io/autoupdate-spec'] !== undefined
    ? [KEY]
    : []

/**
 * Restores the FlowSchemas and PriorityLevelConfigurations that every server has, a minute after they were deleted or
 * changed.
 */
export const flowControl: Controller = {
  name: 'flow-control',
  user: 'system:apiserver',
  manager: 'api-priority-and-fairness-config-producer-v1',
  watches: { FlowSchema: wake, PriorityLevelConfiguration: wake },
  load: () => import('./ensure.js'),
}
