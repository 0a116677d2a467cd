import { done } from '../../model/call/done.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { forCaller } from '../../base/errors/call-site.js'
import { callerError } from '../../base/check/arguments.js'
import type { KubeObject } from '../../schema/object.js'

/** Executes a decoded call; see the pipeline. */
export type Perform = (call: Call) => Outcome | Promise<Outcome>

/** The outcome of a request that got a complete response. */
type Answered = Exclude<Outcome, { type: 'cut' | 'spoilt' }>

/**
 * Executes a call. Returns a promise only if the call is not answered synchronously. Fails as a client library does:
 * with a StatusError, or with an error for a broken connection.
 */
export function run(perform: Perform, call: Call): Answered | Promise<Answered> {
  const outcome = perform(call)
  return outcome instanceof Promise ? outcome.then(answered) : answered(outcome)
}

/** Executes a call whose response is an object. */
export function runObject(perform: Perform, call: Call): KubeObject | Promise<KubeObject> {
  const outcome = perform(call)
  return outcome instanceof Promise ? outcome.then((made) => objectOf(call, made)) : objectOf(call, outcome)
}

function objectOf({ target }: Call, outcome: Outcome): KubeObject {
  if (outcome.type === 'object') return outcome.object
  throw new TypeError(`a ${target.verb} was answered with a ${answered(outcome).type}`)
}

function answered(outcome: Outcome): Answered {
  if (outcome.type === 'cut') throw callerError('the connection was cut by a script')
  if (outcome.type === 'spoilt') throw spoiltError(outcome)
  try {
    return done(outcome)
  } catch (error) {
    throw error instanceof Error ? forCaller(error) : error
  }
}

const spoiltError = ({ malformed }: Extract<Outcome, { type: 'spoilt' }>): Error =>
  malformed === undefined
    ? callerError('the connection was cut by a script in the middle of the body')
    : forCaller(new SyntaxError('the body is no JSON, as a script wants it'))
