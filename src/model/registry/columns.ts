import { humanAge } from '../../base/time/time.js'
import type { Column } from './column.js'
import type { KubeObject } from '../../schema/object.js'

/** The first column of every kind. */
export const nameColumn: Column = {
  name: 'Name',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  cell: (object) => object.metadata.name ?? '',
}

const CREATED =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata'

/** Makes a column of integers. */
export const integerColumn = <T = KubeObject>(
  name: string,
  description: string,
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
