import { type StatusError, failure } from '../base/errors/status.js'

/** Returns the error of what began before the state was replaced: it is that of a server that was shut down. */
export const stateReplaced = (): StatusError =>
  failure(503, 'ServiceUnavailable', 'the cluster went back to another state while this request was under way')

/**
 * Returns a check to call before a write: it throws if the state was replaced since the guard was made.
 *
 * @throws StatusError (503)
 */
export function epochGuard(store: { readonly epoch: () => number }): () => void {
  const begun = store.epoch()
  return () => {
    if (store.epoch() !== begun) throw stateReplaced()
  }
}
