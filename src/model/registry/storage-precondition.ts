import { type StatusError, conflict } from '../../base/errors/status.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'

type Subject = { readonly group: string; readonly resource: string }

/**
 * Checks the preconditions of a write against the stored object, as storage does under its key
 * (`registry/pods/shop/web`).
 *
 * @throws StatusError 409
 */
export function failStorage(
  subject: Subject,
  { metadata }: Pick<KubeObject, 'metadata'>,
  key: string,
  stated: Pick<ObjectMeta, 'uid' | 'resourceVersion'>,
): void {
  const { uid, resourceVersion } = stated
  if (uid && uid !== metadata.uid) throw failed(subject, metadata, key, 'UID', uid, metadata.uid)
  if (resourceVersion && resourceVersion !== metadata.resourceVersion)
    throw failed(subject, metadata, key, 'ResourceVersion', resourceVersion, metadata.resourceVersion)
}

const failed = (
  subject: Subject,
  { name = '' }: ObjectMeta,
  key: string,
  what: string,
  stated: string,
  stored: string | undefined,
) =>
  storageConflict(
    subject,
    name,
    key,
    `Precondition failed: ${what} in precondition: ${stated}, ${what} in object meta: ${stored ?? ''}`,
  )

/** Makes the 409 of a storage that refuses to change an object under a key, and says why. */
export const storageConflict = (subject: Subject, name: string, key: string, why: string): StatusError =>
  conflict(
    subject,
    name,
    `StorageError: invalid object, Code: 4, Key: /${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  )
