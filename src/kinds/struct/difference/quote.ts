import { charBytes } from '../../../base/bytes/utf8.js'
import { goQuote } from '../../../base/go/printable.js'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Quotes bytes, one per character, like strconv.Quote; `text` is the decoded string, if they are valid UTF-8. */
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

/** Decodes bytes; undefined if they are not valid UTF-8. */
function decoded(bytes: string): string | undefined {
  try {
    return strict.decode(charBytes(bytes))
  } catch {
    return undefined
  }
}
