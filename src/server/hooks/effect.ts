import type { Call } from '../../model/call/call.js'
import { isPromise } from '../../base/turns/promises.js'
import type { Hook } from './hook.js'

/** Wraps the function of a hook to report its results; a hook that is data is returned unchanged. */
export function reportingHook<H extends Hook>(
  hook: H,
  call: Call,
  tell: (call: Call, hook: Hook, result: unknown, isThrown: boolean) => void,
): H {
  const { then } = hook
  if (typeof then !== 'function') return hook
  const run = then as (...given: readonly unknown[]) => unknown // called with the arguments of its own phase
  const heard = (...given: readonly unknown[]): unknown => {
    const failed = (error: unknown): never => {
      tell(call, hook, error, true)
      throw error
    }
    const done = (result: unknown): unknown => {
      tell(call, hook, result, false)
      return result
    }
    try {
      const result = run(...given)
      return isPromise(result) ? Promise.resolve(result).then(done, failed) : done(result)
    } catch (error) {
      return failed(error)
    }
  }
  return { ...hook, then: heard }
}
