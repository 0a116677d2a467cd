import { isObject } from '../../base/json/json.js'
import type { Path, Problem } from '../../base/check/shape.js'
import { members } from '../../base/check/shapes.js'
import type { KindProblem } from '../../model/registry/kind-words.js'
import type { ActingPhase, Phase } from './actions.js'
import { PHASES, actionShape, frequencyTable, hookShape, matchShape } from './hook-shape.js'
import { checkPathAction } from './path-shape.js'

/** The arguments of a method that registers a hook. */
type GivenHook = { readonly match: unknown; readonly action: unknown; readonly options: object }

/** Returns the problems of a hook registered through a method. */
export function checkHook(
  phase: Phase,
  { match, action, options }: GivenHook,
  kindProblem: KindProblem,
): readonly Problem[] {
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
export function checkRecord(record: unknown, path: Path, kindProblem: KindProblem): readonly Problem[] {
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
