import { onceLoaded } from '../cel/library.js'
import type { RestContext } from '../rest/context.js'
import { type Documents, join, readInput } from '../source/documents.js'
import type { Input } from '../source/input.js'
import { loadDocuments, readDefinitions } from './load.js'

/** Takes in what a cluster is made with. */
export type Intake = {
  /** Loads documents: now, or, where a definition has rules, when what reads rules has been loaded. Throws a LoadError. */
  readonly take: (documents: Documents | undefined) => void
  /** Resolves once everything is taken in; rejects with a LoadError. Undefined where there is nothing to wait for. */
  readonly opening: () => Promise<void> | undefined
  /** What is not taken in yet, as part of a snapshot. */
  readonly unread: () => { readonly unread?: Documents }
}

/** Makes the intake of a cluster; `isFresh` tells whether it was asked for anything yet, `taken` is called each time after documents were loaded. */
export function createIntake(context: RestContext, isFresh: () => boolean, taken: () => void): Intake {
  let unread: Documents | undefined
  let opening: Promise<void> | undefined
  return {
    take(documents) {
      unread = documents
      opening = undefined
      if (!documents) return
      const result = onceLoaded(() => {
        // Another state may have taken its place.
        if (unread !== documents) return
        loadDocuments(context, documents, {}, isFresh)
        unread = opening = undefined
        taken()
      })
      if (!(result instanceof Promise)) return
      opening = result
      // Whoever asks the cluster for something is told.
      result.catch(() => undefined)
    },
    opening: () => opening,
    unread: () => (unread ? { unread } : {}),
  }
}

/** Reads definitions and fixtures as documents to be loaded together; undefined where there are neither. */
export function readInputs(
  context: RestContext,
  { crds, fixtures }: { readonly crds?: Input | undefined; readonly fixtures?: Input | undefined },
): Documents | undefined {
  const found = [
    ...(crds === undefined ? [] : [readDefinitions(context, crds)]),
    ...(fixtures === undefined ? [] : [readInput(fixtures, 'fixtures')]),
  ]
  return found.length === 0 ? undefined : join(found)
}
