import type { JsonObject } from '../../../base/json/json.js'

/** The objects of one kind, for one file. */
export type ObjectFile = {
  /** The name of the file, such as `deployments.apps`. */
  readonly name: string
  readonly objects: readonly JsonObject[]
  /** The comment lines at the top of the file. */
  readonly comments: readonly string[]
}

/** An OpenAPI document of a server, with the discovery data that it lacks. */
export type OpenApiFile = {
  /** For example `batch/v1`. */
  readonly groupVersion: string
  readonly document: string
  /** An APIResourceList, as text. */
  readonly resources: string
}

/** Everything that was read from a server. */
export type Found = {
  readonly definitions: readonly JsonObject[]
  readonly openapi: readonly OpenApiFile[]
  readonly objects: readonly ObjectFile[]
}
