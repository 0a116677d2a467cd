import type { KubeObject } from '../../schema/object.js'
import type { KubernetesVersion } from './kubernetes-version.js'

/** A condition of a table row. */
export type RowCondition = {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}

/** What the API says of a field of a struct: columns that show the field say the same of themselves. */
export type FieldDoc = { readonly struct: string; readonly field: string }

/** A text that versions word differently, from each on until the next; the first is of the oldest version. */
export type TextByVersion = readonly (readonly [since: KubernetesVersion, text: string | FieldDoc])[]

/**
 * Refers to what the API says of a field, such as that of `core.v1.ServiceSpec` by the name `type`. The texts are
 * loaded with the first table; `npm run generate` collects them from where this function is called.
 */
export const docOf = (struct: string, field: string): FieldDoc => ({ struct, field })

/** A column of a Table. */
export type Column<T = KubeObject> = {
  readonly name: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string | FieldDoc | TextByVersion
  /** 0 for columns of every view, higher for those of the wide view only. */
  readonly priority?: number
  /** Rows have the cell, but columnDefinitions omit the column (IPAddress in v1.33). */
  readonly undeclared?: boolean
  /** Returns the cell of an object; `now` is the request's time in milliseconds. */
  readonly cell: (object: T, now: number) => string | number | boolean | null
}
