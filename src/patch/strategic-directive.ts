import { badRequest } from '../base/status.js'

/** Lists the only members of a map to keep. */
export const RETAIN_KEYS = '$retainKeys'
/** Heads a member that lists scalars to delete from the list it names. */
export const DELETE_ITEMS = '$deleteFromPrimitiveList'
/** Heads a member that gives the order of the list it names. */
export const ELEMENT_ORDER = '$setElementOrder'

/** The member a directive such as `$setElementOrder/finalizers` is about. */
export function directiveField(key: string, head: typeof DELETE_ITEMS | typeof ELEMENT_ORDER): string {
  if (!key.startsWith(`${head}/`))
    throw badRequest(`invalid patch format of ${head === DELETE_ITEMS ? 'primitive' : 'setElementOrder'} list`)
  return key.slice(head.length + 1)
}
