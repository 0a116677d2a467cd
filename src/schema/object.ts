import type { ObjectMeta } from './metadata.js'

/** Any object the server keeps: kind, apiVersion, metadata, and members of the kind. */
export type KubeObject = {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ObjectMeta
  readonly [member: string]: unknown
}
