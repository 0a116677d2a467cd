import { type Located, readDocuments } from '../source/documents.js'
import { type Fault, LoadError } from '../source/fault.js'
import type { HookRecord } from './actions.js'
import { checkHook } from './check-hook.js'
import { describePath } from './problem.js'

/** A hook of a script and the line it stands on. */
export type ScriptedHook = { readonly record: HookRecord; readonly site: string }

/**
 * Reads a script: a YAML document that is a hook or a list of hooks, or several such documents. A hook is its phase with what it
 * matches, how many `times` it acts, and what it does `then`:
 *
 *     - before: { verb: update, kind: Lease }
 *       times: 1
 *       then: { status: Conflict }
 *
 * @throws LoadError with every fault by file, line and column
 */
export async function parseScript(text: string, file: string): Promise<readonly ScriptedHook[]> {
  const { documents, faults: unread } = await readDocuments([{ name: file, text }])
  const faults: Fault[] = [...unread]
  const hooks: ScriptedHook[] = []
  const readHook = (at: Located['at'], value: unknown) => {
    const problems = checkHook(value)
    for (const { path, text: message } of problems) faults.push({ ...at(describePath(path)), field: describePath(path), message })
    // Without problems the value is a hook.
    if (problems.length === 0) hooks.push({ record: value as HookRecord, site: `${file}:${at('').line}` })
  }
  for (const { value, at } of documents) {
    if (Array.isArray(value)) value.forEach((item: unknown, i) => readHook((field) => at(field ? `[${i}].${field}` : `[${i}]`), item))
    else readHook(at, value)
  }
  if (faults.length > 0) throw new LoadError(faults)
  return hooks
}
