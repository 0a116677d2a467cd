import { StatusError, failure } from '../base/status.js'
import { formatObject, formatRequest } from '../journal/format.js'
import type { JournalChange, JournalEntry } from '../journal/types.js'
import { type JsonPatchOperation, createJsonPatch } from '../patch/diff.js'

/** What an {@link InvariantError} tells. */
export type Violation = {
  /** The invariant's name. */
  readonly invariant: string
  /** What it said. */
  readonly why: string
  /** The request that broke it; undefined for what `load` wrote. */
  readonly request: JournalEntry | undefined
  /** The transition that was refused. */
  readonly change: JournalChange
  /** What its check threw. */
  readonly cause?: unknown
}

/** A write that was refused because an invariant would not have held after it. Nothing of it was stored. */
export class InvariantError extends StatusError implements Violation {
  readonly invariant: string
  readonly why: string
  readonly request: JournalEntry | undefined
  readonly change: JournalChange
  /** JSON Patch of the object, but for its managed fields. */
  readonly patch: readonly JsonPatchOperation[]

  constructor({ invariant, why, request, change, cause }: Violation) {
    const patch = patchOf(change)
    const message = `the invariant ${JSON.stringify(invariant)} does not hold: ${why}; ${formatObject(change)} was to be ${change.type} by ${
      request ? formatRequest(request) : 'load'
    }: ${JSON.stringify(patch)}`
    super(
      failure(500, 'InternalError', message, { causes: [{ reason: 'InvariantBroken', message: invariant }] }).status,
    )
    this.name = 'InvariantError'
    this.invariant = invariant
    this.why = why
    this.request = request
    this.change = change
    this.patch = patch
    if (cause !== undefined) this.cause = cause
  }
}

function patchOf({ before, after }: JournalChange): readonly JsonPatchOperation[] {
  if (!before) return [{ op: 'add', path: '', value: after }]
  if (!after) return [{ op: 'remove', path: '' }]
  return createJsonPatch(before, after).filter(
    ({ path }) => !path.startsWith('/metadata/managedFields') && path !== '/metadata/resourceVersion',
  )
}
