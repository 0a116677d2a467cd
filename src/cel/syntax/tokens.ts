/** A token of CEL's grammar; `type` is its text, except for literals and names. */
export type Token = { readonly type: string; readonly text: string; readonly at: number }

/** An error at a position of an expression, or {@link NOWHERE}. */
export type PlacedFault = { readonly text: string; readonly at: number }

/** Characters that begin no token. */
export type Unread = PlacedFault & { readonly length: number }

/** The position of an error about the whole of an expression. It is before all others. */
export const NOWHERE = -1

const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?\x60]|x[0-9a-fA-F]{2}|X[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`
const TEXTS = [
  String.raw`"""(?:${ESCAPE}|[^\\])*?"""`,
  String.raw`'''(?:${ESCAPE}|[^\\])*?'''`,
  String.raw`"(?:${ESCAPE}|[^\\"\n\r])*"`,
  String.raw`'(?:${ESCAPE}|[^\\'\n\r])*'`,
].join('|')
const RAW_TEXTS = String.raw`[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`

const DIGITS = '0123456789'

// The longest match wins, the first of equally long ones. What begins with few characters is tried where one of them
// is: the first expression of a process would compile all patterns otherwise.
const KINDS: readonly (readonly [type: string, pattern: RegExp, beginnings?: string])[] = [
  ['', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]|(?:in|true|false|null)(?![A-Za-z0-9_])/y],
  ['NUM_FLOAT', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y, `${DIGITS}.`],
  ['NUM_UINT', /(?:0x[0-9a-fA-F]+|\d+)[uU]/y, DIGITS],
  ['NUM_INT', /0x[0-9a-fA-F]+|\d+/y, DIGITS],
  ['BYTES', new RegExp(`[bB](?:${TEXTS}|${RAW_TEXTS})`, 'y'), 'bB'],
  ['STRING', new RegExp(`${TEXTS}|${RAW_TEXTS}`, 'y'), `"'rR`],
  ['IDENTIFIER', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['ESC_IDENTIFIER', /`[A-Za-z0-9_.\-/ ]+`/y, '`'],
  ['SKIPPED', /[\t \r\n\f]+|\/\/[^\n]*/y, '\t \r\n\f/'],
]

const BEGUN = String.raw`\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?`

// The extent of an unterminated string or an incomplete operator, including the character it breaks off at.
const BROKEN = [
  new RegExp(String.raw`"(?:${ESCAPE}|[^\\"\n\r])*(?:${BEGUN})?[^]?`, 'y'),
  new RegExp(String.raw`'(?:${ESCAPE}|[^\\'\n\r])*(?:${BEGUN})?[^]?`, 'y'),
  /`[A-Za-z0-9_.\-/ ]*[^]?/y,
  /[=&|][^]?/y,
  /[^]/uy,
]

/** Splits an expression into tokens and lexical errors, as ANTLR's lexer does. */
export function tokensOf(expression: string): {
  readonly tokens: readonly Token[]
  readonly faults: readonly Unread[]
} {
  const tokens: Token[] = []
  const faults: Unread[] = []
  for (let at = 0; at < expression.length;) {
    let [found, type] = ['', '']
    for (const [kind, pattern, beginnings] of KINDS) {
      if (beginnings?.includes(expression.charAt(at)) === false) continue
      const text = matchAt(pattern, expression, at)
      if (text.length > found.length) [found, type] = [text, kind || text]
    }
    if (found === '') {
      found = BROKEN.map((pattern) => matchAt(pattern, expression, at)).find((text) => text !== '') ?? ''
      faults.push({ text: `token recognition error at: '${found}'`, at, length: found.length })
    } else if (type !== 'SKIPPED') tokens.push({ type, text: found, at })
    at += found.length
  }
  tokens.push({ type: '<EOF>', text: '<EOF>', at: expression.length })
  return { tokens, faults }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
