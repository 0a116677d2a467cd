import type { Gate } from '../../base/turns/gate.js'
import type { WatchDecision } from '../../rest/context.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import { chosenOf } from './action.js'
import type { WatchAction, WatchResult } from './actions.js'
import type { Hook } from './hook.js'
import type { Subject } from './match.js'
import { actionOf, failPromise } from './result.js'
import { watchActions } from './watch-actions.js'

/** Runs a watch hook on an event; undefined if it leaves it to the next one. */
export function runWatch(
  { then, site }: Hook<'watch'>,
  subject: Subject,
  event: WatchEvent,
  gate: () => Gate,
): WatchDecision | undefined {
  const result: WatchResult = typeof then === 'function' ? then(event, subject.call) : then
  failPromise('watch', result, site)
  if (result === undefined) return undefined
  if (typeof result === 'string' || 'send' in result) return result
  // Any other result of a function is validated by actionOf.
  const chosen = chosenOf(watchActions, actionOf('watch', result as WatchAction, site))
  return chosen ? chosen.entry.act(chosen.value)(subject, gate) : 'pass'
}
