import { isObject } from '../../base/json/json.js'
import { applyMergePatch } from '../../model/patch/merge.js'
import type { Options } from '../../model/call/options.js'
import type { Call, CallFaults } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { type Shape, flag, isTrue, map, must, oneOf, text, whole } from '../../base/check/shape.js'
import { described, members, orFunction } from '../../base/check/shapes.js'
import type { ActionTable } from './action.js'
import type { BeforeAction, Rewrite } from './actions.js'
import type { Subject } from './match.js'
import { outcomeOfStatus, fillStatus } from './status.js'
import { statusShape } from './status-shape.js'

const revision: Shape = {
  check: (value, path) =>
    (typeof value === 'string' && /^\d+$/.test(value)) || (Number.isInteger(value) && Number(value) >= 0)
      ? []
      : must(path, 'a resourceVersion', value),
  schema: {
    anyOf: [
      { type: 'string', pattern: '^[0-9]+$' },
      { type: 'integer', minimum: 0 },
    ],
  },
}

/** How far behind a stale read is. */
const staleShape = exactlyOne({
  revisions: described(whole(1), 'As it was before so many of the latest changes of the kind.'),
  at: described(revision, 'As it was at this resourceVersion.'),
})

const rivalMembers = members({
  patch: described(map, 'A merge patch (RFC 7386) of the object.'),
  manager: described(text, 'The field manager of the write (default "rival").'),
  subresource: described(text, 'The subresource it writes to, such as "status".'),
})

/** What the rival writes. */
const rivalShape: Shape = {
  check(value, path) {
    const problems = rivalMembers.check(value, path)
    return problems.length > 0 || (isObject(value) && value['patch'] !== undefined)
      ? problems
      : [{ path, text: 'must say with "patch" what the rival writes' }]
  },
  schema: { ...rivalMembers.schema, required: ['patch'] },
}

function exactlyOne(table: { readonly [member: string]: Shape }): Shape {
  const names = Object.keys(table)
  const { check, schema } = members(table)
  return {
    check(value, path) {
      const problems = check(value, path)
      const given = isObject(value) ? Object.keys(value).length : 0
      return problems.length > 0 || given === 1
        ? problems
        : [{ path, text: `must say one of ${names.map((name) => `"${name}"`).join(' and ')}` }]
    },
    schema: { ...schema, minProperties: 1, maxProperties: 1 },
  }
}

/** Returns the call to continue with, or an outcome to reply with. */
type BeforeAct = (subject: Subject) => Call | Outcome | Promise<never>

const WRITES_ONE = new Set(['create', 'update', 'patch', 'delete'])

const withFault =
  (fault: CallFaults): BeforeAct =>
  ({ call }) => ({ ...call, faults: { ...call.faults, ...fault } })

/** The before actions. */
export const beforeActions: ActionTable<BeforeAction, BeforeAct> = {
  status: {
    about: 'Answers with this failure instead: a reason, a code, or a few members of a Status.',
    examples: ['Conflict', 503, { reason: 'TooManyRequests', retryAfterSeconds: 5 }],
    shape: statusShape,
    act: (status) => (subject) => outcomeOfStatus(fillStatus(status, subject)),
  },
  cut: {
    about: 'Breaks the connection; nothing is read or written.',
    examples: [true],
    shape: isTrue,
    act: () => () => ({ type: 'cut' }),
  },
  hang: {
    about: 'Never answers; nothing is read or written.',
    examples: [true],
    shape: isTrue,
    act: () => () => new Promise<never>(() => undefined),
  },
  rewrite: {
    about: 'Goes on with another request: a merge patch of its body, other options.',
    examples: [{ options: { dryRun: true } }, { body: { metadata: { labels: { team: 'shop' } } } }],
    shape: rewriteShape(),
    act: (rewrite) => (subject) => rewritten(subject.call, rewrite),
  },
  stale: {
    about: 'Answers a get or a list from an older revision, as a replica does that is behind.',
    examples: [{ revisions: 1 }, { at: '1042' }],
    shape: staleShape,
    applies: ({ call: { target } }) => target.verb === 'get' || target.verb === 'list',
    act: (stale) => withFault({ stale }),
  },
  rival: {
    about:
      'Somebody else writes the object by this merge patch, just before the request does: between its read and its write. It writes every time, also what changes nothing any more.',
    examples: [
      { patch: { spec: { holderIdentity: 'rival' } } },
      { patch: { metadata: { labels: { seen: 'yes' } } }, manager: 'kubectl' },
    ],
    shape: rivalShape,
    applies: ({ call: { target } }) => WRITES_ONE.has(target.verb),
    act: (rival) => withFault({ rival }),
  },
  expire: {
    about: 'Answers a list that continues with 410, as if its token were too old.',
    examples: [true],
    shape: isTrue,
    applies: ({ call: { target, options } }) => target.verb === 'list' && options.continue !== '',
    act: () => withFault({ expired: true }),
  },
  pass: {
    about: 'Leaves the request alone, and keeps it from the hooks below.',
    examples: [true],
    shape: isTrue,
    act: () => (subject) => subject.call,
  },
}

function rewritten(call: Call, rewrite: Rewrite | ((call: Call) => Call)): Call {
  if (typeof rewrite === 'function') return rewrite(call)
  const options = { ...call.options, ...rewrite.options }
  const { body } = call
  return {
    ...call,
    options,
    manager: rewrite.options?.fieldManager || call.manager,
    // A JSON patch is a list, to which a merge patch cannot be applied.
    body:
      body && rewrite.body && isObject(body.value)
        ? { ...body, value: applyMergePatch(body.value, rewrite.body) }
        : body,
  }
}

function rewriteShape(): Shape {
  const options: { readonly [option in Exclude<keyof Options, 'ifUnreadable'>]: Shape } = {
    resourceVersion: text,
    resourceVersionMatch: text,
    labelSelector: text,
    fieldSelector: text,
    limit: whole(0),
    continue: text,
    allowWatchBookmarks: flag,
    sendInitialEvents: flag,
    timeoutSeconds: whole(0),
    dryRun: flag,
    fieldManager: text,
    fieldValidation: oneOf(['Strict', 'Warn', 'Ignore']),
    force: flag,
    propagationPolicy: oneOf(['Orphan', 'Background', 'Foreground']),
    gracePeriodSeconds: whole(0),
    preconditions: members({ uid: text, resourceVersion: text }),
    orphanDependents: flag,
  }
  const { check, schema } = members({ body: map, options: members(options) })
  return orFunction({
    check(value, path) {
      const problems = check(value, path)
      return problems.length > 0 || Object.keys(value as object).length > 0 // the check above ensures a map
        ? problems
        : [{ path, text: 'must change the "body" or the "options"' }]
    },
    schema: { ...schema, minProperties: 1 },
  })
}
