import { isObject } from '../../base/json/json.js'
import { callerError } from '../../base/check/arguments.js'
import { createMismatch, type JournalFilter } from '../../server/journal/filter.js'
import { formatJournal } from '../../server/journal/format.js'
import type { Journal } from '../../server/journal/journal.js'
import type { JournalEntry } from '../../server/journal/types.js'

/** The maximum number of requests that a failure prints. */
const SHOWN = 20

const say = (filter: JournalFilter): string => JSON.stringify(filter)

/** Leaves out the work of controllers and the calls of the test itself, unless the filter names them. */
const ofTheProgram = (filter: JournalFilter): JournalFilter =>
  // What is no filter is refused by the journal.
  isObject(filter) && filter.via === undefined && filter.controller === undefined ? { ...filter, via: 'http' } : filter

/**
 * Compares the number of matching requests with the expected one: any but none, or exactly `times`. Without `via` or
 * `controller` in the filter only those of the program under test count.
 *
 * @throws TypeError if it depends on requests that the journal no longer holds
 */
export function countReceived(journal: Journal, given: JournalFilter, times: number | undefined) {
  const filter = ofTheProgram(given)
  const found = journal.requests(filter)
  // More of them could only change the result while there are not too many already.
  const isOpen = times === undefined ? found.length === 0 : found.length <= times
  const lost = isOpen ? journal.lost(filter) : 0
  if (lost > 0) throw callerError(unknownCount(journal, given, found.length, lost))
  const pass = times === undefined ? found.length > 0 : found.length === times
  const count = pass ? (times === undefined ? 'none' : `any number but ${times}`) : (times ?? 'at least one')
  return {
    pass,
    message: () =>
      `expected ${count} of the requests ${say(given)}; there were ${found.length}${
        pass || (times !== undefined && found.length > times)
          ? listed(found)
          : `${listed(found)}${nearest(journal, filter, SHOWN - found.length)}`
      }`,
  }
}

function unknownCount(journal: Journal, filter: JournalFilter, found: number, lost: number): string {
  const { requests } = journal.limit
  return (
    `cannot tell how many of the requests ${say(filter)} there were: ${found} are in the journal, which has dropped up to ${lost} more, ` +
    `as it holds the last ${requests} of clients and the last ${requests} of controllers. ` +
    `Ask before so many requests have been made, let the filter begin later (\`after\`, \`journal.clear()\`), or create the cluster with a larger \`journal\`, such as { journal: ${Math.max(10_000, 10 * requests)} }.`
  )
}

/** Lists requests, but not more than a person reads. */
function listed(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return ''
  const more = entries.length > SHOWN ? `\n… and ${entries.length - SHOWN} more` : ''
  return `:\n${formatJournal(entries.slice(0, SHOWN))}${more}`
}

/** Lists the requests that match most of a filter, the nearest first, with the members that they do not match. */
function nearest(journal: Journal, filter: JournalFilter, most: number): string {
  if (most <= 0) return ''
  const mismatch = createMismatch(filter)
  const others = journal
    .requests()
    .map((entry) => ({ entry, differs: mismatch(entry) }))
    .filter(({ differs }) => differs.length > 0)
    .sort((a, b) => a.differs.length - b.differs.length || b.entry.sequence - a.entry.sequence)
  if (others.length === 0) return '. There were no other requests'
  const lines = others.slice(0, most).map(({ entry, differs }) => {
    const [line = ''] = formatJournal([entry]).split('\n')
    return `${line} (not its ${differs.join(', ')})`
  })
  return `${others.length > most ? `\nThe nearest ${most} of ${others.length} others` : '\nThe others'}:\n${lines.join('\n')}`
}
