type Callable = (...given: never[]) => unknown
type StackCapture = { readonly captureStackTrace?: (holder: { stack?: string }, above: Callable) => void }

const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(.+:\d+:\d+)\)?$/
const ANY_FRAME = /^\s+at /

// Not every platform has it, so it is not in the language's own types.
const capture = (holder: { stack?: string }, above: Callable) =>
  (Error as StackCapture).captureStackTrace?.(holder, above) // a function of V8's

/** Where a function of ours was called from, as `file:line:column`; empty where the platform does not tell. */
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

/** Marks an error as one whose stack should begin with whoever called us, because our own frames tell them nothing. */
export function forCaller<E extends Error>(error: E): E {
  callersFaults.add(error)
  return error
}

/**
 * Lets the stack of an error marked by {@link forCaller} begin where a public function was called; others, such as
 * those of callbacks, stay.
 */
export function atCaller(error: unknown, of: Callable): unknown {
  if (!(error instanceof Error) || !callersFaults.has(error)) return error
  const holder: { stack?: string } = {}
  capture(holder, of)
  const frames = (holder.stack ?? '').split('\n').filter((line) => ANY_FRAME.test(line) && !line.includes('(node:'))
  // Of a promise that nobody awaits there is no caller to tell of.
  if (frames.length > 0) error.stack = [String(error), ...frames].join('\n')
  return error
}

/** A public function whose failures lead to the line that called it. */
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

/** The same for a function whose caller awaits it; what it gives may be there at once. */
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
