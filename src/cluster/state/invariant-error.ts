import { StatusError, failure } from '../../base/errors/status.js'
import { formatObject, formatRequest } from '../../server/journal/format.js'
import type { JournalChange, JournalEntry } from '../../server/journal/types.js'
import { type JsonPatchOperation, createJsonPatch } from '../../model/patch/diff.js'

/** The contents of an {@link InvariantError}. */
export type Violation = {
  /** The name of the invariant. */
  readonly invariant: string
  /** The reason that its check returned. */
  readonly why: string
  /** The request that violated it; undefined for a write of `load`. */
  readonly request: JournalEntry | undefined
  /** The change that was refused. */
  readonly change: JournalChange
  /** The error that its check threw. */
  readonly cause?: unknown
}

/** A write that was refused because it would have violated an invariant. Nothing of it was stored. */
export class InvariantError extends StatusError implements Violation {
  readonly invariant: string
  readonly why: string
  readonly request: JournalEntry | undefined
  readonly change: JournalChange
  /** JSON Patch of the object, without managedFields and resourceVersion. */
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
