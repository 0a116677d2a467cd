import type { HookRecord } from '../../../server/hooks/actions.js'
import type { HookOptions } from '../../../server/hooks/frequency.js'
import type { RequestMatch, WebhookMatch } from '../../../server/hooks/match.js'
import type { JournalEntry } from '../../../server/journal/types.js'

/** A fault that a sweep injects into requests: the requests it applies to, and the hook that causes it. */
export type Fault = {
  readonly name: string
  /** A short description of what happens. */
  readonly about: string
  readonly fits: (request: JournalEntry) => boolean
  /** What the hook acts on (default: the request); with `webhooks` each webhook that is called for it, in turn. */
  readonly on?: 'webhooks'
  /**
   * Returns the hook, given a match for the request, and options that limit the hook to this one of all matching
   * requests, or calls.
   */
  readonly hook: (match: FaultMatch, once: HookOptions) => HookRecord
}

/** A match for a request, or for a call of a webhook. */
type FaultMatch = RequestMatch & Pick<WebhookMatch, 'webhook'>

const WRITES: readonly (string | undefined)[] = ['create', 'update', 'patch', 'delete', 'deletecollection']
const ONE_OBJECT: readonly (string | undefined)[] = ['update', 'patch', 'delete']

const writes = ({ verb }: JournalEntry) => WRITES.includes(verb)
const watches = ({ verb }: JournalEntry) => verb === 'watch'
const unary = (request: JournalEntry) => !watches(request)
const asksWebhooks = ({ webhooks }: JournalEntry) => webhooks !== undefined

const eventsOf = ({ kind, namespace }: RequestMatch) => ({
  ...(kind === undefined ? {} : { kind }),
  ...(namespace ? { namespace } : {}),
})

/** The default faults of a sweep. */
export const sweepFaults: readonly Fault[] = [
  {
    name: 'conflict',
    about: 'somebody else has changed the object (409)',
    fits: ({ verb }) => ONE_OBJECT.includes(verb),
    hook: (before, once) => ({ before, ...once, then: { status: 'Conflict' } }),
  },
  {
    name: 'too-many-requests',
    about: 'the server asks to come again in a second (429)',
    fits: unary,
    hook: (before, once) => ({
      before,
      ...once,
      then: { status: { reason: 'TooManyRequests', retryAfterSeconds: 1 } },
    }),
  },
  {
    name: 'internal-error',
    about: 'the server fails (500)',
    fits: unary,
    hook: (before, once) => ({ before, ...once, then: { status: 'InternalError' } }),
  },
  {
    name: 'timeout-before-commit',
    about: 'the server gives up before anything is written (504)',
    fits: writes,
    hook: (before, once) => ({ before, ...once, then: { status: 'Timeout' } }),
  },
  {
    name: 'cut-after-commit',
    about: 'what was asked is done, and the connection breaks before the reply',
    fits: writes,
    hook: (after, once) => ({ after, ...once, then: { cut: true } }),
  },
  {
    name: 'watch-cut',
    about: 'the connection of a watch breaks at its next event',
    fits: watches,
    hook: (match) => ({ watch: eventsOf(match), times: 1, then: { cut: true } }),
  },
  {
    name: 'watch-expired',
    about: 'a watch ends with 410 at its next event',
    fits: watches,
    hook: (match) => ({ watch: eventsOf(match), times: 1, then: { expire: true } }),
  },
  {
    name: 'stale-read',
    about: 'a read is answered from before the last change',
    // The log of a pod has no earlier version to read.
    fits: ({ verb, reply }) => (verb === 'get' || verb === 'list') && reply?.type !== 'document',
    hook: (before, once) => ({ before, ...once, then: { stale: { revisions: 1 } } }),
  },
  {
    name: 'webhook-refused',
    about: 'a webhook is down: the server cannot connect to it',
    fits: asksWebhooks,
    on: 'webhooks',
    hook: (webhook, once) => ({ webhook, ...once, then: { refuse: true } }),
  },
  {
    name: 'webhook-late',
    about: 'a webhook does not answer in time',
    fits: asksWebhooks,
    on: 'webhooks',
    hook: (webhook, once) => ({ webhook, ...once, then: { hang: true } }),
  },
]
