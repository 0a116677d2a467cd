import { CelError } from './cel-error.js'
import { ACCUMULATOR, type Expr } from './expression.js'
import { isList } from './joined.js'
import { typeNameOf } from './runtime-type.js'
import type { Slots, Step, StepContext } from './step.js'
import { hasMembers } from './value.js'

/** Compiles a comprehension (cel-go: evalFold). */
export function foldStep(expr: Expr & { readonly is: 'fold' }, slots: Slots, { stepOf }: StepContext): Step {
  const inside = [...slots, ACCUMULATOR, expr.variable]
  const accumulator = slots.length
  const item = accumulator + 1
  const range = stepOf(expr.range, slots)
  const init = stepOf(expr.init, slots)
  const condition = expr.condition.is === 'const' ? undefined : stepOf(expr.condition, inside)
  const step = stepOf(expr.step, inside)
  const result = stepOf(expr.result, [...slots, ACCUMULATOR])
  return (evaluation) => {
    const over = range(evaluation)
    if (over instanceof CelError) return over
    const items = itemsOf(over)
    if (!items) return new CelError(`got '${goTypeOf(over)}', expected iterable type`)
    const values = evaluation.slots
    const start = init(evaluation)
    // Copies a list: it is appended to in place.
    values[accumulator] = Array.isArray(start) ? [...(start as readonly unknown[])] : start
    for (const each of items) {
      values[item] = each
      if (condition && condition(evaluation) === false) break
      values[accumulator] = step(evaluation)
    }
    return result(evaluation)
  }
}

function itemsOf(range: unknown): Iterable<unknown> | undefined {
  if (isList(range)) return range
  if (range instanceof Map) return range.keys()
  return hasMembers(range) && typeNameOf(range) === 'map' ? Object.keys(range) : undefined
}

/** The Go types of values without items. */
const GO_TYPES: { readonly [type: string]: string } = {
  ...{ bool: 'types.Bool', bytes: 'types.Bytes', double: 'types.Double', int: 'types.Int', null_type: 'types.Null' },
  ...{ string: 'types.String', uint: 'types.Uint', type: '*types.Type', optional_type: '*types.Optional' },
  ...{ 'google.protobuf.Duration': 'types.Duration', 'google.protobuf.Timestamp': 'types.Timestamp' },
  ...{ 'net.IP': 'cel.IP', 'net.CIDR': 'cel.CIDR', 'kubernetes.URL': 'cel.URL' },
  ...{ 'kubernetes.Quantity': 'cel.Quantity', 'kubernetes.NamedFormat': '*cel.Format' },
}
const goTypeOf = (value: unknown): string => GO_TYPES[typeNameOf(value)] ?? 'ref.Val'
