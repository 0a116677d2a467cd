import { humanAge } from '../../base/time/time.js'
import { type Column, docOf } from './column.js'
import type { KubeObject } from '../../schema/object.js'

/** The first column of every kind. */
export const nameColumn: Column = {
  name: 'Name',
  format: 'name',
  description: docOf('meta.v1.ObjectMeta', 'name'),
  cell: (object) => object.metadata.name ?? '',
}

const CREATED = docOf('meta.v1.ObjectMeta', 'creationTimestamp')

/** Makes a column of integers. */
export const integerColumn = <T = KubeObject>(
  name: string,
  description: Column['description'],
  cell: (object: T) => number,
): Column<T> => ({ name, type: 'integer', description, cell })

/** The age of the object. */
export const ageColumn: Column = { name: 'Age', description: CREATED, cell: ageOf }

/** The creation time: the second column of kinds that declare no columns. */
export const createdColumn: Column = {
  name: 'Created At',
  type: 'date',
  description: CREATED,
  cell: ({ metadata }) => metadata.creationTimestamp ?? '',
}

function ageOf(object: KubeObject, now: number): string {
  return sinceText(object.metadata.creationTimestamp, now)
}

/** Returns the age of a Time as tables print it; `<unknown>` if there is none. */
export function sinceText(time: string | null | undefined, now: number): string {
  return time ? humanAge(now - Date.parse(time)) : '<unknown>'
}
