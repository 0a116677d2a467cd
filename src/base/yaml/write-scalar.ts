import { utf8Length } from '../bytes/utf8.js'

/** The number of columns beyond which the server folds text. */
export const WIDTH = 80
const LONGEST_KEY = 128

/** Formats a string that starts in a column; beyond the width it goes on in lines that are indented by `indent`. */
export function yamlScalar(text: string, indent: number, column: number, width = WIDTH): string {
  switch (styleOf(text, false)) {
    case 'plain':
      return fold(text, indent, column, 0, width)
    case 'literal':
      return literal(text, indent)
    case 'single':
      return `'${fold(text.replaceAll("'", "''"), indent, column + 1, 1, width)}'`
    case 'double':
      return `"${foldEscaped(text, indent, column + 1, width)}"`
  }
}

/** Formats a key on one line; undefined if it is too long for a simple key. */
export function yamlKey(text: string): string | undefined {
  if (text.includes('\n') || utf8Length(text) > LONGEST_KEY) return undefined
  switch (styleOf(text, true)) {
    case 'plain':
      return text
    case 'single':
      return `'${text.replaceAll("'", "''")}'`
    default:
      return `"${escapeAll(text)}"`
  }
}

const WORDS = new Set([
  '',
  '~',
  '.nan',
  '.NaN',
  '.NAN',
  ...['null', 'true', 'false', 'y', 'n', 'yes', 'no', 'on', 'off', '.inf', '+.inf', '-.inf'].flatMap(cases),
])
const NUMBER =
  /^[-+]?(?:0[xX][\da-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)$/
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/
const TIMESTAMP =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/

function cases(word: string): readonly string[] {
  const at = word.search(/[a-z]/)
  const capital = word.slice(0, at) + word.slice(at, at + 1).toUpperCase() + word.slice(at + 1)
  return [word, capital, word.toUpperCase()]
}

/** Tells whether an unquoted text would be read as another type than a string. */
function isOther(text: string): boolean {
  return (
    WORDS.has(text) ||
    (/^[-+.\d]/.test(text) && (NUMBER.test(text.replaceAll('_', '')) || SEXAGESIMAL.test(text) || TIMESTAMP.test(text)))
  )
}

// The characters that the emitter escapes, including tabs and everything beyond the basic plane.
const UNPRINTABLE = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/
const INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|[-?:](?:[ \t]|$)|---|\.\.\.)|:(?:[ \t]|$)|[\s\0]#/

function styleOf(text: string, key: boolean): 'plain' | 'single' | 'double' | 'literal' {
  if (UNPRINTABLE.test(text) || text.includes(' \n') || isOther(text)) return 'double'
  if (text.includes('\n')) return key || text.endsWith(' ') ? 'double' : 'literal'
  return INDICATOR.test(text) || text.startsWith(' ') || text.endsWith(' ') ? 'single' : 'plain'
}

/** Returns the number of code points of a text. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let at = text.search(HIGH_SURROGATE); at >= 0 && at < text.length; at++)
    if ((text.codePointAt(at) ?? 0) > 0xffff) length--
  return length
}

const HIGH_SURROGATE = /[\ud800-\udbff]/

/** Folds a text at single spaces beyond the width; `margin` is the width of its quotes, at which it is not folded. */
function fold(text: string, indent: number, column: number, margin: number, width: number): string {
  const pieces: string[] = []
  let from = 0
  let at = column
  for (let space = text.indexOf(' '), last = 0; space >= 0; space = text.indexOf(' ', space + 1)) {
    at += lengthOf(text.slice(last, space))
    last = space
    const isSingle = text[space - 1] !== ' ' && text[space + 1] !== ' '
    if (at <= width || !isSingle || space < margin || space >= text.length - margin) continue
    pieces.push(text.slice(from, space), `\n${' '.repeat(indent)}`)
    from = last = space + 1
    at = indent
  }
  return pieces.join('') + text.slice(from)
}

function foldEscaped(text: string, indent: number, column: number, width: number): string {
  const pieces: string[] = []
  let at = column
  let from = 0
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const word = escapeAll(text.slice(from, space))
    pieces.push(word)
    at += lengthOf(word)
    from = space
    if (at <= width || space === 0 || space === text.length - 1 || text[space - 1] === ' ') continue
    const escaped = text[space + 1] === ' ' ? '\\' : ''
    pieces.push(`\n${' '.repeat(indent)}${escaped}`)
    from = space + 1
    at = indent + escaped.length
  }
  return pieces.join('') + escapeAll(text.slice(from))
}

function literal(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? '2' : ''
  const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : ''
  const lines = text.replace(/\n$/, '').split('\n')
  return `|${hint}${chomp}\n${lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join('\n')}`
}

const ESCAPES: { readonly [c: string]: string } = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
}

// A match of two code units is a surrogate pair, which is escaped.
const ESCAPED = /["\\\n]|[\ud800-\udbff][\udc00-\udfff]|[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/g
const escapeAll = (text: string): string => text.replace(ESCAPED, escape)

function escape(c: string): string {
  const known = ESCAPES[c]
  if (known !== undefined) return `\\${known}`
  const code = c.codePointAt(0) ?? 0
  const hex = code.toString(16).toUpperCase()
  return code <= 0xff
    ? `\\x${hex.padStart(2, '0')}`
    : code <= 0xffff
      ? `\\u${hex.padStart(4, '0')}`
      : `\\U${hex.padStart(8, '0')}`
}
