import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import { orElse } from '../base/later.js'
import type { Steps } from '../base/steps.js'
import type { By } from '../journal/types.js'
import type { Handle } from '../wire/handle.js'
import { createRouter } from '../wire/route.js'
import type { PipelineContext } from './context.js'
import { executeBy, executeInStepsBy, performCall } from './perform.js'
import { answer } from './pipeline.js'
import { replyFailure } from './reply.js'
import { readRequest } from './request.js'

/** The ways into a cluster. */
export type Pipeline = {
  /** Answers an HTTP request. */
  readonly handle: Handle
  /** Does what a decoded call asks, hooks included; failures throw as StatusError. */
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
  /** The same for a call that is given up after so many milliseconds. */
  readonly performIn: (ms: number | undefined, call: Call) => Outcome | Promise<Outcome>
  /** Does what a call asks past the hooks about requests and replies: how controllers write. */
  readonly execute: (call: Call, by?: By) => Outcome
  /** The same of what may be long, in steps: each is for another turn. */
  readonly executeInSteps: (call: Call, isLong: boolean, by?: By) => Steps<Outcome>
}

/** Makes the ways into a cluster. */
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
