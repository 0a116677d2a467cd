import { callSite, publicAsync, publicFunction } from '../../base/errors/call-site.js'
import { onceLoaded } from '../../base/turns/late-library.js'
import { callerError, checkArguments, checkNoArguments, failProblems } from '../../base/check/arguments.js'
import type { KindProblem } from '../../model/registry/kind-words.js'
import { type Input, checkInput } from '../../base/input/input.js'
import type { ActingPhase, Actions, Functions, HookRecord, Matches, Phase } from './actions.js'
import { type NewHook, createHook, hookOf } from './create-hook.js'
import type { Hooks, PendingHook, ScriptHandle, WatchHookHandle } from './types.js'
import { unmet } from './expectations.js'
import { type HookOptions, noCount } from './frequency.js'
import { type HookSet, clearHooks, dismiss, gateOf, register, registerAll, releaseHeld } from './hook-set.js'
import { type StatusLike, isStatusLike } from './status.js'
import { isObject } from '../../base/json/json.js'
import { type Check, type Path, type Problem, type Shape, whole, describePath } from '../../base/check/shape.js'
import type { Hook } from './hook.js'
import { members } from '../../base/check/shapes.js'
import { PHASES, actionShape, frequencyTable, hookShape, matchShape } from './hook-shape.js'
import { checkPathAction } from './path-shape.js'
import { type Located, readInput } from '../../base/input/documents.js'
import { LoadError, type LoadFault } from '../../base/input/load-error.js'
import { misplaced } from '../../base/input/misplaced.js'

/**
 * A kind of script entry besides hooks, recognized by its members.
 *
 * @example
 * { words: ['reaction'], shape: reactionShape, add: (value, site) => reactions.add(value, site) }
 */
export type EntryKind<Handle = Disposable> = {
  /** The members by which entries of this kind are recognized; each has at least one. */
  readonly words: readonly string[]
  readonly shape: Shape
  /** Returns what forbids an entry beside those registered, and beside the earlier ones of its kind in the script. */
  readonly conflicts?: (value: object, earlier: readonly object[]) => readonly Problem[]
  /** Registers an entry without problems and conflicts; it must not fail, as others of the script are registered. */
  readonly add: (value: object, site: string) => Handle
}

/** The arguments of a method that registers a hook. */
type GivenHook = { readonly match: unknown; readonly action: unknown; readonly options: object }

/** Returns the problems of a hook registered through a method. */
function checkHook(phase: Phase, { match, action, options }: GivenHook, kindProblem: KindProblem): readonly Problem[] {
  const isData = phase !== 'expect' && typeof action !== 'function'
  return [
    ...matchShape(phase).check(match, []).map(inMatch),
    ...checkKinds(match, ['match'], kindProblem),
    ...(isData ? checkAction(phase, action) : []),
    ...checkPathAction(match, action, []),
    ...members(frequencyTable(phase)).check(options, []),
  ]
}

const checkAction = (phase: ActingPhase, action: unknown): readonly Problem[] =>
  action === undefined
    ? [
        {
          path: ['action'],
          text: 'is missing: a function, a refusal such as conflict(), or a map such as { delay: "1s" }',
        },
      ]
    : actionShape(phase).check(action, [])

const inMatch = (problem: Problem): Problem => ({ ...problem, path: ['match', ...problem.path] })

/** Returns the problems of a hook written as data. */
function checkRecord(record: unknown, path: Path, kindProblem: KindProblem): readonly Problem[] {
  const problems = hookShape.check(record, path)
  if (problems.length > 0 || !isObject(record)) return problems
  return PHASES.flatMap((phase) => checkKinds(record[phase], [...path, phase], kindProblem))
}

function checkKinds(match: unknown, path: Path, kindProblem: KindProblem): readonly Problem[] {
  const kind = isObject(match) ? match['kind'] : undefined
  const check = (word: unknown, at: Path): readonly Problem[] => {
    const text = typeof word === 'string' ? kindProblem(word) : undefined
    return text === undefined ? [] : [{ path: at, text }]
  }
  if (!Array.isArray(kind)) return check(kind, [...path, 'kind'])
  return kind.flatMap((word: unknown, i) => check(word, [...path, 'kind', i]))
}

