import { changedObject } from '../../schema/changed-object.js'
import type { Controller, Key, ObjectChange } from '../runtime/types.js'

const KEY: Key = { apiVersion: 'v1', kind: 'FlowSchema', namespace: '', name: 'all that every server has' }

/**
 * Of an object that was never there before only those matter that a server may have made, and would take away again.
 */
const wake = ({ prev, next }: ObjectChange): readonly Key[] =>
  prev || changedObject({ prev, next }).metadata.annotations?.['apf.kubernetes.io/autoupdate-spec'] !== undefined
    ? [KEY]
    : []

/**
 * Puts the FlowSchemas and PriorityLevelConfigurations that every server has right, a minute after somebody took them
 * away or changed them.
 */
export const flowControl: Controller = {
  name: 'flow-control',
  user: 'system:apiserver',
  manager: 'api-priority-and-fairness-config-producer-v1',
  watches: { FlowSchema: wake, PriorityLevelConfiguration: wake },
  load: () => import('./ensure.js'),
}
