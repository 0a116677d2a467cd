import type { KubeObject } from '../../schema/object.js'

/** A condition of a table row. */
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
  /** 0 for columns of every view, higher for those of the wide view only. */
  readonly priority?: number
  /** Rows have the cell, but columnDefinitions omit the column (IPAddress in v1.33). */
  readonly undeclared?: boolean
  /** Returns the cell of an object; `now` is the request's time in milliseconds. */
  readonly cell: (object: T, now: number) => string | number | boolean | null
}
