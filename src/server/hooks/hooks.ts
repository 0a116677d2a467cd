import { callSite, publicAsync, publicFunction } from '../../base/errors/call-site.js'
import { onceLoaded } from '../../base/turns/late-library.js'
import { checkNoArguments, failProblems } from '../../base/check/arguments.js'
import type { KindProblem } from '../../model/registry/kind-words.js'
import { type Input, checkInput } from '../../base/input/input.js'
import type { ActingPhase, Actions, Functions, Matches } from './actions.js'
import { type NewHook, createHook, hookOf } from './create-hook.js'
import type { EntryKind } from './entry.js'
import { unmet } from './expectations.js'
import type { HookOptions } from './frequency.js'
import { createHandle } from './handle.js'
import { checkHook, checkRecord } from './hook-check.js'
import { type HookSet, clearHooks, register, registerAll } from './hook-set.js'
import { parseScript } from './script.js'
import { type StatusLike, isStatusLike } from './status.js'
import type { Hooks, PendingHook, ScriptHandle, WatchHookHandle } from './types.js'

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
