import { StatusError } from '../../base/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import type { RestContext } from '../context.js'
import type { Call } from '../../api/call.js'
import type { Steps } from '../../api/steps.js'
import { type Outcome, outcomeOf } from '../../api/outcome.js'

/** What reads of what a client sends work with: they can warn it, also where the verb then fails. */
export type ReadContext = RestContext & { readonly warn: (text: string) => void }

/** What a verb that writes works with: it can also write what else the server has to. */
export type WriteContext = ReadContext & { readonly writeStatus: WriteStatus }

/** Writes the status of an object as the server's own part in a request. */
export type WriteStatus = (
  context: WriteContext,
  transaction: Transaction<KubeObject>,
  dryRun: boolean,
  next: KubeObject,
) => void

type Verb<C> = (context: C, call: Call) => Outcome

/** Makes a verb of one that warns: what it warned of goes with its outcome, be it an error. */
export const warned =
  (verb: Verb<WriteContext>, writeStatus: WriteStatus): Verb<RestContext> =>
  (context, call) => {
    let texts: Set<string> | undefined
    const warn = (text: string) => void (isSent(text) && (texts ??= new Set()).add(text))
    const given = writing(context, warn, writeStatus)
    const outcome = attempt(() => verb(call.steps ? inSteps(given, call.steps) : given, call))
    return texts ? { ...outcome, warnings: capped([...texts]) } : outcome
  }

/**
 * The context of one write. Its members are spelled out, which V8 copies ten times quicker than a spread among others.
 */
const writing = (context: RestContext, warn: WriteContext['warn'], writeStatus: WriteStatus): WriteContext => ({
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
  warn,
  writeStatus,
})

const inSteps = (context: WriteContext, steps: Steps): WriteContext => ({
  ...context,
  store: steps.noting(context.store),
  warn: steps.warning(context.warn),
})

/** What a verb comes to; a failure is an outcome too. */
export function attempt(run: () => Outcome): Outcome {
  try {
    return run()
  } catch (error) {
    if (error instanceof StatusError) return outcomeOf(error)
    throw error
  }
}

/**
 * Tells whether a header can carry a warning: one with control characters is not sent at all (net.NewWarningHeader).
 */
const isSent = (text: string): boolean => text !== '' && !/\p{Cc}/u.test(text)

const MOST_CHARACTERS = 4096
const MOST_WHEN_MANY = 256

/** Warnings that are long together are each cut short, and those beyond the limit left out. */
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
