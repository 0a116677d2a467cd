import type { ObjectMeta } from './metadata.js'

/** Any object the server keeps: kind, apiVersion, metadata, and members of the kind. */
export type KubeObject = {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ObjectMeta
  readonly [member: string]: unknown
}

/** An object as people are shown it, without the book of who owns which member. */
export function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
