const LIMITS: { readonly [type: string]: readonly [low: bigint, high: bigint] } = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
}

// Integers of so few characters always fit.
const SHORT = 9

/** Tells whether a number as written is a Go integer of that size; `1.0` and `1e3` are not. */
export function fitsInteger(text: string, type: string): boolean {
  if (!isInteger(text)) return false
  if (text.length <= SHORT) return true
  const [low, high] = LIMITS[type] ?? LIMITS['int64']!
  const number = BigInt(text)
  return number >= low && number <= high
}

// A loop, because a list may have a million numbers and a regular expression takes ten times as long.
function isInteger(text: string): boolean {
  const from = text.charCodeAt(0) === 0x2d ? 1 : 0
  for (let at = from; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c < 0x30 || c > 0x39) return false
  }
  return text.length > from
}
