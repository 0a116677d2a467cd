import { callerError } from '../../base/check/arguments.js'
import { createMismatch, type JournalFilter } from '../../server/journal/filter.js'
import { formatJournal } from '../../server/journal/format.js'
import type { Journal } from '../../server/journal/journal.js'
import type { JournalEntry } from '../../server/journal/types.js'

/** The maximum number of requests that a failure prints. */
const SHOWN = 20

const say = (filter: JournalFilter): string => JSON.stringify(filter)

/**
 * Compares the number of matching requests with the expected one: any but none, or exactly `times`.
 *
 * @throws TypeError if it depends on requests that the journal no longer holds
 */
export function countReceived(journal: Journal, filter: JournalFilter, times: number | undefined) {
  const found = journal.requests(filter)
  // More of them could only change the result while there are not too many already.
  const isOpen = times === undefined ? found.length === 0 : found.length <= times
  const lost = isOpen ? journal.lost(filter) : 0
  if (lost > 0) throw callerError(unknownCount(journal, filter, found.length, lost))
  const pass = times === undefined ? found.length > 0 : found.length === times
  const wanted = pass ? (times === undefined ? 'none' : `any number but ${times}`) : (times ?? 'at least one')
  return {
    pass,
    message: () =>
      `expected ${wanted} of the requests ${say(filter)}; there were ${found.length}${
        pass || (times !== undefined && found.length > times)
          ? listed(found)
          : `${listed(found)}${nearest(journal, filter, SHOWN - found.length)}`
      }`,
  }
}

function unknownCount(journal: Journal, filter: JournalFilter, found: number, lost: number): string {
  const { requests } = journal.limit
  const { via, controller } = filter
  const ofClients = journal.lost({ ...filter, via: ['http', 'client'] })
  const isControllers = via === undefined && controller === undefined && ofClients === 0
  const remedy = isControllers
    ? 'They are the work of controllers: to count only what clients asked for, add via: ["http", "client"] to the filter. Otherwise create'
    : 'Ask before so many requests have been made, let the filter begin later (`after`, `journal.clear()`), or create'
  return (
    `cannot tell how many of the requests ${say(filter)} there were: ${found} are in the journal, which has dropped up to ${lost} more, ` +
    `as it holds the last ${requests} of clients and the last ${requests} of controllers. ` +
    `${remedy} the cluster with a larger \`journal\`, such as { journal: ${Math.max(10_000, 10 * requests)} }.`
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
