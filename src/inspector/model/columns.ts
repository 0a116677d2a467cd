import type { BundleKind } from '../../cluster/bundle/types.js'
import { humanAge } from '../../base/time/time.js'
import { compare } from './kinds.js'
import type { Row } from './rows.js'

/** A column of a table, with the text of each row in it. */
export type ShownColumn = {
  readonly name: string
  readonly about: string
  readonly numeric: boolean
  readonly text: (row: Row, now: number) => string
  readonly compare: (a: Row, b: Row) => number
}

const byKey = (a: Row, b: Row) => compare(a.namespace, b.namespace) || compare(a.name, b.name)

const NAMESPACE: ShownColumn = {
  name: 'Namespace',
  about: 'The namespace the object is in',
  numeric: false,
  text: ({ namespace }) => namespace,
  compare: byKey,
}

/**
 * Returns the columns of a kind's table: the server's columns, including those of the wide view if `wide` is set, with
 * the namespace after the first one.
 */
export function columnsOf(kind: BundleKind, wide: boolean): readonly ShownColumn[] {
  const own = kind.columns.flatMap((column, at): readonly ShownColumn[] => {
    if (column.priority > 0 && !wide) return []
    return [column.name === 'Age' ? ageColumn(column.description) : serverColumn(column, at)]
  })
  const [first, ...rest] = own
  return kind.namespaced && first ? [first, NAMESPACE, ...rest] : own
}

function serverColumn({ name, type, description }: BundleKind['columns'][number], at: number): ShownColumn {
  const numeric = type === 'integer' || type === 'number'
  const text = ({ cells }: Row) => String(cells[at] ?? '')
  return {
    name,
    about: description,
    numeric,
    text,
    compare: (a, b) => (numeric ? Number(a.cells[at]) - Number(b.cells[at]) : compare(text(a), text(b))) || byKey(a, b),
  }
}

/** The age at present; the cell has the age at the time of the change. */
const ageColumn = (about: string): ShownColumn => ({
  name: 'Age',
  about,
  numeric: false,
  text: ({ object }, now) => {
    const made = Date.parse(object.metadata.creationTimestamp ?? '')
    return Number.isNaN(made) ? '' : humanAge(now - made)
  },
  compare: (a, b) =>
    compare(b.object.metadata.creationTimestamp ?? '', a.object.metadata.creationTimestamp ?? '') || byKey(a, b),
})

/** Columns with the state of an object, which is marked as good or bad. */
const STATES = new Set(['Status', 'STATUS', 'Phase', 'Type', 'Available'])

/** Tells whether a column shows the state of an object. */
export const isState = ({ name, numeric }: Pick<ShownColumn, 'name' | 'numeric'>): boolean =>
  STATES.has(name) && !numeric

/** Tells whether a column shows how much of an object is ready, such as `0/1`. */
export const isReadiness = ({ name }: Pick<ShownColumn, 'name'>): boolean => /^ready$/i.test(name)

const NARROWEST = 5
/** The width of an arrow in a header, or of a mark in a cell. */
const MARK = 2

/** Returns the width of a column for its header and its rows, in characters. */
export const widthOf = (column: ShownColumn, rows: readonly Row[], now: number): number =>
  widthFor(rows, (row) => column.text(row, now), Math.max(NARROWEST, column.name.length)) +
  (isState(column) || isReadiness(column) ? MARK : 0)

/** The number of rows sampled to find the width of a column. */
const LOOKED_AT = 200
const WIDEST = 48
/** The padding on both sides of a text, in characters. */
const PADDING = 3

/**
 * Returns the width of a column in characters, padding included: for an even sample of its rows, and for a text of
 * `least` characters.
 */
export function widthFor<T>(rows: readonly T[], text: (row: T) => string, least: number): number {
  const step = Math.max(1, Math.floor(rows.length / LOOKED_AT))
  let width = least
  for (let i = 0; i < rows.length && width < WIDEST; i += step) {
    const row = rows[i]
    if (row !== undefined) width = Math.max(width, text(row).length)
  }
  return Math.min(width, WIDEST) + PADDING
}
