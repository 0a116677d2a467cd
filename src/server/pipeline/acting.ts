import type { User } from '../../model/call/call.js'
import type { RestContext } from '../../rest/context.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { later } from '../../base/turns/later.js'
import type { Reply } from '../wire/reply.js'
import { pathOf } from './document.js'
import { reply } from './reply.js'
import type { HttpRequest } from './request.js'

// Loaded on demand: few requests impersonate a user.
const impersonation = createLateLibrary(() => import('./impersonate.js'))

/**
 * Continues as the user that a request impersonates, if it does and may, or else as the user who sent it.
 *
 * @throws StatusError 403
 */
export function acting(
  { authorize }: Pick<RestContext, 'authorize'>,
  request: HttpRequest,
  user: User,
  go: (as: User) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const { headers } = request.raw
  // Of these an empty group counts too.
  const asked = headers.get('impersonate-user') || headers.get('impersonate-uid')
  if (!asked && headers.get('impersonate-group') === null) return go(user)
  request.note.user = user
  return later(impersonation.load(), () => {
    const read = impersonation.needed().readImpersonation(headers, pathOf(request))
    if (read.type === 'user') impersonation.needed().mustImpersonate(authorize, user, read.asked)
    return read.type === 'user' ? go(read.user) : reply(request, read.outcome, { media: 'json' })
  })
}
