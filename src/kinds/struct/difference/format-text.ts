import { byteText, charBytes, utf8Length } from '../../../base/bytes/utf8.js'
import { type Options, levelOf } from './options.js'
import { ELLIPSIS, type Line, type Text } from './text.js'
import { goQuote } from '../../../base/go/printable.js'

const PRINTED = /^[\p{L}\p{M}\p{N}\p{P}\p{S} \t]*$/u

/** Formats a string in quotes, or in triple quotes if it has several lines and belongs to one of two values only. */
export function formatText(options: Options, text: string, prefix = ''): Text {
  const bytes = byteText(text)
  const most = options.isLimited ? (1 << levelOf(options)) << 5 : bytes.length
  const lines = text.replace(/\n$/, '').split('\n')
  if ((options.mode === '-' || options.mode === '+') && lines.length >= 4) {
    const told = lines.map(withoutReturns)
    const isPlain = told.every(
      (line) => PRINTED.test(line) && !isAmbiguous(line, prefix) && byteText(line).length <= most,
    )
    const mostLines = options.isLimited ? (1 << levelOf(options)) << 2 : lines.length
    if (isPlain) return tripleQuoted(told, options.mode, prefix, mostLines)
  }
  if (bytes.length > most + ELLIPSIS.length) return prefix + quotedBytes(bytes.slice(0, most)) + ELLIPSIS
  return prefix + quotedBytes(bytes)
}

/** Removes a carriage return from both ends of a line. */
export const withoutReturns = (line: string): string => line.replace(/\r$/, '').replace(/^\r/, '')

/** Tells whether a line could be mistaken for the syntax around it. */
export const isAmbiguous = (line: string, prefix = ''): boolean =>
  (line.startsWith(prefix) ? line.slice(prefix.length) : line).startsWith('"""') || line.startsWith(ELLIPSIS)

/** Tells whether all characters of a line are printable. */
export const isPrinted = (line: string): boolean => PRINTED.test(line)

function tripleQuoted(lines: readonly string[], sign: '-' | '+', prefix: string, most: number): Text {
  const line = (value: string): Line => ({ sign, value, isBare: true })
  const left = lines.length - (most - 1)
  const told = left > 1 ? lines.slice(0, most - 1) : lines
  const elided = left > 1 ? [{ ...line(ELLIPSIS), comment: `${left} elided lines` }] : []
  const records = [line(`${prefix}"""`), ...told.map(line), ...elided, line(`${prefix}"""`)]
  return { before: '(', value: { records }, after: ')' }
}

/** Formats bytes in quotes, or in backquotes if quotes would need escapes. */
export function quotedBytes(bytes: string): string {
  const { quoted, text } = goQuoteBytes(bytes)
  const needsEscapes = utf8Length(quoted) !== bytes.length + 2
  return needsEscapes && text !== undefined && !text.includes('`') && PRINTED.test(text) ? `\`${text}\`` : quoted
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Quotes bytes, one per character, like strconv.Quote; `text` is the decoded string, if they are valid UTF-8. */
function goQuoteBytes(bytes: string): { readonly quoted: string; readonly text: string | undefined } {
  const text = decoded(bytes)
  if (text !== undefined) return { quoted: goQuote(text), text }
  let out = ''
  for (let at = 0; at < bytes.length;) {
    const width = [1, 2, 3, 4].find(
      (each) => at + each <= bytes.length && decoded(bytes.slice(at, at + each)) !== undefined,
    )
    if (width === undefined) out += `\\x${bytes.charCodeAt(at).toString(16).padStart(2, '0')}`
    else out += goQuote(decoded(bytes.slice(at, at + width)) ?? '').slice(1, -1)
    at += width ?? 1
  }
  return { quoted: `"${out}"`, text: undefined }
}

/** Decodes bytes; undefined if they are not valid UTF-8. */
function decoded(bytes: string): string | undefined {
  try {
    return strict.decode(charBytes(bytes))
  } catch {
    return undefined
  }
}