/** What hooks are registered with. */
export type HookContext = {
  readonly set: HookSet
  readonly kindProblem: KindProblem
  /** The kinds of script entries besides hooks. */
  readonly entries: readonly EntryKind[]
  /** Throws if reactions, which scripts may contain too, failed. */
  readonly verifyOthers: () => void
}

/** Makes the public hook methods of a cluster. */
export function createHooks(context: HookContext): Hooks {
  const { set } = context
  return {
    before: method(context, 'before'),
    // The public types derive the kind of the objects from the match.
    admit: method(context, 'admit') as Hooks['admit'],
    after: method(context, 'after') as Hooks['after'], // as above
    watch: method(context, 'watch'),
    webhook: method(context, 'webhook'),
    expect: expectMethod(context),
    add: addMethod(context),
    script: publicAsync(async (input) => {
      checkInput('hooks.script', input)
      return onceLoaded(() => readScript(context, input, 'script'))
    }),
    list: readerOf('list', 'handle.phase', () => [...set.counts.keys()].map((hook) => createHandle(set, hook))),
    pending: readerOf('pending', 'hook.phase', () => pending(set)),
    unexpected: readerOf('unexpected', 'request.kind', () => set.unexpected),
    verify() {
      context.verifyOthers()
      verify(set)
    },
    clear: () => clearHooks(set),
  }
}

/**
 * Registers the hooks and other entries of scripts.
 *
 * @throws LoadError with every fault, in which case nothing is registered; LibraryNotLoaded if the library for their
 * rules is not loaded yet
 */
export function readScript({ set, kindProblem, entries }: HookContext, input: Input, name: string): ScriptHandle {
  const parsed = parseScript(input, name, (record, path) => checkRecord(record, path, kindProblem), entries)
  const found = parsed.flatMap(({ kind, value, site }) => (kind ? [] : [hookOf(value, site)]))
  const hooks = registerAll(set, found).map((hook) => createHandle(set, hook))
  const others = parsed.flatMap(({ kind, value, site }) => (kind ? [kind.add(value, site)] : []))
  const dispose = () => {
    hooks.forEach((hook) => hook.dispose())
    others.forEach((other) => other[Symbol.dispose]())
  }
  return { hooks, dispose, [Symbol.dispose]: dispose }
}

function method<P extends ActingPhase>({ set, kindProblem }: HookContext, phase: P) {
  const own = (
    match: Matches[P],
    then: Actions[P] | StatusLike | Functions[P],
    options: HookOptions = {},
  ): WatchHookHandle => {
    const action = isStatusLike(then) ? { status: then } : then
    failProblems(`hooks.${phase}`, checkHook(phase, { match, action, options }, kindProblem), own)
    // A status is an action in every phase.
    return put(set, createHook(phase, match, action as Actions[P] | Functions[P], options, callSite(own)))
  }
  return own
}

function expectMethod({ set, kindProblem }: HookContext): Hooks['expect'] {
  const action = { pass: true } as const
  const expect: Hooks['expect'] = (match, options = {}) => {
    failProblems('hooks.expect', checkHook('expect', { match, action, options }, kindProblem), expect)
    return put(set, createHook('expect', match, action, options, callSite(expect)))
  }
  return expect
}

function addMethod({ set, kindProblem }: HookContext): Hooks['add'] {
  const add: Hooks['add'] = (record) => {
    failProblems('hooks.add', checkRecord(record, [], kindProblem), add)
    return put(set, hookOf(record, callSite(add)))
  }
  return add
}

/** Makes a method that lists everything, and rejects arguments, which a caller might expect to filter. */
const readerOf = <R>(name: string, member: string, read: () => readonly R[]) =>
  publicFunction((...given: readonly unknown[]) => {
    const [one] = member.split('.')
    checkNoArguments(
      `hooks.${name}`,
      given,
      `choose from the list it gives: hooks.${name}().filter((${one}) => ${member} === …)`,
    )
    return read()
  })

const put = (set: HookSet, hook: NewHook): WatchHookHandle => createHandle(set, register(set, hook))

const pending = ({ counts }: HookSet): readonly PendingHook[] =>
  [...counts]
    .filter(([, { calls }]) => calls === 0)
    .map(([{ phase, match, options, site }]) => {
      const { times } = options
      return { phase, match, ...(times === undefined ? {} : { times }), site }
    })

