import type { Answering } from './fetch.js'
import type { Hosts } from './hosts.js'
import { addressOnPage, stopwatch } from './page.js'
import { type Call, failCall, isText, newCall } from './xml-http-call.js'

/**
 * Replaces the global `XMLHttpRequest` with one that sends requests for some hosts to a cluster. Returns a function to
 * undo that.
 */
export function patchXmlHttpRequest(cluster: Answering, find: Hosts): () => void {
  const before = globalThis.XMLHttpRequest
  let isOn = true
  const patched = requestClass(before, cluster, (given) => {
    const url = isOn ? addressOnPage(given) : undefined
    const target = url && find(url)
    return target === undefined ? undefined : { url: url?.href ?? '', target }
  })
  Object.defineProperty(patched, 'name', { value: before.name })
  globalThis.XMLHttpRequest = patched
  return () => {
    isOn = false
    // If other code has replaced `XMLHttpRequest` since, its version stays, and this one passes everything on.
    if (globalThis.XMLHttpRequest === patched) globalThis.XMLHttpRequest = before
  }
}

type Find = (given: string | URL) => Pick<Call, 'url' | 'target'> | undefined

/** The call that a cluster answers; undefined for a request that goes to the network. */
const calls = new WeakMap<XMLHttpRequest, Call | undefined>()

/** A subclass of the platform's, which validates arguments; requests for the cluster are not sent to the network. */
const requestClass = (before: typeof XMLHttpRequest, cluster: Answering, find: Find): typeof XMLHttpRequest =>
  class extends replyClass(before) {
    override open(
      method: string,
      url: string | URL,
      ...rest: [async?: boolean, user?: string | null, password?: string | null]
    ): void {
      const found = find(url)
      if (found && rest.length > 0 && !rest[0]) throw unanswered(String(url))
      const [former, state] = [calls.get(this), this.readyState]
      calls.set(this, undefined)
      const stood = this.readyState
      calls.set(this, found && newCall(method, found))
      try {
        // `open` distinguishes omitted arguments from undefined ones.
        const all: unknown[] = [method, url, ...rest]
        Reflect.apply(super.open, this, all)
      } catch (error) {
        calls.set(this, former)
        throw error
      }
      former?.end.abort()
      // The platform's request was open already, so it does not dispatch the event for the change of a state only known
      // here.
      if (stood === 1 && state !== 1) this.dispatchEvent(new Event('readystatechange'))
    }
    override setRequestHeader(name: string, value: string): void {
      const call = calls.get(this)
      checkOpen(call)
      super.setRequestHeader(name, value)
      call?.headers.append(name, value)
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const call = calls.get(this)
      if (!call) return super.send(body)
      checkOpen(call)
      call.isSent = true
      call.elapsed = stopwatch()
      this.dispatchEvent(new ProgressEvent('loadstart'))
      const isMine = () => calls.get(this) === call && call.isSent
      if (isMine())
        void import('./xml-http-reply.js').then(({ exchange }) => exchange(cluster, this, call, body, isMine))
    }
    override abort(): void {
      const call = calls.get(this)
      if (!call) return super.abort()
      call.end.abort()
      if (call.isSent) failCall(this, call, 'abort')
      if (call.state === 4) call.state = 0
    }
  }

/** A subclass of the platform's that reads the response of a cluster. */
const replyClass = (before: typeof XMLHttpRequest): typeof XMLHttpRequest =>
  class extends before {
    override overrideMimeType(mime: string): void {
      const call = calls.get(this)
      checkUnread(call)
      super.overrideMimeType(mime)
      if (call) call.mime = mime
    }
    override getResponseHeader(name: string): string | null {
      const call = calls.get(this)
      return call ? (call.response?.headers.get(name) ?? null) : super.getResponseHeader(name)
    }
    override getAllResponseHeaders(): string {
      const call = calls.get(this)
      if (!call) return super.getAllResponseHeaders()
      return [...(call.response?.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
    override get readyState(): number {
      return calls.get(this)?.state ?? super.readyState
    }
    override get status(): number {
      return calls.get(this)?.response?.status ?? super.status
    }
    override get statusText(): string {
      return calls.get(this)?.response?.statusText ?? super.statusText
    }
    override get responseURL(): string {
      return calls.get(this)?.response?.url.replace(/#.*/, '') ?? super.responseURL
    }
    override get timeout(): number {
      return super.timeout
    }
    override set timeout(ms) {
      super.timeout = ms
      calls.get(this)?.limit?.()
    }
    override get responseType(): XMLHttpRequestResponseType {
      return super.responseType
    }
    override set responseType(type) {
      checkUnread(calls.get(this))
      super.responseType = type
    }
    override get response(): unknown {
      const call = calls.get(this)
      return call ? (isText(super.responseType) ? call.text : call.value) : super.response
    }
    override get responseText(): string {
      // The platform's getter throws if `responseType` is not text.
      return super.responseText || (calls.get(this)?.text ?? '')
    }
    override get responseXML(): Document | null {
      const none = super.responseXML
      const value = calls.get(this)?.value
      // Clusters do not send XML.
      return value instanceof Document ? value : none
    }
  }

const unanswered = (url: string) =>
  new DOMException(
    `fakecluster answers ${url}, but not while the page stands still: open it without false`,
    'NotSupportedError',
  )

function checkOpen(call: Call | undefined): void {
  if (call && (call.state !== 1 || call.isSent))
    throw new DOMException("The object's state must be OPENED.", 'InvalidStateError')
}

function checkUnread(call: Call | undefined): void {
  if (call && call.state > 2)
    throw new DOMException("The object's state must not be LOADING or DONE.", 'InvalidStateError')
}
