import { syntaxFaults } from './syntax-faults.js'

/** An error of the library: a code, a sentence and a position. */
export type Problem = {
  readonly code: string
  readonly summary: string
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** The positions of the operands of an operator. */
  readonly operands?: readonly { readonly start: number; readonly end: number }[] | undefined
}

/** Converts the library's errors of an expression to a server's messages, in its order. */
export function compileError(expression: string, problems: readonly Problem[], functions: ReadonlySet<string>): string {
  if (problems.some(({ summary }) => summary === TOO_DEEP))
    return placelessError('expression recursion limit exceeded: 250')
  const faults = expression.length > MOST_TOLD ? [] : syntaxFaults(expression)
  return faults.length > 0
    ? faults.map(({ text, at }) => errorAt(expression, { text: `Syntax error: ${text}`, at })).join('\n')
    : problems
        .map((problem) => worded(expression, problem, functions))
        .sort((a, b) => a.at - b.at)
        .map((fault) => errorAt(expression, fault))
        .join('\n')
}

// For a longer expression only the first syntax error is reported, in our own words.
const MOST_TOLD = 20_000

const isSyntax = ({ code, summary }: Problem): boolean =>
  code === 'unexpected_token' || code === 'expected_token' || /token|Unterminated|character/i.test(summary)

// The library's error for too deep nesting.
const TOO_DEEP = 'Exceeded maxDepth (250)'

/** Formats an error that a server reports without a position. */
export const placelessError = (text: string): string => `ERROR: <input>:-1:0: ${text}`

/** Formats an error as a server does, with the line and a mark under the position. */
export function errorAt(expression: string, { text, at }: { readonly text: string; readonly at: number }): string {
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

const OPERATOR = /^no such overload: (.+) (==|!=|<=|>=|<|>|\+|-|\*|\/|%|in|&&|\|\|) (.+)$/
const PREFIX = /^no such overload: ([!-])(.+)$/
const METHOD = /^found no matching overload for '(?:(.*)\.)?(\w+)\((.*)\)'$/s
const MIXED = /^(?:List elements|Map key|Map value)[^']* expected type '(.*)' but found '(.*)'$/s
const BRANCHES = /^Ternary branches must have the same type, got '(.*)' and '(.*)'$/s
const LOGICAL = /^Logical operator requires bool operands, got '(.*)'$/s
const RANGE = /^Expression of type '(.*)' cannot be range of a comprehension/s
const INDEX = /^Cannot index '(.*)' by '(.*)'$/s
const PREFIXES: { readonly [operator: string]: string } = { '!': '!_', '-': '-_' }

function worded(
  expression: string,
  problem: Problem,
  functions: ReadonlySet<string>,
): { readonly text: string; readonly at: number } {
  const { summary, range, operands } = problem
  const start = range?.start ?? 0
  const [, member] = /^No such key: (.*)$/s.exec(summary) ?? []
  // The mark of a field is at the dot before it.
  if (member !== undefined) return { text: `undefined field '${member}'`, at: Math.max(0, start - 1) }
  const [, variable] = /^Unknown variable: (.*)$/s.exec(summary) ?? []
  if (variable !== undefined) return { text: `undeclared reference to '${variable}' (in container '')`, at: start }
  const [, left = '', operator, right = ''] = OPERATOR.exec(summary) ?? []
  if (operator !== undefined) {
    const name = operator === 'in' ? '@in' : `_${operator}_`
    const at = operands?.[0] ? expression.indexOf(operator, operands[0].end) : start
    return {
      text: `found no matching overload for '${name}' applied to '(${typeName(left)}, ${typeName(right)})'`,
      at: Math.max(at, 0),
    }
  }
  const [, sign, operand = ''] = PREFIX.exec(summary) ?? []
  if (sign !== undefined)
    return {
      text: `found no matching overload for '${PREFIXES[sign]}' applied to '(${typeName(operand)})'`,
      at: start,
    }
  const [, receiver, method, given = ''] = METHOD.exec(summary) ?? []
  if (method !== undefined) {
    const at = expression.indexOf('(', expression.indexOf(method, start))
    if (!functions.has(method))
      return { text: `undeclared reference to '${method}' (in container '')`, at: at < 0 ? start : at }
    const types = given === '' ? '' : typesOf(given).map(typeName).join(', ')
    return {
      text: `found no matching overload for '${method}' applied to '${receiver === undefined ? '' : `${typeName(receiver)}.`}(${types})'`,
      at: at < 0 ? start : at,
    }
  }
  const [, indexed, index = ''] = INDEX.exec(summary) ?? []
  if (indexed !== undefined)
    return {
      text: `found no matching overload for '_[_]' applied to '(${typeName(indexed)}, ${typeName(index)})'`,
      at: start,
    }
  const [, reserved] = /^Reserved identifier: (.*)$/s.exec(summary) ?? []
  if (reserved !== undefined) return { text: `reserved identifier: ${reserved}`, at: start }
  if (summary.endsWith('invalid predicate iteration variable'))
    return { text: 'argument is not an identifier', at: start }
  if (summary === 'has() invalid argument') return { text: 'invalid argument to has() macro', at: start }
  const [, logical] = LOGICAL.exec(summary) ?? []
  if (logical !== undefined) return { text: `expected type 'bool' but found '${typeName(logical)}'`, at: start }
  const [, expected, found] = MIXED.exec(summary) ?? []
  if (expected !== undefined)
    return { text: `expected type '${typeName(expected)}' but found '${typeName(found ?? '')}'`, at: start }
  return wordedWhole(expression, problem)
}

/** Converts errors of conditional branches, of comprehension ranges, and syntax errors. */
function wordedWhole(expression: string, problem: Problem): { readonly text: string; readonly at: number } {
  const { summary, range, operands } = problem
  const start = range?.start ?? 0
  const [, first, second] = BRANCHES.exec(summary) ?? []
  if (first !== undefined)
    return {
      text: `found no matching overload for '_?_:_' applied to '(bool, ${typeName(first)}, ${typeName(second ?? '')})'`,
      at: Math.max(0, expression.indexOf('?', operands?.[0]?.end ?? start)),
    }
  const [, ranged] = RANGE.exec(summary) ?? []
  if (ranged !== undefined)
    return {
      text: `expression of type '${typeName(ranged)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      at: expression[start - 1] === '.' ? start - 1 : start,
    }
  const message = expression[start] === '{' ? nameBefore(expression, start) : ''
  if (message !== '') return { text: `undeclared reference to '${message}' (in container '')`, at: start }
  if (isSyntax(problem)) return { text: `Syntax error: ${syntaxText(expression, start)}`, at: start }
  return { text: summary, at: start }
}

/** Returns the name before a brace: a message literal (`Foo{a: 1}`), which the library does not support. */
function nameBefore(expression: string, brace: number): string {
  const before = expression.slice(0, brace).trimEnd()
  let start = before.length
  while (/[\w.]/.test(before[start - 1] ?? '')) start--
  return before.slice(start)
}

const syntaxText = (expression: string, at: number): string =>
  `mismatched input ${at >= expression.length ? "'<EOF>'" : `'${expression[at]}'`} expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`

/** Converts a type name: a server writes `list(int)` for `list<int>`, and short names for well-known message types. */
const typeName = (name: string): string =>
  name
    .replace(/\bgoogle\.protobuf\.(Duration|Timestamp)\b/g, (_, message: string) => message.toLowerCase())
    .replaceAll('optional<', 'optional_type<')
    .replaceAll('<', '(')
    .replaceAll('>', ')')

const typesOf = (list: string): readonly string[] => list.split(/, (?![^<]*>)/)
