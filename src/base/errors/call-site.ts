type Callable = (...given: never[]) => unknown
type StackCapture = { readonly captureStackTrace?: (holder: { stack?: string }, above: Callable) => void }

const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(.+:\d+:\d+)\)?$/
const ANY_FRAME = /^\s+at /

// Not every platform has captureStackTrace, so the standard types do not declare it.
const capture = (holder: { stack?: string }, above: Callable) =>
  (Error as StackCapture).captureStackTrace?.(holder, above) // specific to V8

/** Returns where a function of ours was called from, as `file:line:column`; empty if the platform does not tell. */
export function callSite(of: Callable): string {
  const holder: { stack?: string } = {}
  capture(holder, of)
  for (const line of holder.stack?.split('\n') ?? []) {
    const [, site] = FRAME.exec(line) ?? []
    if (site !== undefined) return site
  }
  return ''
}

const callersFaults = new WeakSet<Error>()

/** Marks an error whose stack should start at our caller, because our own frames are of no use to them. */
export function forCaller<E extends Error>(error: E): E {
  callersFaults.add(error)
  return error
}

/** Tells whether an error is a mistake of our caller, marked by {@link forCaller}. */
export const isForCaller = (error: unknown): error is Error => error instanceof Error && callersFaults.has(error)

/**
 * Makes the stack of an error marked by {@link forCaller} start at the call of a public function; other errors, such as
 * those thrown by callbacks, keep their stack.
 */
export function atCaller(error: unknown, of: Callable): unknown {
  if (!isForCaller(error)) return error
  const holder: { stack?: string } = {}
  capture(holder, of)
  const frames = (holder.stack ?? '').split('\n').filter((line) => ANY_FRAME.test(line) && !line.includes('(node:'))
  // There is no caller frame for a promise that nobody awaits.
  if (frames.length > 0) error.stack = [String(error), ...frames].join('\n')
  return error
}

/** Wraps a public function so that the stacks of its errors start at the line that called it. */
export function publicFunction<A extends readonly unknown[], R>(run: (...given: A) => R): (...given: A) => R {
  const called = (...given: A): R => {
    try {
      return run(...given)
    } catch (error) {
      throw atCaller(error, called)
    }
  }
  return called
}

/** Like {@link publicFunction}, for a function whose caller awaits the result; it may return a value or a promise. */
export function publicAsync<A extends readonly unknown[], R>(
  run: (...given: A) => R | Promise<R>,
): (...given: A) => Promise<R> {
  const called = async (...given: A): Promise<R> => {
    try {
      return await run(...given)
    } catch (error) {
      throw atCaller(error, called)
    }
  }
  return called
}
