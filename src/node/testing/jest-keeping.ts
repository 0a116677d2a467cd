import { append } from '../../base/lists/lists.js'
import { createKeeper, keptIn } from './keeper.js'

/** A hook in Jest's state. */
type Hook = { readonly fn: unknown }

/** The part of Jest's internal state that is used here; there is no public API for the result of a test. */
type JestState = {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null
  readonly rootDescribeBlock: { readonly hooks: Hook[] }
}

/** The globals of a Jest setup file that are used here. */
export type JestGlobals = {
  readonly beforeAll: (hook: () => void) => void
  readonly afterEach: (hook: () => Promise<void>, timeout: number) => void
  readonly expect: { readonly getState: () => { readonly currentTestName?: string } }
}

/** Maximum time for writing a file, in milliseconds. */
const LIMIT = 60_000

/**
 * Writes what happened in the clusters of each failing test of a file, after all its hooks have run; the report names
 * the files.
 */
export function keepInJest({ beforeAll, afterEach, expect }: JestGlobals): void {
  const state = jestState()
  // The runner is not jest-circus.
  if (!state) return
  const keeper = createKeeper()
  const keep = async () => {
    const failed = (state()?.currentlyRunningTest?.errors.length ?? 0) > 0
    const files = await keeper.ended(expect.getState().currentTestName ?? '', failed)
    if (files.length > 0) throw noted(keptIn(files))
  }
  afterEach(keep, LIMIT)
  // Jest runs afterEach hooks in order of definition. Those of the test file, which can fail too, have to run before
  // this one.
  beforeAll(() => {
    const hooks = state()?.rootDescribeBlock.hooks ?? []
    const at = hooks.findIndex(({ fn }) => fn === keep)
    if (at >= 0) append(hooks, hooks.splice(at, 1))
  })
}

/** Returns a function that reads Jest's state, which is a global property under a private symbol. */
function jestState(): (() => JestState | undefined) | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  return symbol && (() => (globalThis as { readonly [symbol]?: JestState })[symbol]) // the state has this form
}

/** Creates an error without a stack, to add to the report of a failing test. */
function noted(text: string): Error {
  const error = new Error(text)
  error.stack = text
  return error
}
