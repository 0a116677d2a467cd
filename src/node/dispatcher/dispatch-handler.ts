/** The controller of a request, which undici passes to handlers of the new API. */
export type DispatchController = {
  readonly aborted: boolean
  readonly paused: boolean
  readonly reason: Error | null
  readonly rawHeaders: Buffer[] | null
  readonly abort: (reason?: Error) => void
  readonly pause: () => void
  readonly resume: () => void
}

/** A handler of a request, in either of undici's two APIs. */
export type DispatchHandler = {
  onRequestStart?(controller: DispatchController, context: unknown): void
  onResponseStart?(
    controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText?: string,
  ): void
  onResponseData?(controller: DispatchController, chunk: Buffer): void
  onResponseEnd?(controller: DispatchController, trailers: Record<string, string | string[]>): void
  onResponseError?(controller: DispatchController, error: Error): void
  onConnect?(abort: (reason?: Error) => void): void
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean | void
  onData?(chunk: Buffer): boolean | void
  onComplete?(trailers: string[] | null): void
  onError?(error: Error): void
}

/** A handler of the new API. */
export type Listener = Required<
  Pick<DispatchHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'>
>

/** Adapts a handler of either API to the new one. */
export function listenerOf(handler: DispatchHandler): Listener {
  // Called as methods, as handlers use `this`.
  if (handler.onRequestStart) {
    return {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onResponseStart: (controller, status, headers, statusText) =>
        handler.onResponseStart?.(controller, status, headers, statusText),
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    }
  }
  return {
    onRequestStart: (controller) => handler.onConnect?.(controller.abort),
    onResponseStart(controller, status, _, statusText = '') {
      if (handler.onHeaders?.(status, controller.rawHeaders ?? [], controller.resume, statusText) === false)
        controller.pause()
    },
    onResponseData(controller, chunk) {
      if (handler.onData?.(chunk) === false) controller.pause()
    },
    onResponseEnd: () => handler.onComplete?.([]),
    onResponseError: (_, error) => handler.onError?.(error),
  }
}
