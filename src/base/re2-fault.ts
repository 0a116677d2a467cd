/** What is wrong with a pattern as Go's regular expressions (RE2) are written; undefined for one that is read (regexp/syntax: Parse). */
export function re2Fault(pattern: string): string | undefined {
  const tell = (fault: string, part: string) => `error parsing regexp: ${fault}: \`${part}\``
  let depth = 0
  // Whether something is there that may be repeated, and where the repetition before began.
  let repeatable = false
  let repetition = -1
  for (let i = 0; i < pattern.length;) {
    const rest = pattern.slice(i)
    const character = rest.charAt(0)
    const repeat = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest)
    if (repeat) {
      if (repetition >= 0)
        return tell('invalid nested repetition operator', pattern.slice(repetition, i + repeat[0].length))
      if (!repeatable) return tell('missing argument to repetition operator', repeat[0])
      const [, least, comma, most] = repeat
      if (
        least !== undefined &&
        (Number(least) > 1000 || Number(most || 0) > 1000 || (comma && most && Number(least) > Number(most)))
      )
        return tell('invalid repeat count', repeat[0])
      repetition = i
      i += repeat[0].length
      continue
    }
    repetition = -1
    repeatable = true
    let length = 1
    if (character === '(') {
      if (rest.startsWith('(?')) {
        const group = /^\(\?(?:P?<(\w+)>|[imsU]*(?:-[imsU]+)?[:)])/.exec(rest)
        if (!group) return groupFault(rest, tell)
        if (!group[0].endsWith(')')) depth++
        length = group[0].length
      } else depth++
      repeatable = false
    } else if (character === ')') {
      if (depth === 0) return tell('unexpected )', pattern)
      depth--
    } else if (character === '|') repeatable = false
    else if (character === '[') {
      const end = classEnd(rest)
      if (end < 0) return tell('missing closing ]', rest)
      const fault = classFault(rest.slice(0, end), tell)
      if (fault) return fault
      length = end
    } else if (character === '\\') {
      if (rest.length === 1) return 'error parsing regexp: trailing backslash at end of expression: ``'
      if (rest.startsWith('\\Q')) length = rest.includes('\\E') ? rest.indexOf('\\E') + 2 : rest.length
      else {
        const escape = ESCAPE.exec(rest)
        if (!escape) return tell('invalid escape sequence', [...rest].slice(0, 2).join(''))
        if (!isUnicodeClass(escape[0])) return tell('invalid character class range', escape[0])
        length = escape[0].length
      }
    }
    i += length
  }
  return depth > 0 ? tell('missing closing )', pattern) : undefined
}

const ESCAPE =
  /^\\(?:[pP](?:\{\^?\w+\}|[A-Z])|x(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{2})|[0-7]{2,3}|0|[aAbBCdDfnrsStvwWz]|[^0-9a-zA-Z\u0080-\uffff])/

/** Tells whether an escape that names a class of characters names one there is: a general category, or a script. */
function isUnicodeClass(escape: string): boolean {
  const [, long, short] = /^\\[pP](?:\{\^?(\w+)\}|([A-Z]))/.exec(escape) ?? []
  const name = long ?? short
  if (name === undefined || name === 'Any') return true
  try {
    return RegExp(name.length <= 2 ? `\\p{gc=${name}}` : `\\p{sc=${name}}`, 'u').unicode
  } catch {
    return false
  }
}

type Tell = (fault: string, part: string) => string

function groupFault(rest: string, tell: Tell): string {
  if (/^\(\?P?</.test(rest)) return tell('invalid named capture', rest.slice(0, rest.indexOf('>') + 1 || rest.length))
  return tell('invalid or unsupported Perl syntax', /^\(\?[imsU-]*.?/su.exec(rest)?.[0] ?? rest)
}

/** Where a class of characters ends; a bracket right at its beginning is one of them. */
function classEnd(rest: string): number {
  const [head = ''] = /^\[\^?\]?/.exec(rest) ?? []
  for (let i = head.length; i < rest.length; i++) {
    if (rest[i] === '\\') i++
    else if (rest.startsWith('[:', i) && rest.includes(':]', i)) i = rest.indexOf(':]', i) + 1
    else if (rest[i] === ']') return i + 1
  }
  return -1
}

function classFault(text: string, tell: Tell): string | undefined {
  const inner = text.replace(/^\[\^?/, '').slice(0, -1)
  for (const [escape] of inner.matchAll(/\\[^pPx]/g))
    if (!ESCAPE.test(escape)) return tell('invalid escape sequence', escape)
  for (const [escape] of inner.matchAll(/\\[pP](?:\{\^?\w+\}|[A-Z])/g))
    if (!isUnicodeClass(escape)) return tell('invalid character class range', escape)
  for (const [, range = '', from = '', to = ''] of inner
    .replace(/\[:\w+:\]|\\[pP](?:\{\^?\w+\}|[A-Z])|\\[dDsSwW]/g, '')
    .matchAll(/((\\?.)-(\\?.))/gsu))
    if (from.length === 1 && to.length === 1 && from > to) return tell('invalid character class range', range)
  return undefined
}
