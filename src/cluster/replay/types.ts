/** The result of a replay. */
export type Replay = {
  /** Whether all requests, changes and objects are the same as in the recording. */
  readonly identical: boolean
  /** Number of requests that were sent again. */
  readonly requests: number
  /** The differences: one line for each request, change or object. */
  readonly differences: readonly string[]
  /**
   * Hooks that are functions (by call site), the program's own controllers and the invariants that refused a write (by
   * name). Their code is not available, so their recorded effects were replayed.
   */
  readonly byEffect: readonly string[]
}
