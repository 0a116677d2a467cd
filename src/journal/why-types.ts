import type { JsonPatchOperation } from '../patch/diff.js'
import type { JournalChange, JournalEntry } from './types.js'

/** One change of an object, and what it goes back to. */
export type WhyStep = JournalChange & {
  /** What it changed, as a JSON Patch. */
  readonly patch: readonly JsonPatchOperation[]
  /** The name it is recorded under. */
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  readonly user: string
  /**
   * The request that made it, with the hooks that acted on it; undefined for what was loaded, and where the journal no
   * longer has it.
   */
  readonly request: JournalEntry | undefined
  /** Of a controller's write: the change that woke it, with what that goes back to in turn. */
  readonly because: WhyStep | undefined
}

/** How an object came to be what it is. As text it is made for a failing test. */
export type Why = {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Its changes, oldest first, those of others of its name before it too. */
  readonly steps: readonly WhyStep[]
  /** Whether the first change held is the one that added it. */
  readonly complete: boolean
  readonly toString: () => string
}
