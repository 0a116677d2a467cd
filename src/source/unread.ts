import type { Documents } from './documents.js'
import type { Input } from './input.js'

/** What a cluster was made with and has not taken in yet. */
export type Unread = {
  readonly documents?: Documents
  /** How many nodes to make. */
  readonly nodes?: number
  readonly scripts?: Input
}
