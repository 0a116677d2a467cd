import { LibraryNotLoaded } from '../base/turns/late-library.js'
import { patternFault } from '../base/go/re2.js'
import { countParts } from '../base/turns/work-in-parts.js'
import { type Evaluate, createEvaluation } from './run/evaluate.js'
import { optimize } from './run/optimize.js'
import { type Expr, partsOf } from './syntax/expression.js'
import { OverLimit } from './syntax/parser-limits.js'
import { parseExpression } from './syntax/parser.js'
import { NO_NAME, syntaxFaults } from './syntax/syntax-faults.js'
import { NotParsed } from './syntax/token-reader.js'
import { type PlacedFault, NOWHERE } from './syntax/tokens.js'
import { checkTypes } from './types/checker.js'
import { type Environment, syntaxOf } from './types/environment.js'
import { type Type, runtimeText } from './types/type.js'
import { TooComplex } from './types/unify.js'
import { validationFaults } from './types/validators.js'

/** Formats an error that a server reports without a position. */
const placelessError = (text: string): string => `ERROR: <input>:-1:0: ${text}`

// As many as a server reports (cel-go: common.Errors).
const MOST_FAULTS = 100
// Each error shows its line; that of a long expression is shown less often.
const MOST_SHOWN = 200_000

/** Formats errors as a server does, in the order of their positions. */
function errorsText(expression: string, faults: readonly PlacedFault[]): string {
  const most = Math.min(MOST_FAULTS, Math.ceil(MOST_SHOWN / (expression.length + 1)))
  const texts = faults
    .slice(0, most)
    .sort((a, b) => a.at - b.at)
    .map((fault) => errorAt(expression, fault))
  const left = faults.length - most
  return [...texts, ...(left > 0 ? [`${left} more errors were truncated`] : [])].join('\n')
}

/** Formats an error as a server does, with the line and a mark under the position. */
export function errorAt(expression: string, { text, at }: PlacedFault): string {
  if (at === NOWHERE) return placelessError(text)
  if (expression === '') return `ERROR: <input>:1:0: ${text}`
  const before = expression.slice(0, at)
  const line = before.split('\n').length
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length
  const shown = expression.split('\n')[line - 1] ?? ''
  const characters = [...shown]
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? WIDE_DOT : '.'))
  const mark = isWide(characters[column] ?? '') ? WIDE_MARK : '^'
  return `ERROR: <input>:${line}:${column + 1}: ${text}\n | ${shown.replaceAll('\t', ' ')}\n | ${dots.join('')}${mark}`
}

// Non-ASCII characters are assumed to be twice as wide.
const isWide = (character: string) => character > '\x7f'
const WIDE_DOT = '\uff0e'
const WIDE_MARK = '\uff3e'

/** An expression that can be evaluated, or its error. */
export type Checked =
  | {
      readonly ok: true
      readonly type: Type
      readonly expr: Expr
      /** Evaluates it with the given variables; aborts when it costs more than `limit`. */
      readonly run: Evaluate
    }
  | {
      readonly ok: false
      readonly text: string
      /** Whether it is valid, but cannot be evaluated. */
      readonly isInternal?: boolean
    }

/** The expected type of an expression, and the texts of its errors. */
type Expected = {
  /** The names of the allowed types; any if empty. */
  readonly types: readonly string[]
  readonly wrongType: (type: Type) => string
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

// The cost of checking an expression, in the units that long work is divided into.
const PARTS_OF_CHECK = 200

/** Counts the check of an expression as a part of long work. */
export const countCheck = (expression: string): void => countParts(PARTS_OF_CHECK + expression.length / 10)

/** Checks an expression in an environment, and compiles it. */
export function checkExpression(env: Environment, expression: string, { types, wrongType, head }: Expected): Checked {
  const root = checkedTree(env, expression)
  if (typeof root === 'string') return { ok: false, text: head + root }
  const { type } = root
  if (types.length > 0 && !types.includes(runtimeText(type))) return { ok: false, text: wrongType(type) }
  try {
    const ready = optimize(root)
    checkPatterns(ready)
    return { ok: true, type, expr: root, run: createEvaluation(ready) }
  } catch (error) {
    if (error instanceof LibraryNotLoaded) throw error
    const { message } = error as Error // conversions and patterns throw no others
    return { ok: false, text: `program instantiation failed: ${message}`, isInternal: true }
  }
}

/** Returns the type of an expression; a returned string tells its errors. */
export function typeOfExpression(env: Environment, expression: string): Type | string {
  countCheck(expression)
  const root = checkedTree(env, expression)
  return typeof root === 'string' ? root : root.type
}

/** Parses and checks an expression; a returned string tells its errors. */
function checkedTree(env: Environment, expression: string): Expr | string {
  const long = lengthFault(expression)
  if (long !== undefined) return placelessError(long)
  try {
    const { root, faults } = parseExpression(expression, syntaxOf(env))
    if (faults.length > 0) return errorsText(expression, faults)
    const wrong = checkTypes(root, env)
    const found = wrong.length > 0 ? wrong : validationFaults(root)
    return found.length > 0 ? errorsText(expression, found) : root
  } catch (error) {
    if (error instanceof NotParsed) return syntaxText(expression, error)
    if (error instanceof OverLimit) return placelessError(error.message)
    if (error instanceof TooComplex) return placelessError('expression has types that are too complex')
    throw error
  }
}

// For a longer expression only the first syntax error is reported.
const MOST_TOLD = 20_000

function syntaxText(expression: string, { at, found }: NotParsed): string {
  const told = expression.length > MOST_TOLD ? [] : syntaxFaults(expression)
  const faults = told.length > 0 ? told : [{ text: `mismatched input '${found}' expecting <EOF>`, at }]
  return errorsText(
    expression,
    faults.map((fault) =>
      fault.at === NOWHERE || fault.text === NO_NAME ? fault : { ...fault, text: `Syntax error: ${fault.text}` },
    ),
  )
}

// Constant patterns are parsed when the expression is compiled.
function checkPatterns(expr: Expr): void {
  const [pattern] = expr.is === 'call' && (expr.name === 'find' || expr.name === 'findAll') ? expr.args : []
  const fault = pattern?.is === 'const' && typeof pattern.value === 'string' ? patternFault(pattern.value) : undefined
  if (fault !== undefined) throw new Error(fault)
  partsOf(expr).forEach(checkPatterns)
}
