import { StatusError } from '../../base/errors/status.js'
import { applyMergePatch } from '../../model/patch/merge.js'
import type { KubeObject } from '../../schema/object.js'
import { isTrue, map } from '../../base/check/shape.js'
import type { ActionTable } from './action.js'
import type { AdmitAction } from './actions.js'
import type { Subject } from './match.js'
import { fillStatus } from './status.js'
import { statusShape } from './status-shape.js'

/** Returns the object to be written; throws a StatusError to reject it. */
type AdmitAct = (subject: Subject, next: KubeObject) => KubeObject

/** The admit actions. */
export const admitActions: ActionTable<AdmitAction, AdmitAct> = {
  status: {
    about: 'Refuses the object.',
    examples: [{ reason: 'Forbidden', why: 'the cluster is full' }],
    shape: statusShape,
    act: (status) => (subject) => {
      throw new StatusError(fillStatus(status, subject))
    },
  },
  patch: {
    about: 'Changes the object by a merge patch (RFC 7386).',
    examples: [{ metadata: { labels: { team: 'shop' } } }],
    shape: map,
    // The patch of an object is an object; the caller decodes it again.
    act: (patch) => (_, next) => applyMergePatch(next, patch) as KubeObject,
  },
  pass: {
    about: 'Leaves the object alone, and keeps it from the hooks below.',
    examples: [true],
    shape: isTrue,
    act: () => (_, next) => next,
  },
}
