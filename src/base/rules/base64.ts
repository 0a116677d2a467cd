const SHAPE = /^[A-Za-z0-9+/]*={0,2}$/
const LAST_QUANTUM = /(?:[^=]|[AQgw]==|[AEIMQUYcgkosw048]=)$/
const DIGIT = /[A-Za-z0-9+/]/
const BREAK = /[\r\n]/

/**
 * Parses base64 as Go's StdEncoding does: line breaks skipped, unused trailing bits dropped; or returns Go's error
 * text.
 */
export function parseBase64(
  value: string,
): { readonly text: string; readonly error?: undefined } | { readonly error: string; readonly text?: undefined } {
  if (value === '' || (value.length % 4 === 0 && SHAPE.test(value) && LAST_QUANTUM.test(value.slice(-3))))
    return { text: value }
  const bad = badByte(value)
  return bad === undefined ? { text: btoa(atob(value)) } : { error: `illegal base64 data at input byte ${bad}` }
}

/** Returns the offset of the error that Go reports (decodeQuantum of encoding/base64); undefined for valid text. */
function badByte(text: string): number | undefined {
  const skipBreaks = (i: number) => {
    while (i < text.length && BREAK.test(text.charAt(i))) i++
    return i
  }
  for (let i = 0, inQuantum = 0; ; i++) {
    const c = text[i]
    if (c === undefined) return inQuantum === 0 ? undefined : i - inQuantum
    if (DIGIT.test(c)) inQuantum = (inQuantum + 1) % 4
    else if (c === '=' && inQuantum >= 2) {
      let end = i + 1
      if (inQuantum === 2) {
        end = skipBreaks(end)
        if (end === text.length) return end
        if (text[end] !== '=') return end - 1
        end++
      }
      end = skipBreaks(end)
      return end < text.length ? end : undefined
    } else if (!BREAK.test(c)) return i
  }
}
