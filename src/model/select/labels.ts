import { type Issue, aggregateText, invalid, issueText } from '../../base/errors/issue.js'
import { type JsonObject, compareBytes, getOwn } from '../../base/json/json.js'
import { badRequest } from '../../base/errors/status.js'
import { type Steps, finish } from '../../base/turns/steps.js'
import { type LabelOperator, type LabelRequirement, meetsRequirement, parseInt64 } from './label-requirement.js'
import { labelValue, qualifiedName } from '../../base/rules/names.js'

/** Requirements that must all be met; an empty selector selects everything. */
export type LabelSelector = readonly LabelRequirement[]

/** Parses a label selector; throws a 400 with the message of k8s.io/apimachinery/pkg/labels. */
export const parseLabelSelector = (text: string): LabelSelector =>
  finish(labelRequirements(text)).sort((a, b) => compareBytes(a.key, b.key))

/** Parses the requirements of a label selector in steps, in the order of the text. */
export function* labelRequirements(text: string): Steps<LabelRequirement[]> {
  const reader: Reader = { tokens: lexSelector(text), next: undefined }
  const requirements: LabelRequirement[] = []
  const first = peek(reader)
  if (first.type === 'end') return requirements
  if (!startsRequirement(first)) throw badRequest(`found '${first.text}', expected: !, identifier, or 'end of string'`)
  for (;;) {
    requirements.push(parseRequirement(reader))
    const after = take(reader)
    if (after.type === 'end') return requirements
    if (after.type !== ',') throw badRequest(`found '${after.text}', expected: ',' or 'end of string'`)
    const next = peek(reader)
    if (!startsRequirement(next)) throw badRequest(`found '${next.text}', expected: identifier after ','`)
    yield
  }
}

/** Tells whether an object with these labels is selected. */
export function matchesLabels(selector: LabelSelector, labels: JsonObject | undefined): boolean {
  return selector.every((requirement) => meetsRequirement(requirement, getOwn(labels ?? {}, requirement.key)))
}

const startsRequirement = (token: Token) => isWord(token) || token.type === '!'

/** The tokens of a label selector that are left, and the next one if it has been looked at. */
type Reader = { readonly tokens: Iterator<Token, unknown>; next: Token | undefined }

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
const peek = (reader: Reader): Token => (reader.next ??= read(reader))
/** Consumes the next token. */
function take(reader: Reader): Token {
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
const isWord = ({ type }: Token): boolean => type === 'identifier' || type === 'in' || type === 'notin'

/** Parses one requirement; throws a 400 if that fails. */
function parseRequirement(reader: Reader): LabelRequirement {
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
  if (issues.length > 0) throw fail(aggregateText(issues.map(issueText)))
}

/** A token of a label selector: a symbol, `in`, `notin`, an identifier, or the end. */
type Token = {
  readonly type: 'identifier' | 'end' | 'in' | 'notin' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<'
  readonly text: string
}

// Tokens as in k8s.io/apimachinery/pkg/labels: only `==` and `!=` are symbols of two characters; a NUL ends a token, or
// the input where a token should start.
const WORDS = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>\0]+))\0?/gy

/** Splits a label selector into tokens, each when it is asked for. */
function* lexSelector(text: string): Generator<Token, void, undefined> {
  for (const [, symbol, word = ''] of text.matchAll(WORDS)) {
    if (symbol !== undefined)
      yield { type: symbol as Token['type'], text: symbol } // WORDS lists the same symbols
    else yield { type: word === 'in' || word === 'notin' ? word : 'identifier', text: word }
  }
}
