import { isObject } from '../base/json.js'
import { fullVerbs } from '../kind/define.js'
import type { Options } from '../base/options.js'
import type { Actions, Phase } from './actions.js'
import { type Check, type Problem, duration, flag, globs, isTrue, map, members, oneOf, orList, show, text, whole } from './check.js'
import { checkStatus } from './check-status.js'
import type { RequestMatch, WatchMatch } from './match.js'

/** The four phases, in the order a request meets them. */
export const PHASES: readonly Phase[] = ['before', 'admit', 'after', 'watch']

const requestMatch: { readonly [member in keyof RequestMatch]-?: Check } = {
  verb: globs(fullVerbs),
  kind: globs(),
  subresource: globs(['', 'status', 'finalize']),
  namespace: globs(),
  name: globs(),
}
const watchMatch: { readonly [member in keyof WatchMatch]-?: Check } = {
  verb: oneOf(['watch']),
  kind: globs(),
  namespace: globs(),
  name: globs(),
  event: globs(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
}
const matches: { readonly [phase in Phase]: { readonly [member: string]: Check } } = {
  before: requestMatch,
  admit: requestMatch,
  after: requestMatch,
  watch: watchMatch,
}

const options: { readonly [option in keyof Options]-?: Check } = {
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
  preconditions: members({ uid: text, resourceVersion: text }),
  orphanDependentsFalse: flag,
}
const rewriteMembers = members({ body: map, options: members(options) })
const rewrite: Check = (value, path) => {
  if (typeof value === 'function') return []
  const problems = rewriteMembers(value, path)
  return problems.length > 0 || Object.keys(value as object).length > 0 ? problems : [{ path, text: 'must change the "body" or the "options"' }]
}

const actions: { readonly [P in Phase]: { readonly [member in keyof Actions[P]]-?: Check } } = {
  before: { status: checkStatus, cut: isTrue, rewrite, pass: isTrue, delay: duration },
  admit: { status: checkStatus, patch: map, pass: isTrue },
  after: { status: checkStatus, cut: isTrue, pass: isTrue, delay: duration },
  watch: { status: checkStatus, hold: duration, drop: isTrue, cut: isTrue, end: isTrue, pass: isTrue },
}

/** Checks what a hook of a phase is for. */
export function checkMatch(phase: Phase): Check {
  const check = members(matches[phase], (member) =>
    member === 'event' ? 'only watch hooks are matched by event' : member === 'subresource' ? 'watches have no subresource' : undefined,
  )
  return (value, path) => (isObject(value) ? check(value, path) : [{ path, text: `must be a map, not ${show(value)}; {} matches everything` }])
}

/** Checks what a hook of a phase does: one thing, after a delay perhaps. */
export function checkAction(phase: Phase): Check {
  const table: { readonly [member: string]: Check } = actions[phase]
  const names = Object.keys(table)
  const check = members(table, (member) => {
    const others = PHASES.filter((other) => Object.hasOwn(actions[other], member))
    return others.length > 0 ? `a ${phase} hook cannot do that, only ${orList(others)} can; there is ${orList(names)}` : undefined
  })
  return (value, path) => {
    const problems = check(value, path)
    if (problems.length > 0 || !isObject(value)) return problems
    const chosen = names.filter((name) => value[name] !== undefined)
    const decisive = chosen.filter((name) => name !== 'delay')
    if (chosen.length === 0) return [{ path, text: `says nothing to do; there is ${orList(names)}` }]
    return decisive.length > 1 ? [{ path: [...path, decisive[1]!], text: `cannot go together with ${show(decisive[0])}; choose one` }] : []
  }
}

/** Checks how often a hook acts. */
export const checkTimes: Check = whole(1)

const hook = Object.fromEntries(PHASES.map((phase) => [phase, members({ [phase]: checkMatch(phase), times: checkTimes, then: checkAction(phase) }, elsewhere)]))

function elsewhere(member: string): string | undefined {
  if (member === 'match' || member === 'phase') return 'a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"'
  return undefined
}

/** Checks a hook written as data. */
export function checkHook(value: unknown): readonly Problem[] {
  if (!isObject(value)) return [{ path: [], text: `must be a map such as { before: { kind: Lease }, then: { status: Conflict } }, not ${show(value)}` }]
  const given = PHASES.filter((phase) => value[phase] !== undefined)
  if (given.length > 1) return [{ path: [given[1]!], text: `a hook has one phase, and this one has ${show(given[0])} already; write two` }]
  const [phase] = given
  if (phase === undefined) {
    const problems = members({ ...Object.fromEntries(PHASES.map((name) => [name, map])), times: checkTimes, then: map }, elsewhere)(value, [])
    return problems.length > 0 ? problems : [{ path: [], text: `must have a phase: ${orList(PHASES)}` }]
  }
  const problems = hook[phase]!(value, [])
  return problems.length === 0 && value['then'] === undefined ? [{ path: [], text: 'must say with "then" what to do' }] : problems
}
