/** Where a webhook is: at a URL, or behind a Service (admissionregistration: WebhookClientConfig). */
export type WebhookAddress = {
  readonly url?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly path?: string
    readonly port?: number
  }
  /** PEM in base64, which the webhook's certificate is checked by. */
  readonly caBundle?: string | null
}

/** How a server shows a webhook who it is. */
export type WebhookCredentials = {
  readonly headers: { readonly authorization?: string }
  /** PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** Returns what is shown to webhooks at a host and port; undefined if nothing. */
export type CredentialsFor = (target: string) => WebhookCredentials | undefined

/** A review to be sent to a webhook. */
export type WebhookCall = {
  /** The name of the webhook, or of the definition that it converts. */
  readonly webhook: string
  /** The request it is for, as the journal knows it. */
  readonly request?: object | undefined
  readonly address: WebhookAddress
  readonly userAgent: string
  /** Tells what it is shown; nothing without it. */
  readonly credentialsFor?: CredentialsFor | undefined
  readonly timeoutSeconds?: number | undefined
  /** The review as JSON. */
  readonly review: string
}

/** What a webhook replies. */
export type WebhookReply = {
  readonly status: number
  /** Returns a header; null if there is none. */
  readonly header: (name: string) => string | null
  readonly body: Uint8Array
}

/** A call of a webhook, when it is over. */
export type WebhookAsked = Pick<WebhookCall, 'webhook' | 'review'> & {
  readonly url: string
  /** When it began, in milliseconds since 1970 by the cluster's clock. */
  readonly time: number
  /** How long it took in milliseconds: of real time over a socket, of the cluster's clock in code. */
  readonly duration: number
  /** Undefined if there was none. */
  readonly reply: WebhookReply | undefined
  /** Why there was no reply; empty otherwise. */
  readonly failure: string
}

/**
 * Sends a review to a webhook, after redirects and waits that it asks for; rejects with a {@link WebhookUnreached} if
 * there is no reply.
 */
export type CallWebhook = (call: WebhookCall) => Promise<WebhookReply>

/** A webhook could not be called, or did not reply; the message is that of Go's client. */
export class WebhookUnreached extends Error {
  override readonly name = 'WebhookUnreached'
}

/** What is to come of a call of a webhook, other than its reply. */
export type WebhookFault = {
  /** How long it takes first, in milliseconds of the cluster's clock. */
  readonly delay: number
  /** Calls the webhook at a host, or does not; rejects with a {@link WebhookUnreached} with the cause only. */
  readonly ask: (host: string, ask: () => Promise<WebhookReply>) => Promise<WebhookReply>
}

/** Returns the cause of a reply that broke off (rest: Request.transformResponse). */
export const unread = (why: string): string =>
  `unexpected error when reading response body. Please retry. Original error: ${why}`

/** Calls no webhooks, for where there are no configurations of any. */
export const noWebhooks: CallWebhook = () => Promise.reject(new WebhookUnreached('no webhooks are called here'))

/** A request over a socket. */
export type Dialled = {
  /** Where to connect to, and what to ask for. */
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly headers: { readonly [name: string]: string }
  readonly body: string | undefined
  /** The name that the certificate must be for, if it is not the host of the URL. */
  readonly serverName?: string | undefined
  /** PEM. */
  readonly ca: string | undefined
  readonly certificate?: WebhookCredentials['certificate'] | undefined
  /** Milliseconds of real time. */
  readonly timeout: number | undefined
}

/** Sends a request over a socket; rejects with a {@link WebhookUnreached} whose message is the cause only. */
export type Dial = (request: Dialled) => Promise<WebhookReply>

/** What stands behind a Service: a URL, or a handler of requests. */
export type ServiceTarget = string | ((request: Request) => Response | Promise<Response>)
