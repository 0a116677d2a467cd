import { onceLoaded } from '../base/late-library.js'
import type { Env } from '../base/env.js'
import type { ActingPhase, Actions, Functions, HookRecord, Matches, Phase } from './actions.js'
import type { Call } from '../api/call.js'
import { type ActionOf, chosenOf } from './action.js'
import { afterActions } from './after-actions.js'
import { beforeActions } from './before-actions.js'
import type { Check, Problem } from '../check/shape.js'
import { members } from '../check/shapes.js'
import type { EntryKind } from './entry.js'
import { noteRequest, unmet } from './expectations.js'
import { type HookOptions, noCount } from './frequency.js'
import { createGates, createHandle } from './handle.js'
import type { Hook, HookLists } from './hook.js'
import { PHASES, actionShape, frequencyTable, hookShape, matchShape } from './hook-shape.js'
import type { FindObject } from './match.js'
import { createMatchTest } from './matchers.js'
import type { Phases } from './phases.js'
import { failProblems } from '../check/arguments.js'
import { isObject } from '../base/json.js'
import { checkKinds } from './kind-check.js'
import { checkPathAction } from './path-shape.js'
import { type HookState, createPhases } from './run.js'
import { type Input, checkInput } from '../source/input.js'
import { parseScript } from './script.js'
import { callSite, publicAsync } from '../base/call-site.js'
import { type StatusLike, isStatusLike } from './status.js'
import type { Hooks, ScriptHandle, WatchHookHandle } from './types.js'

/** The hooks of one cluster: their public interface, what the pipeline calls, and their state as a value. */
export type HookParts = {
  readonly hooks: Hooks
  readonly phases: Phases
  /** Puts scripts in force. Throws a LoadError with every fault, and nothing is in force then; LibraryNotLoaded where they have rules that cannot be read yet. */
  readonly readScript: (input: Input, name: string) => ScriptHandle
  /** The hooks in force and what is left of their `times`. */
  readonly snapshot: () => HookState
  /** Puts a state in force, of this cluster or another. Hooks registered since are gone, those taken away since are back. */
  readonly restore: (state: HookState) => void
}

/** What hooks may need of their cluster. */
export type HookContext = {
  /** Finds the stored object a request names, for matches by label. */
  readonly find?: FindObject
  /** What scripts may hold besides hooks. */
  readonly entries?: readonly EntryKind[]
  /** Why no kind goes by a word; undefined where one does, or may later. */
  readonly kindProblem?: (word: string) => string | undefined
  /** Told of each hook that acts on a request or an event. */
  readonly acted?: (call: Call, hook: { readonly phase: Phase; readonly site: string }) => void
}

const noHooks: HookState = {
  lists: { before: [], admit: [], after: [], watch: [], expect: [] },
  counts: new Map(),
  unexpected: [],
}

