/** A request of an XMLHttpRequest that a cluster answers, from one `open()` to the next. */
export type Call = {
  readonly method: string
  readonly url: string
  readonly target: string
  readonly headers: Headers
  readonly end: AbortController
  state: number
  isSent: boolean
  /** Returns the milliseconds since it was sent. */
  elapsed: () => number
  /** Restarts the timer of `timeout`, which may have changed, counted from when the request was sent. */
  limit?: () => void
  /** The MIME type that overrides that of the response. */
  mime?: string
  response?: Response | undefined
  text: string
  /** The complete response, converted to `responseType`. */
  value: unknown
}

/** Creates a call in the state OPENED. */
export const newCall = (method: string, found: Pick<Call, 'url' | 'target'>): Call => ({
  ...{ method, ...found, headers: new Headers(), end: new AbortController() },
  ...{ state: 1, isSent: false, elapsed: () => 0, text: '', value: null },
})

/** Tells whether the response is text, which can be read while it arrives. */
export const isText = (type: XMLHttpRequestResponseType): boolean => type === '' || type === 'text'

/** Ends a call without a response, and dispatches the events of `why`. */
export function failCall(request: XMLHttpRequest, call: Call, why: 'abort' | 'error' | 'timeout'): void {
  Object.assign(call, { state: 4, isSent: false, response: undefined, text: '', value: null })
  request.dispatchEvent(new Event('readystatechange'))
  request.dispatchEvent(new ProgressEvent(why))
  request.dispatchEvent(new ProgressEvent('loadend'))
}
