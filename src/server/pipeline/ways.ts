import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { orElse } from '../../base/turns/later.js'
import type { Steps } from '../../base/turns/steps.js'
import type { By } from '../journal/types.js'
import type { Handle } from '../wire/handle.js'
import { createRouter } from '../wire/route.js'
import type { PipelineContext } from './context.js'
import { executeBy, executeInStepsBy, performCall } from './perform.js'
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
  /** Executes a call without the hooks for requests and replies: how controllers write. */
  readonly execute: (call: Call, by?: By) => Outcome
  /** The same for a call that may be long, in steps, one per event-loop turn. */
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
    execute: (call, by) => executeBy(context, call, by),
    executeInSteps: (call, isLong, by) => executeInStepsBy(context, call, isLong, by),
  }
}
