import type { Store } from '../store/store.js'
import type { KubeObject } from '../schema/object.js'

/**
 * What has been found out for a call that is worked on in several turns, between which others are answered. In each
 * turn its verb begins anew, and goes through what it has done already without doing it again; the last one, which
 * writes, is a transaction like that of any other call.
 */
export type Steps = {
  /**
   * What a step comes to: what it came to before, where what it was made `from` and all it read in the transaction are
   * what they were. After one done now the turn ends; not after a slight one, which is there so that what is made of it
   * stays the same value.
   *
   * @throws PAUSE
   */
  readonly take: <T>(name: string, from: readonly unknown[], isSlight: boolean, work: () => T) => T
  /** Ends the turn, where others are answered in between. */
  readonly pause: () => void
  /** The store as a verb sees it in its next turn: what it reads there in a step is noted. */
  readonly noting: (store: Store<KubeObject>) => Store<KubeObject>
  /** Warns in such a way that a step that is not done again warns again. */
  readonly warning: (warn: (text: string) => void) => (text: string) => void
}
