import { type StatusCause, type StatusError, forbiddenStatus } from '../base/status.js'
import type { AdmissionAttributes } from './types.js'

/** The 403 of a plug-in: whose write it refuses, and why. */
export const refused = (
  { group, resource, name }: Pick<AdmissionAttributes, 'group' | 'resource' | 'name'>,
  why: string,
  causes?: readonly StatusCause[],
): StatusError => forbiddenStatus({ group, resource }, name, why, causes)
