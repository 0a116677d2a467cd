import type { WatchDecision } from '../../rest/context.js'
import { type Shape, duration, isTrue, must, whole } from '../../base/check/shape.js'
import { type ActionTable, milliseconds } from './action.js'
import type { Duration, WatchAction } from './actions.js'
import type { Gate } from '../../base/turns/gate.js'
import type { Subject } from './match.js'
import { fillStatus } from './status.js'
import { statusShape } from './status-shape.js'

/** Decides on an event; `gate` returns the gate of the hook, whose handle releases what it holds. */
type WatchAct = (subject: Subject, gate: () => Gate) => WatchDecision

const trueOr = ({ check, schema }: Shape, words: string): Shape => ({
  check: (value, path) =>
    value === true ? [] : value === false ? must(path, `true or ${words}`, value) : check(value, path),
  schema: { anyOf: [{ const: true }, schema] },
})

// Each repetition is kept in memory until it is read.
const MOST_REPEATS = 1000

const timesOf = (value: true | number) => (value === true ? 1 : value)

/** The watch actions. */
export const watchActions: ActionTable<WatchAction, WatchAct> = {
  status: {
    about: 'Ends the watch with this failure.',
    examples: ['InternalError'],
    shape: statusShape,
    act: (status) => (subject) => ({ send: [{ type: 'ERROR', status: fillStatus(status, subject) }] }),
  },
  hold: {
    about: 'Holds the event, and all after it, for so long; true is until the handle of the hook or watch releases it.',
    examples: ['3s', true],
    shape: trueOr(duration, 'a duration'),
    act: (hold: Duration | true) => (_, gate) => ({ hold: hold === true ? gate() : milliseconds(hold) }),
  },
  drop: { about: 'Never sends the event.', examples: [true], shape: isTrue, act: () => () => 'drop' },
  repeat: {
    about: 'Sends the event once more, or so many times more, up to a thousand.',
    examples: [true, 2],
    shape: trueOr(whole(1, MOST_REPEATS), `a number of times up to ${MOST_REPEATS}`),
    act: (repeat) => () => ({ repeat: timesOf(repeat) }),
  },
  reorder: {
    about: 'Sends the event after the one that follows, or after so many of them.',
    examples: [true, 2],
    shape: trueOr(whole(1), 'a number of events'),
    act: (reorder) => () => ({ after: timesOf(reorder) }),
  },
  lag: {
    about: 'Sends the event, and all after it, only once so many later changes of the kind have happened.',
    examples: [1],
    shape: whole(1),
    act: (lag) => () => ({ lag }),
  },
  slow: {
    about: 'Sends the event no sooner than so long after the one before.',
    examples: ['200ms'],
    shape: duration,
    act: (slow) => () => ({ slow: milliseconds(slow) }),
  },
  cut: {
    about: 'Breaks the connection before the event, or in the middle of its line.',
    examples: [true, 'mid-line'],
    shape: {
      check: (value, path) => (value === true || value === 'mid-line' ? [] : [{ path, text: cutText(value) }]),
      schema: { enum: [true, 'mid-line'] },
    },
    act: (cut) => () => (cut === true ? 'cut' : 'tear'),
  },
  expire: {
    about: 'Ends the watch with 410 Expired, so that its client lists again.',
    examples: [true],
    shape: isTrue,
    act: () => () => 'expire',
  },
  end: { about: 'Ends the watch as a timeout would.', examples: [true], shape: isTrue, act: () => () => 'end' },
  pass: {
    about: 'Lets the event through, and keeps it from the hooks below.',
    examples: [true],
    shape: isTrue,
    act: () => () => 'pass',
  },
}

const cutText = (value: unknown) =>
  typeof value === 'string'
    ? `must be true or "mid-line", not ${JSON.stringify(value)}`
    : isTrue
        .check(value, [])
        .map(({ text }) => text)
        .join('; ')
