import { noOptions } from '../../model/call/options.js'
import { jsonEqual } from '../../base/json/json.js'
import type { Note } from '../../server/journal/note.js'
import type { BundleSent } from './types.js'

/** Returns what `replay` needs to send a request again, besides what the journal entry has. */
export function sentBy({ call, sent = {}, isCut }: Note): BundleSent {
  if (!call) return { type: 'http', ...sent }
  const { options, body, user } = call
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !jsonEqual(value, noOptions[name as keyof typeof noOptions]), // its key
  )
  return {
    type: 'call',
    ...(given.length > 0 ? { options: Object.fromEntries(given) } : {}),
    ...(body?.patch ? { patch: body.patch } : {}),
    ...(body?.error === undefined ? {} : { error: body.error }),
    ...(body && body.duplicates.length > 0 ? { duplicates: body.duplicates } : {}),
    ...(isCut ? { isCut } : {}),
    ...(user.name === 'admin' && user.uid === 'admin' ? {} : { user }),
  }
}
