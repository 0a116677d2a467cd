import type { JsonPatchOperation } from '../../model/patch/diff.js'
import type { JournalChange, JournalEntry } from './types.js'

/** A change of an object, and its cause. */
export type WhyStep = JournalChange & {
  /** The change as a JSON Patch. */
  readonly patch: readonly JsonPatchOperation[]
  /** The field manager that made it. */
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  readonly user: string
  /**
   * The request that made it, with the hooks that acted on it; undefined for loaded objects, or if the journal no
   * longer holds it.
   */
  readonly request: JournalEntry | undefined
  /** For a controller's write: the change that triggered it, with its own cause. */
  readonly because: WhyStep | undefined
}

/** The history of an object. Its text form is meant for a failing test. */
export type Why = {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Its changes, oldest first, including those of earlier objects with the same name. */
  readonly steps: readonly WhyStep[]
  /** Whether the first held change is the one that added it. */
  readonly complete: boolean
  readonly toString: () => string
}
