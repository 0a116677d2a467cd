import type { ObjectMeta } from '../../schema/metadata.js'
import { type KubernetesVersion, atLeast } from './kubernetes-version.js'

/** Tells whether metadata without a creationTimestamp is written without one: before 1.34 it is null. */
export const omitsUnsetCreation = (version: KubernetesVersion): boolean => atLeast(version, '1.34')

// An unset Time is serialized as null, which its type does not allow.
const WITH_NULL = { creationTimestamp: null } as unknown as ObjectMeta
const NONE: ObjectMeta = {}

/** Returns the metadata of an object that was never stored, as a server of a version writes it. */
export const unstoredMetadata = (version: KubernetesVersion): ObjectMeta =>
  omitsUnsetCreation(version) ? NONE : WITH_NULL
