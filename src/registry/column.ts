import type { KubeObject } from '../schema/object.js'

/** What is said of a row as a whole. */
export type RowCondition = {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}

/** A column of a Table. */
export type Column<T = KubeObject> = {
  readonly name: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string
  /** 0 in every view, more in the wide one. */
  readonly priority?: number
  /** Rows have the cell, but the columnDefinitions do not have the column (IPAddress in v1.33). */
  readonly undeclared?: boolean
  /** The cell of an object; `now` is the request's time in milliseconds. */
  readonly cell: (object: T, now: number) => string | number | boolean | null
}
