import { invalid, type Issue, issueText } from '../../base/errors/issue.js'
import { compareBytes } from '../../base/json/json.js'
import { labelValue } from '../../base/rules/labels.js'
import { qualifiedName } from '../../base/rules/names.js'
import { badRequest } from '../../base/errors/status.js'
import type { Token } from './label-lexer.js'
import { type LabelOperator, type LabelRequirement, parseInt64 } from './label-requirement.js'

/** The tokens of a label selector that are left, and the next one if it has been looked at. */
export type Reader = { readonly tokens: Iterator<Token, unknown>; next: Token | undefined }

const OPERATORS: { readonly [type in Token['type']]?: LabelOperator } = {
  in: 'in',
  notin: 'notin',
  '=': 'in',
  '==': 'in',
  '!=': 'notin',
  '>': 'gt',
  '<': 'lt',
}
const OPERATOR_WORDS = 'in, notin, =, ==, !=, gt, lt'

const END: Token = { type: 'end', text: '' }
/** Returns the next token without consuming it; the end token after the last one. */
export const peek = (reader: Reader): Token => (reader.next ??= read(reader))
/** Consumes the next token. */
export function take(reader: Reader): Token {
  const token = reader.next ?? read(reader)
  reader.next = undefined
  return token
}

function read({ tokens }: Reader): Token {
  const { done, value } = tokens.next()
  return done ? END : value
}

const fail = (text: string) => badRequest(`unable to parse requirement: ${text}`)

/** Tells whether a token can be a key or a value; `in` and `notin` can. */
export const isWord = ({ type }: Token): boolean => type === 'identifier' || type === 'in' || type === 'notin'

/** Parses one requirement; throws a 400 if that fails. */
export function parseRequirement(reader: Reader): LabelRequirement {
  const absent = peek(reader).type === '!'
  if (absent) take(reader)
  const name = take(reader)
  if (!isWord(name)) throw fail(`found '${name.text}', expected: identifier`)
  const key = name.text
  const problems = qualifiedName(key)
  // The field path of a key is nil, which the server prints as `<nil>`.
  if (problems.length > 0) throw fail(issueText(invalid('<nil>', key, problems.join('; '))))
  if (absent) return { key, operator: '!', values: [] }
  if (peek(reader).type === 'end' || peek(reader).type === ',') return { key, operator: 'exists', values: [] }
  const word = take(reader)
  const operator = OPERATORS[word.type]
  if (operator === undefined) throw fail(`found '${word.text}', expected: ${OPERATOR_WORDS}`)
  const values = word.type === 'in' || word.type === 'notin' ? parseValues(reader) : [parseExactValue(reader)]
  checkValues(key, operator, values)
  return { key, operator, values }
}

function parseExactValue(reader: Reader): string {
  if (peek(reader).type === 'end' || peek(reader).type === ',') return ''
  const value = take(reader)
  if (!isWord(value)) throw fail(`found '${value.text}', expected: identifier`)
  return value.text
}

function parseValues(reader: Reader): readonly string[] {
  const open = take(reader)
  if (open.type !== '(') throw fail(`found '${open.text}' expected: '('`)
  const first = peek(reader)
  if (first.type !== ')' && first.type !== ',' && !isWord(first))
    throw fail(`found '${first.text}', expected: ',', ')' or identifier`)
  if (first.type === ')') {
    take(reader)
    return ['']
  }
  const values = new Set<string>()
  for (;;) {
    const token = take(reader)
    const next = peek(reader)
    if (isWord(token)) {
      values.add(token.text)
      if (next.type !== ',' && next.type !== ')') throw fail(`found '${next.text}', expected: ',' or ')'`)
    } else if (token.type === ',') {
      if (values.size === 0 || next.type === ')' || next.type === ',') values.add('')
      if (next.type === ',') take(reader)
    } else throw fail(`found '${token.text}', expected: ',', or identifier`)
    // Two commas are consumed together, so a parenthesis right after them does not end the list.
    if (next.type === ')') break
  }
  take(reader)
  return [...values].sort(compareBytes)
}

function checkValues(key: string, operator: LabelOperator, values: readonly string[]): void {
  const issues: Issue[] = []
  values.forEach((value, i) => {
    const wrong = (operator === 'gt' || operator === 'lt') && parseInt64(value) === undefined
    if (wrong) issues.push(invalid(`values[${i}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"))
  })
  values.forEach((value, i) => {
    const problems = labelValue(value)
    if (problems.length > 0) issues.push(invalid(`values[${i}][${key}]`, value, problems.join('; ')))
  })
  const texts = [...new Set(issues.map(issueText))]
  if (texts.length > 0) throw fail(texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`)
}
