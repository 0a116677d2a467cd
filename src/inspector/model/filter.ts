import { StatusError } from '../../base/errors/status.js'
import { type LabelSelector, matchesLabels, parseLabelSelector } from '../../model/select/labels.js'
import type { Row } from './rows.js'

/** A filter of rows. Empty strings match everything. */
type Filter = { readonly text: string; readonly labels: string; readonly namespace: string }

/** The rows that match a filter, and the error in its label selector, if any, in the server's words. */
type Filtered = { readonly rows: readonly Row[]; readonly fault: string | undefined }

/** Filters rows. A malformed label selector matches everything, and is reported. */
export function filterRows(rows: Iterable<Row>, { text, labels, namespace }: Filter): Filtered {
  const selector = readSelector(labels)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found: Row[] = []
  for (const row of rows) {
    if (namespace !== '' && row.namespace !== '' && row.namespace !== namespace) continue
    if (typeof selector !== 'string' && !matchesLabels(selector, row.object.metadata.labels)) continue
    if (words.length > 0 && !hasWords(row, words)) continue
    found.push(row)
  }
  return { rows: found, fault: typeof selector === 'string' ? selector : undefined }
}

function readSelector(text: string): LabelSelector | string {
  try {
    return parseLabelSelector(text)
  } catch (error) {
    if (error instanceof StatusError) return error.message
    throw error
  }
}

const texts = new WeakMap<Row, string>()

/** Tells whether every word occurs in the row's name, namespace or cells. */
function hasWords(row: Row, words: readonly string[]): boolean {
  let text = texts.get(row)
  if (text === undefined) {
    text = [row.key, ...row.cells].join('\n').toLowerCase()
    texts.set(row, text)
  }
  const inText = text
  return words.every((word) => inText.includes(word))
}
