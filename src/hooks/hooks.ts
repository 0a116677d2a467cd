import type { Env } from '../base/env.js'
import type { Actions, Functions, HookOptions, HookRecord, Matches, Phase } from './actions.js'
import { PHASES, checkAction, checkHook, checkMatch, checkTimes } from './check-hook.js'
import { type Problem, members } from './check.js'
import type { Count, Hook, HookLists } from './hook.js'
import { createMatchTest } from './match.js'
import type { Phases } from './phases.js'
import { describeProblems } from './problem.js'
import { type HookState, createPhases } from './run.js'
import { parseScript } from './script.js'
import { callSite } from './site.js'
import { type StatusLike, isStatusLike } from './status.js'
import type { HookHandle, Hooks } from './types.js'

/** The hooks of one cluster: their public face, what the pipeline calls, and their state as a value. */
export type HookParts = {
  readonly hooks: Hooks
  readonly phases: Phases
  /** The hooks in force and what is left of their `times`. */
  readonly snapshot: () => HookState
  /** Puts a state in force, of this cluster or another. Hooks registered since are gone, those taken away since are back. */
  readonly restore: (state: HookState) => void
}

const noHooks: HookState = { lists: { before: [], admit: [], after: [], watch: [] }, counts: new Map() }

/** Makes the hooks of a cluster, none yet, or those of a state. Delays run on the cluster's clock. */
export function createHooks(env: Env, from: HookState = noHooks): HookParts {
  let lists: HookLists
  let counts: Map<Hook, Count>
  const restore = (state: HookState) => {
    lists = state.lists
    counts = copyCounts(state.counts)
  }
  restore(from)

  const handleOf = (hook: Hook): HookHandle => {
    let last: Count = { calls: 0, decided: 0 }
    const dispose = () => {
      last = counts.get(hook) ?? last
      lists = { ...lists, [hook.phase]: lists[hook.phase].filter((other: Hook) => other !== hook) }
      counts.delete(hook)
    }
    const calls = () => (counts.get(hook) ?? last).calls
    return {
      phase: hook.phase,
      site: hook.site,
      get calls() {
        return calls()
      },
      get pending() {
        return calls() === 0
      },
      dispose,
      [Symbol.dispose]: dispose,
    }
  }
  /** Puts hooks before those there are; among themselves the first is asked first. */
  const register = (added: readonly Hook[]): readonly HookHandle[] => {
    for (const phase of PHASES) lists = { ...lists, [phase]: [...added.filter((hook) => hook.phase === phase), ...lists[phase]] }
    for (const hook of added) counts.set(hook, { calls: 0, decided: 0 })
    return added.map(handleOf)
  }
  const method = <P extends Phase>(phase: P) => {
    const own = (match: Matches[P], then: Actions[P] | StatusLike | Functions[P], options: HookOptions = {}): HookHandle => {
      const action = isStatusLike(then) ? { status: then } : then
      const problems = [
        ...prefixed('match', checkMatch(phase)(match, [])),
        ...(typeof action === 'function' ? [] : checkAction(phase)(action, [])),
        ...members({ times: checkTimes })(options, []),
      ]
      if (problems.length > 0) throw new TypeError(`hooks.${phase}: ${describeProblems(problems)}`)
      // A status is an action of every phase.
      return register([createHook(phase, match, action as Actions[P] | Functions[P], options.times, callSite(own))])[0]!
    }
    return own
  }
  const add = (record: HookRecord): HookHandle => {
    const problems = checkHook(record)
    if (problems.length > 0) throw new TypeError(`hooks.add: ${describeProblems(problems)}`)
    return register([hookOf(record, callSite(add))])[0]!
  }

  const hooks: Hooks = {
    before: method('before'),
    admit: method('admit'),
    after: method('after'),
    watch: method('watch'),
    add,
    async script(text, { file = 'script' } = {}) {
      const scripted = await parseScript(text, file)
      const handles = register(scripted.map(({ record, site }) => hookOf(record, site)))
      const dispose = () => handles.forEach((handle) => handle.dispose())
      return { hooks: handles, dispose, [Symbol.dispose]: dispose }
    },
    pending: () =>
      [...counts]
        .filter(([, { calls }]) => calls === 0)
        .map(([{ phase, match, times, site }]) => ({ phase, match, ...(times === undefined ? {} : { times }), site })),
    clear: () => restore(noHooks),
  }
  return { hooks, phases: createPhases(env, () => ({ lists, counts })), snapshot: () => ({ lists, counts: copyCounts(counts) }), restore }
}

const createHook = <P extends Phase>(phase: P, match: Matches[P], then: Actions[P] | Functions[P], times: number | undefined, site: string): Hook<P> => ({
  phase,
  match,
  then,
  times,
  site,
  test: createMatchTest(match),
})

function hookOf(record: HookRecord, site: string): Hook {
  const phase = PHASES.find((name) => record[name] !== undefined)!
  return createHook(phase, record[phase]!, record.then, record.times, site)
}

const copyCounts = (counts: HookState['counts']) => new Map([...counts].map(([hook, count]) => [hook, { ...count }]))

const prefixed = (step: string, problems: readonly Problem[]): readonly Problem[] => problems.map((problem) => ({ ...problem, path: [step, ...problem.path] }))