function verify({ counts, unexpected }: HookSet): void {
  const found = unmet([...counts.keys()], counts, unexpected)
  if (found.length > 0)
    throw new Error(`the expectations of the scripts were not met:\n${found.map((line) => `  ${line}`).join('\n')}`)
}

const releaseParameters = { count: whole(1) }

/** Tells whether a hook may hold events; a function may decide to. */
const mayHold = ({ phase, then }: Hook): boolean =>
  phase === 'watch' && (typeof then === 'function' || (isObject(then) && 'hold' in then))

/** Makes the handle of a hook. */
function createHandle(set: HookSet, hook: Hook): WatchHookHandle {
  // The count when the hook was removed.
  let last = noCount()
  const count = () => set.counts.get(hook) ?? last
  const dispose = () => {
    last = count()
    dismiss(set, hook)
  }
  const release = (count: number | 'all'): number => {
    if (!mayHold(hook))
      throw callerError(`hook-${hook.id} holds nothing to release: only a hook on watches with hold does`)
    return releaseHeld(set, hook, count)
  }
  return {
    id: `hook-${hook.id}`,
    phase: hook.phase,
    match: hook.match,
    then: hook.then,
    options: hook.options,
    site: hook.site,
    get calls() {
      return count().calls
    },
    get pending() {
      return count().calls === 0
    },
    get holding() {
      return gateOf(set, hook).waiting()
    },
    release: publicFunction((count = 1) => {
      checkArguments('hook.release', releaseParameters, [count])
      return release(count)
    }),
    releaseAll: publicFunction(() => void release('all')),
    dispose,
    [Symbol.dispose]: dispose,
  }
}

/** A script entry and its line; without a kind it is a hook. */
type ScriptEntry =
  | { readonly kind: undefined; readonly value: HookRecord; readonly site: string }
  | { readonly kind: EntryKind; readonly value: object; readonly site: string }

/**
 * Parses scripts: each document is an entry or a list of entries. A hook has a phase with its match, options for how
 * often it acts, and `then`, its action:
 *
 *     - before: { verb: update, kind: Lease }
 *       times: 1
 *       then: { status: Conflict }
 *
 * @param checkHook returns the problems of a hook
 * @param kinds the kinds of entries besides hooks
 * @throws LoadError with every fault by file, line and column; LibraryNotLoaded if the library for rules is not loaded
 * yet
 */
function parseScript(
  input: Input,
  name: string,
  checkHook: Check,
  kinds: readonly EntryKind[] = [],
): readonly ScriptEntry[] {
  const { documents, faults: unread } = readInput(input, name)
  const faults: LoadFault[] = [...unread]
  const entries: ScriptEntry[] = []
  const kindOf = (value: unknown) =>
    kinds.find(({ words }) => isObject(value) && words.some((word) => value[word] !== undefined))
  const readEntry = (at: Located['at'], value: unknown) => {
    const kind = kindOf(value)
    const problems = kind ? problemsOf(kind, value, entries) : checkHook(value, [])
    for (const { path, text: message } of problems)
      faults.push({ ...at(describePath(path)), field: describePath(path), message })
    if (problems.length > 0) return
    const { source, line } = at('')
    const site = line === undefined ? source : `${source}:${line}`
    // Without problems the value conforms to its shape.
    entries.push(kind ? { kind, value: value as object, site } : { kind: undefined, value: value as HookRecord, site })
  }
  for (const { value, at } of documents) {
    const foreign = misplaced(value, 'scripts')
    if (foreign !== undefined) faults.push({ ...at(''), message: foreign })
    else if (Array.isArray(value))
      value.forEach((item: unknown, i) => readEntry((field) => at(field ? `[${i}].${field}` : `[${i}]`), item))
    else readEntry(at, value)
  }
  if (faults.length > 0) throw new LoadError(faults)
  return entries
}

/** Returns the problems of an entry that is not a hook, after the earlier entries of its script. */
function problemsOf(kind: EntryKind, value: unknown, entries: readonly ScriptEntry[]): readonly Problem[] {
  const problems = kind.shape.check(value, [])
  if (problems.length > 0 || !kind.conflicts) return problems
  const earlier = entries.flatMap((entry) => (entry.kind === kind ? [entry.value] : []))
  return kind.conflicts(value as object, earlier) // without problems it conforms to its shape
}
