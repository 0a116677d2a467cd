import { applied } from './call-step.js'
import { CelError } from './cel-error.js'
import { Uint } from './uint.js'
import { type Expr, constant } from './expression.js'

const CONVERSIONS: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
])

/**
 * Folds constants: lists, maps and conversions of constants become constants, which have no cost (cel-go: decOptimize).
 * Throws what a conversion throws.
 */
export function optimize(expr: Expr): Expr {
  switch (expr.is) {
    case 'const':
      return expr
    case 'ident':
      return expr.value === undefined ? expr : constant(expr.value, expr.type)
    case 'select':
      return { ...expr, operand: optimize(expr.operand) }
    case 'list': {
      const items = expr.items.map(optimize)
      return items.every(isConst) ? constant(items.map(valueOf), expr.type) : { ...expr, items }
    }
    case 'map': {
      const entries = expr.entries.map(([key, value]) => [optimize(key), optimize(value)] as const)
      if (!entries.flat().every(isConst)) return { ...expr, entries }
      return constant(new Map(entries.map(([key, value]) => [valueOf(key), valueOf(value)])), expr.type)
    }
    case 'fold':
      return {
        ...expr,
        range: optimize(expr.range),
        init: optimize(expr.init),
        condition: optimize(expr.condition),
        step: optimize(expr.step),
        result: optimize(expr.result),
      }
    case 'call': {
      const args = expr.args.map(optimize)
      const [first, second] = args
      if (CONVERSIONS.has(expr.name) && !expr.target && args.length === 1 && first?.is === 'const') {
        const value = applied(expr)([first.value])
        if (value instanceof CelError) throw value
        return constant(value, expr.type)
      }
      if (expr.name === '@in' && first && second?.is === 'const' && second.type.kind === 'list' && isSet(second.value))
        return second.value.length === 0 ? constant(false, expr.type) : { ...expr, name: '@in_set', args }
      return { ...expr, args, ...(expr.target ? { target: optimize(expr.target) } : {}) }
    }
  }
}

const isConst = (expr: Expr): boolean => expr.is === 'const'
const valueOf = (expr: Expr): unknown => (expr.is === 'const' ? expr.value : undefined)
const isSet = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object' || one instanceof Uint)
