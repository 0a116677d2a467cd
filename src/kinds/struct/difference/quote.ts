import { charBytes } from '../../../base/utf8.js'
import { goQuote } from '../../../base/go-print.js'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes, one character each, in quotes as strconv.Quote has them; the text they are, if they are one. */
export function goQuoteBytes(bytes: string): { readonly quoted: string; readonly text: string | undefined } {
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

/** The text that bytes are, if they are one. */
function decoded(bytes: string): string | undefined {
  try {
    return strict.decode(charBytes(bytes))
  } catch {
    return undefined
  }
}
