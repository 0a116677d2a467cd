import { type StatusCause, type StatusError, forbiddenStatus } from '../../base/errors/status.js'
import type { AdmissionAttributes } from './types.js'

/** Makes the 403 with which a plug-in rejects a write (apiserver: NewForbidden). */
export const refused = (
  { group, resource, name }: Pick<AdmissionAttributes, 'group' | 'resource' | 'name'>,
  why: string,
  causes?: readonly StatusCause[],
): StatusError => forbiddenStatus({ group, resource }, name || 'Unknown', why, causes)
