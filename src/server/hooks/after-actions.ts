import type { Outcome } from '../../model/call/outcome.js'
import { type Shape, isTrue, must, whole } from '../../base/check/shape.js'
import type { ActionTable } from './action.js'
import type { AfterAction } from './actions.js'
import type { Subject } from './match.js'
import { abandon, hasSucceeded, outcomeOfStatus, fillStatus } from './status.js'
import { statusShape } from './status-shape.js'

/** Returns the outcome to reply with. */
type AfterAct = (subject: Subject, outcome: Outcome) => Outcome | Promise<never>

const trueOr = (other: Shape, words: string): Shape => ({
  check: (value, path) =>
    value === true || other.check(value, path).length === 0 ? [] : must(path, `true or ${words}`, value),
  schema: { anyOf: [{ const: true }, other.schema] },
})

const hasBody = ({ outcome }: Subject) => outcome?.type !== 'watch' && outcome?.type !== 'cut'
const anyText: Shape = {
  check: (value) => (typeof value === 'string' ? [] : [{ path: [], text: '' }]),
  schema: { type: 'string' },
}

/** The after actions. */
export const afterActions: ActionTable<AfterAction, AfterAct> = {
  status: {
    about: 'Answers with this failure instead, though the request was carried out.',
    examples: ['Timeout', { code: 500, why: 'etcdserver: leader changed' }],
    shape: statusShape,
    act: (status) => (subject) => outcomeOfStatus(fillStatus(status, subject)),
  },
  cut: {
    about: 'Breaks the connection, though the request was carried out.',
    examples: [true],
    shape: isTrue,
    act: () => () => ({ type: 'cut' }),
  },
  lose: {
    about: 'Loses the reply of a request that succeeded; one that failed is left to the hooks below.',
    examples: [true],
    shape: isTrue,
    applies: ({ outcome }) => outcome === undefined || hasSucceeded(outcome),
    act: () => () => ({ type: 'cut' }),
  },
  hang: {
    about: 'Never answers, though the request was carried out.',
    examples: [true],
    shape: isTrue,
    act: () => (_, outcome) => {
      abandon(outcome)
      return new Promise<never>(() => undefined)
    },
  },
  malformed: {
    about: 'Sends a body that is no JSON: the first half of it, or a text of your own.',
    examples: [true, '<html>502 Bad Gateway</html>'],
    shape: trueOr(anyText, 'a text'),
    applies: hasBody,
    act: (malformed) => (_, outcome) => ({ type: 'spoilt', outcome, malformed }),
  },
  truncate: {
    about: 'Breaks the connection in the middle of the body, or after so many bytes of it.',
    examples: [true, 100],
    shape: trueOr(whole(0), 'a number of bytes'),
    applies: hasBody,
    act: (truncate) => (_, outcome) => ({ type: 'spoilt', outcome, truncate }),
  },
  pass: {
    about: 'Leaves the reply alone, and keeps it from the hooks below.',
    examples: [true],
    shape: isTrue,
    act: () => (_, outcome) => outcome,
  },
}