/** Makes the hooks of a cluster, none yet, or those of a state. Delays run on the cluster's clock. */
export function createHooks(
  env: Env,
  from: HookState = noHooks,
  { find, entries = [], kindProblem = () => undefined, acted }: HookContext = {},
): HookParts {
  let lists: HookLists
  let counts: Map<Hook, ReturnType<typeof noCount>>
  let unexpected: HookState['unexpected']
  let gateOf: ReturnType<typeof createGates>
  const restore = (state: HookState) => {
    lists = state.lists
    counts = copyCounts(state.counts)
    unexpected = state.unexpected
    gateOf = createGates()
  }
  restore(from)
  let made = Math.max(0, ...[...from.counts.keys()].map(({ id }) => id))

  const remove = (hook: Hook) => {
    lists = { ...lists, [hook.phase]: lists[hook.phase].filter((other: Hook) => other !== hook) }
    counts.delete(hook)
  }
  const handleOf = (hook: Hook) =>
    createHandle(hook, { countOf: (each) => counts.get(each), gateOf: (each) => gateOf(each), remove })
  /** Puts hooks before those there are; among themselves the first is asked first. */
  const put = (added: readonly Hook[]) => {
    for (const phase of PHASES)
      lists = { ...lists, [phase]: [...added.filter((hook) => hook.phase === phase), ...lists[phase]] }
    for (const hook of added) counts.set(hook, noCount())
  }
  const number = (hook: Unnumbered): Hook => ({ id: ++made, ...hook })
  const register = (unnumbered: Unnumbered): WatchHookHandle => {
    const hook = number(unnumbered)
    put([hook])
    return handleOf(hook)
  }
  const registerAll = (unnumbered: readonly Unnumbered[]): readonly WatchHookHandle[] => {
    const added = unnumbered.map(number)
    put(added)
    return added.map(handleOf)
  }
  const method = <P extends ActingPhase>(phase: P) => {
    const own = (
      match: Matches[P],
      then: Actions[P] | StatusLike | Functions[P],
      options: HookOptions = {},
    ): WatchHookHandle => {
      const action = isStatusLike(then) ? { status: then } : then
      failProblems(
        `hooks.${phase}`,
        [
          ...prefixed('match', matchShape(phase).check(match, [])),
          ...checkKinds(match, ['match'], kindProblem),
          ...(typeof action === 'function' ? [] : actionShape(phase).check(action, [])),
          ...checkPathAction(match, action, []),
          ...members(frequencyTable(phase)).check(options, []),
        ],
        own,
      )
      // A status is an action of every phase.
      return register(createHook(phase, match, action as Actions[P] | Functions[P], options, callSite(own)))
    }
    return own
  }
  const expect: Hooks['expect'] = (match, options = {}) => {
    failProblems(
      'hooks.expect',
      [
        ...prefixed('match', matchShape('expect').check(match, [])),
        ...checkKinds(match, ['match'], kindProblem),
        ...members(frequencyTable('expect')).check(options, []),
      ],
      expect,
    )
    return register(createHook('expect', match, { pass: true }, options, callSite(expect)))
  }
  const add = (record: HookRecord): WatchHookHandle => {
    failProblems('hooks.add', checkRecord(record, []), add)
    return register(hookOf(record, callSite(add)))
  }
  const readScript = (input: Input, name: string): ScriptHandle => {
    const parsed = parseScript(input, name, checkRecord, entries)
    const handles = registerAll(parsed.flatMap(({ kind, value, site }) => (kind ? [] : [hookOf(value, site)])))
    const others = parsed.flatMap(({ kind, value, site }) => (kind ? [kind.add(value, site)] : []))
    const dispose = () => {
      handles.forEach((handle) => handle.dispose())
      others.forEach((other) => other[Symbol.dispose]())
    }
    return { hooks: handles, dispose, [Symbol.dispose]: dispose }
  }
  const checkRecord: Check = (record, path) => {
    const problems = hookShape.check(record, path)
    if (problems.length > 0 || !isObject(record)) return problems
    return PHASES.flatMap((phase) => checkKinds(record[phase], [...path, phase], kindProblem))
  }
  const complaints = () => unmet([...counts.keys()], counts, unexpected)

  const hooks: Hooks = {
    before: method('before'),
    // The public types say of which kind the objects are, by the match.
    admit: method('admit') as Hooks['admit'],
    after: method('after') as Hooks['after'], // as above
    watch: method('watch'),
    expect,
    add,
    script: publicAsync(async (input) => {
      checkInput('hooks.script', input)
      return onceLoaded(() => readScript(input, 'script'))
    }),
    list: () => [...counts.keys()].map(handleOf),
    pending: () =>
      [...counts]
        .filter(([, { calls }]) => calls === 0)
        .map(
          ([
            {
              phase,
              match,
              options: { times },
              site,
            },
          ]) => ({ phase, match, ...(times === undefined ? {} : { times }), site }),
        ),
    unexpected: () => unexpected,
    verify() {
      const found = complaints()
      if (found.length > 0) throw new Error(`the scripts were not met:\n${found.map((line) => `  ${line}`).join('\n')}`)
    },
    clear: () => restore(noHooks),
  }
  const phases = createPhases({
    env,
    find,
    acted,
    current: () => ({ lists, counts, unexpected }),
    note: (call) => void (unexpected = noteRequest(lists.expect, counts, unexpected, call)),
    gateOf: (hook) => {
      const gate = gateOf(hook)
      if (counts.get(hook)?.open) gate.open()
      return gate
    },
  })
  return { hooks, phases, readScript, snapshot: () => ({ lists, counts: copyCounts(counts), unexpected }), restore }
}

type Unnumbered<P extends Phase = Phase> = Omit<Hook<P>, 'id'>

function createHook<P extends Phase>(
  phase: P,
  match: Matches[P],
  then: Actions[P] | Functions[P],
  options: HookOptions,
  site: string,
): Unnumbered<P> {
  const matches = createMatchTest(match)
  const table: { readonly [name: string]: ActionOf<never, unknown> } =
    phase === 'before' ? beforeActions : phase === 'after' ? afterActions : {}
  const applies = typeof then === 'function' ? undefined : chosenOf(table, then)?.entry.applies
  return {
    phase,
    match,
    then,
    options,
    site,
    test: applies ? (subject) => matches(subject) && applies(subject) : matches,
  }
}

function hookOf(record: HookRecord, site: string): Unnumbered {
  const { then = { pass: true }, ...rest } = record
  for (const phase of PHASES) {
    const { [phase]: match, ...options } = rest
    if (match !== undefined) return createHook(phase, match, then, options as HookOptions, site) // what is left of a record is how often
  }
  throw new Error('a defect of fakecluster: a hook without a phase passed its check')
}

const copyCounts = (counts: HookState['counts']) => new Map([...counts].map(([hook, count]) => [hook, { ...count }]))

const prefixed = (step: string, problems: readonly Problem[]): readonly Problem[] =>
  problems.map((problem) => ({ ...problem, path: [step, ...problem.path] }))
