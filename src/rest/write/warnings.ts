import { StatusError } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import type { RestContext } from '../context.js'
import type { Call } from '../../model/call/call.js'
import type { Steps } from '../../base/turns/steps.js'
import { type Turns, createTurns } from './turns.js'
import { type Outcome, outcomeOf } from '../../model/call/outcome.js'

/** The context for decoding requests: it can warn the client, even if the verb fails later. */
export type ReadContext = RestContext & { readonly warn: (text: string) => void }

/** The context of verbs that write: it can also write the status of other objects, and take several turns. */
export type WriteContext = ReadContext & { readonly writeStatus: WriteStatus; readonly turns: Turns }

/** Writes the status of an object on behalf of the server, as part of a request. */
export type WriteStatus = (
  context: WriteContext,
  transaction: Transaction<KubeObject>,
  dryRun: boolean,
  next: KubeObject,
) => void

type Verb<C> = (context: C, call: Call) => Steps<Outcome>

/** Wraps a verb that warns: the warnings are attached to its outcome, even to an error. */
export const warned = (verb: Verb<WriteContext>, writeStatus: WriteStatus): Verb<RestContext> =>
  function* (context, call) {
    const turns = createTurns(call)
    const warn = (text: string) => void (isSent(text) && (turns.warnings ??= new Set()).add(text))
    // Its members are spelled out, which V8 copies ten times as fast as a spread.
    const writing: WriteContext = {
      store: context.store,
      registry: context.registry,
      env: context.env,
      featureGates: context.featureGates,
      admission: context.admission,
      hooks: context.hooks,
      watches: context.watches,
      lastReads: context.lastReads,
      caughtUp: context.caughtUp,
      tokens: context.tokens,
      accounts: context.accounts,
      containers: context.containers,
      userOf: context.userOf,
      authorize: context.authorize,
      rules: context.rules,
      callWebhook: context.callWebhook,
      annotate: context.annotate,
      current: context.current,
      warn,
      writeStatus,
      turns,
    }
    let outcome: Outcome
    try {
      outcome = yield* verb(writing, call)
    } catch (error) {
      outcome = refused(error)
    }
    return turns.warnings ? { ...outcome, warnings: capped([...turns.warnings]) } : outcome
  }

/** Returns the outcome of a refused call; any other error is thrown again. */
export function refused(error: unknown): Outcome {
  if (error instanceof StatusError) return outcomeOf(error)
  throw error
}

/**
 * Tells whether a header can carry a warning: one with control characters is not sent at all (net.NewWarningHeader).
 */
const isSent = (text: string): boolean => text !== '' && !/\p{Cc}/u.test(text)

const MOST_CHARACTERS = 4096
const MOST_WHEN_MANY = 256

/** Truncates each warning if all together are too long, and drops those beyond the limit. */
function capped(texts: readonly string[]): readonly string[] {
  const lengthOf = (text: string) => [...text].length
  if (texts.reduce((sum, text) => sum + lengthOf(text), 0) <= MOST_CHARACTERS) return texts
  let written = 0
  const kept: string[] = []
  for (const text of texts) {
    if (written >= MOST_CHARACTERS) break
    const short = [...text].slice(0, MOST_WHEN_MANY).join('')
    kept.push(short)
    written += lengthOf(short)
  }
  return kept
}
