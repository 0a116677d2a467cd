import { CelError } from './cel-error.js'
import type { ExprOf } from '../syntax/expression.js'
import { isList } from './joined.js'
import { goTypeOf, typeNameOf } from './runtime-type.js'
import { type Evaluation, Late, type Slots, type Step, type StepContext } from './step.js'
import { hasMembers, membersOf } from './value.js'

/** Compiles a comprehension (cel-go: evalFold). */
export function foldStep(expr: ExprOf<'fold'>, slots: Slots, { stepOf }: StepContext): Step {
  const { accumulator: name, variable, second } = expr
  const inside = [...slots, name, variable, ...(second === undefined ? [] : [second])]
  const accumulator = slots.length
  const range = stepOf(expr.range, slots)
  const initial = initialStep(expr.init, stepOf(expr.init, slots))
  const condition = expr.condition.is === 'const' ? undefined : stepOf(expr.condition, inside)
  const step = stepOf(expr.step, inside)
  const result = stepOf(expr.result, [...slots, name])
  return (evaluation) => {
    const over = range(evaluation)
    if (over instanceof CelError) return over
    const turns = turnsOf(over, second !== undefined)
    if (turns instanceof CelError) return turns
    const values = evaluation.slots
    values[accumulator] = initial(evaluation)
    for (const turn of turns) {
      if (second === undefined) values[accumulator + 1] = turn
      else [values[accumulator + 1], values[accumulator + 2]] = turn as readonly [unknown, unknown] // as below
      if (condition && condition(evaluation) === false) break
      values[accumulator] = step(evaluation)
    }
    return result(evaluation)
  }
}

/** Returns the first value of an accumulator; what is not constant is evaluated when it is needed. */
function initialStep(init: ExprOf<'fold'>['init'], step: Step): (evaluation: Evaluation) => unknown {
  if (init.is !== 'const') return () => new Late(step)
  const { value } = init
  // Copies a list or map: it is added to in place.
  if (Array.isArray(value)) return () => [...(value as readonly unknown[])]
  return value instanceof Map ? () => new Map(value) : () => value
}

/** Returns the items or keys of a range, or pairs of keys and values. */
function turnsOf(range: unknown, isDouble: boolean): Iterable<unknown> | CelError {
  if (isList(range)) return isDouble ? numbered(range) : range
  if (range instanceof Map) return isDouble ? range : range.keys()
  if (hasMembers(range) && typeNameOf(range) === 'map') return isDouble ? membersOf(range) : Object.keys(range)
  const type = goTypeOf(range)
  return new CelError(
    isDouble ? `unsupported comprehension range type: ${type}` : `got '${type}', expected iterable type`,
  )
}

function* numbered(items: Iterable<unknown>): Generator<readonly [bigint, unknown]> {
  let at = 0n
  for (const item of items) yield [at++, item]
}
