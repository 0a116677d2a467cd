import type { JsonObject } from '../../base/json.js'

/** Objects of one kind, and the file they go into. */
export type ObjectFile = {
  /** Such as `deployments.apps`. */
  readonly name: string
  readonly objects: readonly JsonObject[]
  /** Said at its head, a line each. */
  readonly comments: readonly string[]
}

/** A document as a server has it, and what tells the rest of its kinds. */
export type OpenApiFile = {
  /** `batch/v1`. */
  readonly groupVersion: string
  readonly document: string
  /** An APIResourceList, as text. */
  readonly resources: string
}

/** What was read of a server. */
export type Found = {
  readonly definitions: readonly JsonObject[]
  readonly openapi: readonly OpenApiFile[]
  readonly objects: readonly ObjectFile[]
}
