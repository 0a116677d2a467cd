/** What a handler of the newer form does with a request under way. */
export type DispatchController = {
  readonly aborted: boolean
  readonly paused: boolean
  readonly reason: Error | null
  readonly rawHeaders: Buffer[] | null
  readonly abort: (reason?: Error) => void
  readonly pause: () => void
  readonly resume: () => void
}

/** Who a dispatcher tells of a reply, in either form that undici knows. */
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

/** A handler of the newer form. */
export type Listener = Required<
  Pick<DispatchHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'>
>

/** Reads a handler of either form as one of the newer. */
export function listenerOf(handler: DispatchHandler): Listener {
  // Called as methods: handlers are objects with a state of their own.
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
