import { badRequest } from '../../base/errors/status.js'

/** Lists the fields of a map to keep; all others are removed. */
export const RETAIN_KEYS = '$retainKeys'
/** Prefix of a directive that lists the scalars to delete from a list. */
export const DELETE_ITEMS = '$deleteFromPrimitiveList'
/** Prefix of a directive that gives the order of a list. */
export const ELEMENT_ORDER = '$setElementOrder'

/** Returns the field that a directive such as `$setElementOrder/finalizers` is about. */
export function directiveField(key: string, head: typeof DELETE_ITEMS | typeof ELEMENT_ORDER): string {
  if (!key.startsWith(`${head}/`))
    throw badRequest(`invalid patch format of ${head === DELETE_ITEMS ? 'primitive' : 'setElementOrder'} list`)
  return key.slice(head.length + 1)
}
