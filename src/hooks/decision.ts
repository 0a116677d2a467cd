import type { WatchDecision } from '../rest/context.js'
import type { WatchEvent } from '../rest/types.js'
import type { WatchAction, WatchResult } from './actions.js'
import { milliseconds } from './answer.js'
import type { Hook } from './hook.js'
import type { Subject } from './match.js'
import { actionOf, failPromise } from './result.js'
import { fillStatus } from './status.js'

/** What a watch hook decides of an event; undefined where it leaves it to the next. */
export function runWatch({ then, site }: Hook<'watch'>, subject: Subject, event: WatchEvent): WatchDecision | undefined {
  const result: WatchResult = typeof then === 'function' ? then(event, subject.call) : then
  failPromise('watch', result, site)
  if (result === undefined) return undefined
  if (isDecision(result)) return result
  return decide(actionOf('watch', result, site), subject)
}

const isDecision = (result: Exclude<WatchResult, undefined | void>): result is WatchDecision => typeof result === 'string' || 'send' in result

function decide(action: WatchAction, subject: Subject): WatchDecision {
  if (action.status !== undefined) return { send: [{ type: 'ERROR', status: fillStatus(action.status, subject) }] }
  if (action.hold !== undefined) return { hold: milliseconds(action.hold) }
  return action.drop ? 'drop' : action.cut ? 'cut' : action.end ? 'end' : 'pass'
}
