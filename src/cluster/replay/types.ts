/** How a replay ended. */
export type Replay = {
  /** Whether every request, every change and every object came to the same. */
  readonly identical: boolean
  /** How many requests were sent again. */
  readonly requests: number
  /** Where it ended otherwise: a line for each request, change or object. */
  readonly differences: readonly string[]
  /**
   * Hooks whose function is not there to be called, by where they were registered, controllers of the program and
   * invariants that refused a write, by name: what they did is done again as it was recorded.
   */
  readonly byEffect: readonly string[]
}
