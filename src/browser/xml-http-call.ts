/** A request of an XMLHttpRequest that a cluster answers, from `open()` to the next. */
export type Call = {
  readonly method: string
  readonly url: string
  readonly target: string
  readonly headers: Headers
  readonly end: AbortController
  state: number
  isSent: boolean
  /** Milliseconds since it was sent. */
  elapsed: () => number
  /** Waits for as long as its `timeout` says, which may be another by now, from when it was sent. */
  limit?: () => void
  /** The type that takes the place of the one the reply says. */
  mime?: string
  response?: Response | undefined
  text: string
  /** The reply by its `responseType`, once it is whole. */
  value: unknown
}

/** A call that is open. */
export const newCall = (method: string, found: Pick<Call, 'url' | 'target'>): Call => ({
  ...{ method, ...found, headers: new Headers(), end: new AbortController() },
  ...{ state: 1, isSent: false, elapsed: () => 0, text: '', value: null },
})

/** Whether the reply is text that can be read as it comes. */
export const isText = (type: XMLHttpRequestResponseType): boolean => type === '' || type === 'text'

/** Ends a call without a reply, and says why. */
export function failCall(request: XMLHttpRequest, call: Call, why: 'abort' | 'error' | 'timeout'): void {
  Object.assign(call, { state: 4, isSent: false, response: undefined, text: '', value: null })
  request.dispatchEvent(new Event('readystatechange'))
  request.dispatchEvent(new ProgressEvent(why))
  request.dispatchEvent(new ProgressEvent('loadend'))
}
