import { isObject } from '../../base/json/json.js'
import { type Located, readInput } from '../../base/input/documents.js'
import { type LoadFault, LoadError } from '../../base/input/load-error.js'
import type { Input } from '../../base/input/input.js'
import { misplaced } from '../../base/input/misplaced.js'
import type { HookRecord } from './actions.js'
import type { EntryKind } from './entry.js'
import type { Check, Problem } from '../../base/check/shape.js'
import { describePath } from '../../base/check/problem.js'

/** A script entry and its line; without a kind it is a hook. */
type ScriptEntry =
  | { readonly kind: undefined; readonly value: HookRecord; readonly site: string }
  | { readonly kind: EntryKind; readonly value: object; readonly site: string }

/**
 * Parses scripts: each document is an entry or a list of entries. A hook has a phase with its match, options for how
 * often it acts, and `then`, its action:
 *
 *     - before: { verb: update, kind: Lease }
 *       times: 1
 *       then: { status: Conflict }
 *
 * @param checkHook returns the problems of a hook
 * @param kinds the kinds of entries besides hooks
 * @throws LoadError with every fault by file, line and column; LibraryNotLoaded if the library for rules is not loaded
 * yet
 */
export function parseScript(
  input: Input,
  name: string,
  checkHook: Check,
  kinds: readonly EntryKind[] = [],
): readonly ScriptEntry[] {
  const { documents, faults: unread } = readInput(input, name)
  const faults: LoadFault[] = [...unread]
  const entries: ScriptEntry[] = []
  const kindOf = (value: unknown) =>
    kinds.find(({ words }) => isObject(value) && words.some((word) => value[word] !== undefined))
  const readEntry = (at: Located['at'], value: unknown) => {
    const kind = kindOf(value)
    const problems = kind ? problemsOf(kind, value, entries) : checkHook(value, [])
    for (const { path, text: message } of problems)
      faults.push({ ...at(describePath(path)), field: describePath(path), message })
    if (problems.length > 0) return
    const { source, line } = at('')
    const site = line === undefined ? source : `${source}:${line}`
    // Without problems the value conforms to its shape.
    entries.push(kind ? { kind, value: value as object, site } : { kind: undefined, value: value as HookRecord, site })
  }
  for (const { value, at } of documents) {
    const foreign = misplaced(value, 'scripts')
    if (foreign !== undefined) faults.push({ ...at(''), message: foreign })
    else if (Array.isArray(value))
      value.forEach((item: unknown, i) => readEntry((field) => at(field ? `[${i}].${field}` : `[${i}]`), item))
    else readEntry(at, value)
  }
  if (faults.length > 0) throw new LoadError(faults)
  return entries
}

/** Returns the problems of an entry that is not a hook, after the earlier entries of its script. */
function problemsOf(kind: EntryKind, value: unknown, entries: readonly ScriptEntry[]): readonly Problem[] {
  const problems = kind.shape.check(value, [])
  if (problems.length > 0 || !kind.conflicts) return problems
  const earlier = entries.flatMap((entry) => (entry.kind === kind ? [entry.value] : []))
  return kind.conflicts(value as object, earlier) // without problems it conforms to its shape
}
