import { createKeeper, keptIn } from './keeper.js'

/** A hook as Jest holds it. */
type Hook = { readonly fn: unknown }

/** What Jest tells its own parts of the tests of a file; nobody else is told how a test has ended. */
type JestState = {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null
  readonly rootDescribeBlock: { readonly hooks: Hook[] }
}

/** What a setup file of Jest finds among its globals. */
export type JestGlobals = {
  readonly beforeAll: (hook: () => void) => void
  readonly afterEach: (hook: () => Promise<void>, timeout: number) => void
  readonly expect: { readonly getState: () => { readonly currentTestName?: string } }
}

/** Milliseconds that may pass while a file is written. */
const LIMIT = 60_000

/**
 * Writes what happened in the clusters of each failing test of a file, when all its hooks have run; the report names
 * the files.
 */
export function keepInJest({ beforeAll, afterEach, expect }: JestGlobals): void {
  const state = jestState()
  // A runner other than Jest's own.
  if (!state) return
  const keeper = createKeeper()
  const keep = async () => {
    const failed = (state()?.currentlyRunningTest?.errors.length ?? 0) > 0
    const files = await keeper.ended(expect.getState().currentTestName ?? '', failed)
    if (files.length > 0) throw noted(keptIn(files))
  }
  afterEach(keep, LIMIT)
  // Jest runs hooks that come after in the order they were named: those of the file, which may fail too, are to come
  // before.
  beforeAll(() => {
    const hooks = state()?.rootDescribeBlock.hooks ?? []
    const at = hooks.findIndex(({ fn }) => fn === keep)
    if (at >= 0) hooks.push(...hooks.splice(at, 1))
  })
}

/** What reads what Jest knows of the tests of a file, which it holds under a symbol that it tells nobody. */
function jestState(): (() => JestState | undefined) | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  return symbol && (() => (globalThis as { readonly [symbol]?: JestState })[symbol]) // which is of that form
}

/** One more thing to report of a failing test, without frames. */
function noted(text: string): Error {
  const error = new Error(text)
  error.stack = text
  return error
}
