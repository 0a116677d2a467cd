import type { Environment } from '@marcbachmann/cel-js'
import { patternFault } from '../base/re2.js'
import { type Evaluate, createEvaluation } from './evaluate.js'
import type { Expr } from './expression.js'
import { formatFaults } from './format-fault.js'
import { furtherProblems } from './further-problems.js'
import { type LibraryError, problemOf } from './library-error.js'
import { library } from './cel-js.js'
import { literalFault } from './literals.js'
import { optimize } from './optimize.js'
import { type ParsedNode, type TypeHost, adaptNodes, parseExpression } from './parsed.js'
import { readExpression } from './read-expression.js'
import { type Problem, compileError, errorAt, placelessError } from './words.js'

/** An expression that can be evaluated, or its error. */
export type Checked =
  | {
      readonly ok: true
      readonly type: string
      readonly expr: Expr
      /** Evaluates it with the given variables; aborts when it costs more than `limit`. */
      readonly run: Evaluate
    }
  | { readonly ok: false; readonly text: string }

/** The expected type of an expression, and the texts of its errors. */
type Expected = {
  /** The allowed types; any if empty. */
  readonly types: readonly string[]
  readonly wrongType: (type: string) => string
  readonly head: string
}

// The limit of a server's parser, in code points (cel-go: parser.ExpressionSizeCodePointLimit).
const MOST_CODE_POINTS = 100_000

/** Returns the error for an expression that is too long to parse; undefined for others. */
function lengthFault(expression: string): string | undefined {
  if (expression.length <= MOST_CODE_POINTS) return undefined
  const size = expression.length - (expression.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
  return size > MOST_CODE_POINTS
    ? `expression code point size exceeds limit: size: ${size}, limit ${MOST_CODE_POINTS}`
    : undefined
}

/** Checks an expression in an environment, and compiles it. */
export function checkExpression(env: Environment, expression: string, { types, wrongType, head }: Expected): Checked {
  const long = lengthFault(expression)
  if (long !== undefined) return { ok: false, text: head + placelessError(long) }
  const failed = (error: LibraryError, further: readonly Problem[] = []): Checked => ({
    ok: false,
    text: head + compileError(expression, [problemOf(error), ...further], functionsOf(env)),
  })
  let root: ParsedNode
  let type: string
  let expr: Expr
  try {
    const parsed = parseExpression(env, expression)
    root = parsed.ast
    adaptNodes(root)
    const found = parsed.check()
    if (!found.valid) {
      const error = (found.error ?? {}) as LibraryError // it has no others
      return failed(error, furtherProblems(env, expression, error))
    }
    type = String(found.type)
    // The library passes its evaluator to the `evaluate` of a node; returning it gives access to the runtime types.
    root.evaluate = (given) => given
    expr = readExpression(root, parsed({}) as TypeHost) // what the line above returns
  } catch (error) {
    return failed((error ?? {}) as LibraryError) // it throws no others
  }
  const fault = literalFault(root)
  const faults = [...(fault ? [fault] : []), ...formatFaults(root)].sort((a, b) => a.at - b.at)
  if (faults.length > 0) return { ok: false, text: head + faults.map((one) => errorAt(expression, one)).join('\n') }
  if (types.length > 0 && !types.includes(type)) return { ok: false, text: wrongType(type) }
  try {
    const ready = optimize(expr)
    checkPatterns(ready)
    return { ok: true, type, expr, run: createEvaluation(ready, library.Optional) }
  } catch (error) {
    const { message } = error as Error // conversions and patterns throw no others
    return { ok: false, text: `program instantiation failed: ${message}` }
  }
}

// Constant patterns are parsed when the expression is compiled.
function checkPatterns(expr: Expr): void {
  const [pattern] = expr.is === 'call' && (expr.name === 'find' || expr.name === 'findAll') ? expr.args : []
  const fault = pattern?.is === 'const' && typeof pattern.value === 'string' ? patternFault(pattern.value) : undefined
  if (fault !== undefined) throw new Error(fault)
  partsOf(expr).forEach(checkPatterns)
}

/** Returns the direct subexpressions of an expression. */
function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.is) {
    case 'select':
      return [expr.operand]
    case 'list':
      return expr.items
    case 'map':
      return expr.entries.flat()
    case 'call':
      return expr.target ? [expr.target, ...expr.args] : expr.args
    case 'fold':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result]
    default:
      return []
  }
}

/** Whether an expression uses a variable. */
export const usesVariable = (expr: Expr, name: string): boolean =>
  expr.is === 'ident' ? expr.name === name : partsOf(expr).some((part) => usesVariable(part, name))

const functionsOf = (env: Environment): ReadonlySet<string> =>
  new Set(env.getDefinitions().functions.map(({ name }) => name))
