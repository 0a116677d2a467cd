import type { KubeObject } from '../schema/object.js'

/** What an act may know beside the object. */
export type ActContext = {
  /** The time of the request, as written in a Time. */
  readonly now: string
  /** What a table holds in the object's namespace. */
  readonly objects: (table: string) => readonly KubeObject[]
  /** Writes the status of another object first, as the server itself does. */
  readonly writeStatus: (next: KubeObject) => void
}
