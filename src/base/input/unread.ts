import type { Documents } from './documents.js'
import type { Input } from './input.js'

/** The inputs that a cluster was created with and has not loaded yet. */
export type Unread = {
  readonly documents?: Documents
  /** The number of nodes to create. */
  readonly nodes?: number
  readonly scripts?: Input
}
