import type { ObjectMeta } from './metadata.js'

/** Any API object: kind, apiVersion, metadata, and the fields of its kind. */
export type KubeObject = {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ObjectMeta
  readonly [member: string]: unknown
}

/** Returns an object without managedFields, for display. */
export function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
