import type { Store } from '../store/store.js'
import type { KubeObject } from '../schema/object.js'

/**
 * The progress of a call that is processed over several event-loop turns, so that other requests are answered in
 * between. In each turn its verb starts from the beginning and skips the steps that are done; the last turn, which
 * writes, is one transaction like that of any other call.
 */
export type Steps = {
  /**
   * Returns the result of a step. The result of an earlier turn is reused if `from`, and everything that the step read
   * in the transaction, are unchanged. The turn ends after a newly computed step, unless the step is slight: such a
   * step only makes sure that its result stays the same value.
   *
   * @throws PAUSE
   */
  readonly take: <T>(name: string, from: readonly unknown[], isSlight: boolean, work: () => T) => T
  /** Ends the turn, if other requests are answered in between. */
  readonly pause: () => void
  /** The store as the verb sees it in the next turn; reads within a step are recorded. */
  readonly noting: (store: Store<KubeObject>) => Store<KubeObject>
  /** Wraps `warn` so that the warnings of a step are repeated when the step is skipped. */
  readonly warning: (warn: (text: string) => void) => (text: string) => void
}
