import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { orElse } from '../../base/turns/later.js'
import type { Steps } from '../../base/turns/steps.js'
import type { By } from '../journal/types.js'
import type { Handle } from '../wire/handle.js'
import { createRouter } from '../wire/route.js'
import type { PipelineContext } from './context.js'
import { executeAtOnce, executeInSteps, performCall } from './perform.js'
import { answer } from './pipeline.js'
import { replyFailure } from './reply.js'
import { readRequest } from './request.js'

/** The entry points of a cluster. */
export type Pipeline = {
  /** Answers an HTTP request. */
  readonly handle: Handle
  /** Processes a decoded call, including hooks; failures throw as StatusError. */
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
  /** The same with a timeout in milliseconds. */
  readonly performIn: (ms: number | undefined, call: Call) => Outcome | Promise<Outcome>
  /** Executes a call without the hooks for requests and replies, at once. */
  readonly execute: (call: Call) => Outcome
  /** The same in steps, as a long write, or one that waits, needs them: how controllers write. */
  readonly executeInSteps: (call: Call, isLong: boolean, by?: By) => Steps<Outcome>
}

/** Makes the entry points of a cluster. */
export function createPipeline(context: PipelineContext): Pipeline {
  const tools = { route: createRouter(context.registry), ...context }
  return {
    handle: (raw) => {
      const request = readRequest(context, raw)
      return orElse(
        () => {
          const waiting = context.opening()
          return waiting ? waiting.then(() => answer(tools, request)) : answer(tools, request)
        },
        (error) => replyFailure(request, error),
      )
    },
    perform: (call) => performCall(context, call),
    performIn: (ms, call) => performCall(context, call, ms),
    execute: (call) => executeAtOnce(context, call),
    executeInSteps: (call, isLong, by) => executeInSteps(context, call, isLong, by),
  }
}
