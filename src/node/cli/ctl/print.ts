import { highestOf } from '../../../base/numbers/extremes.js'
import { isObject } from '../../../base/json/json.js'
import type { Operation } from '../../../server/control/operation.js'

/**
 * Formats a response for people: one line with the columns of an object, or a table of the columns of its items. Empty
 * if there is nothing to print.
 */
export function printReply({ reply }: Operation, text: string): string {
  if (reply.type === 'text') return text.trimEnd()
  const { columns } = reply
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return text.trimEnd()
  if (Array.isArray(value['items'])) return printTable(columns, value['items'].filter(isObject))
  if (columns.length === 0) return Object.keys(value).length === 0 ? '' : text.trimEnd()
  return columns
    .map((column) => cell(value[column]))
    .filter(Boolean)
    .join('  ')
}

function printTable(columns: readonly string[], items: readonly { readonly [member: string]: unknown }[]): string {
  if (items.length === 0) return ''
  const rows = [
    columns.map((column) => column.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase()),
    ...items.map((item) => columns.map((column) => cell(item[column]))),
  ]
  const widths = columns.map((_, i) => highestOf(rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  // The other JSON types.
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
