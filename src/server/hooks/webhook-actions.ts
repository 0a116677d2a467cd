import { isObject } from '../../base/json/json.js'
import { isTrue } from '../../base/check/shape.js'
import { type WebhookReply, WebhookUnreached, unread } from '../../model/registry/webhook.js'
import type { ActionTable } from './action.js'
import type { WebhookAction } from './actions.js'
import type { Subject } from './match.js'
import { fillStatus } from './status.js'
import { statusShape } from './status-shape.js'

/** Returns what comes of a call in place of its reply, for which `ask` calls; `host` is where the webhook is. */
type WebhookAct = (subject: Subject, host: string, ask: () => Promise<WebhookReply>) => Promise<WebhookReply>

/** Another uid than that of any review. */
const WRONG_UID = '00000000-0000-0000-0000-000000000000'

const failed = (why: string): Promise<never> => Promise.reject(new WebhookUnreached(why))
const textOf = ({ body }: WebhookReply): string => new TextDecoder().decode(body)
const withText = (reply: WebhookReply, text: string): WebhookReply => ({
  ...reply,
  body: new TextEncoder().encode(text),
})

/** The actions on calls of webhooks. */
export const webhookActions: ActionTable<WebhookAction, WebhookAct> = {
  status: {
    about: 'The webhook is not asked; its server answers with this failure.',
    examples: ['TooManyRequests', 503],
    shape: statusShape,
    act: (wanted) => async (subject) => {
      const status = fillStatus(wanted, subject)
      return { status: status.code ?? 500, header: () => null, body: new TextEncoder().encode(JSON.stringify(status)) }
    },
  },
  refuse: {
    about: 'The webhook is not asked: the connection is refused, as by a server that is down.',
    examples: [true],
    shape: isTrue,
    act: () => (_, host) => failed(`dial tcp ${host}: connect: connection refused`),
  },
  cut: {
    about: 'The webhook is asked, and the connection broken before its reply.',
    examples: [true],
    shape: isTrue,
    act: () => async (_, __, ask) => {
      await ask()
      return failed('EOF')
    },
  },
  truncate: {
    about: 'The connection is broken in the middle of the reply.',
    examples: [true],
    shape: isTrue,
    act: () => async (_, __, ask) => {
      await ask()
      return failed(unread('unexpected EOF'))
    },
  },
  hang: {
    about: 'The webhook is not asked, and nothing is answered before the time for the call is over.',
    examples: [true],
    shape: isTrue,
    act: () => () => new Promise<never>(() => undefined),
  },
  malformed: {
    about: 'The reply is no JSON: the first half of it.',
    examples: [true],
    shape: isTrue,
    act: () => async (_, __, ask) => {
      const reply = await ask()
      const text = textOf(reply)
      return withText(reply, text.slice(0, text.length / 2))
    },
  },
  wrongUid: {
    about: 'The reply is for another review: its uid is wrong.',
    examples: [true],
    shape: isTrue,
    act: () => async (_, __, ask) => {
      const reply = await ask()
      return withText(reply, withWrongUid(textOf(reply)))
    },
  },
  pass: {
    about: 'Leaves the call alone, and keeps it from the hooks below.',
    examples: [true],
    shape: isTrue,
    act: () => (_, __, ask) => ask(),
  },
}

/** Returns the text of a review whose response has another uid; a text that is no review stays as it is. */
function withWrongUid(text: string): string {
  try {
    const review: unknown = JSON.parse(text)
    if (!isObject(review) || !isObject(review['response'])) return text
    return JSON.stringify({ ...review, response: { ...review['response'], uid: WRONG_UID } })
  } catch {
    return text
  }
}
