import { wordingNow } from '../errors/wording.js'
import { utf8Length } from '../bytes/utf8.js'
/** The name part of a qualified name; also a non-empty label value. */
export const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

/** Compiles a pattern that must match the whole value. */
export const wholeText = (pattern: string): RegExp => new RegExp(`^${pattern}$`)

/** MaxLenError of k8s.io/apimachinery/pkg/util/validation. */
export const maxLength = (most: number): string => `must be no more than ${most} characters`

/** MaxLenError of k8s.io/apimachinery/pkg/api/validate/content, in which labels and qualified names are since v1.35. */
export const maxLabelLength = (most: number): string => `must be no more than ${most} ${wordingNow().labelUnit}`

/** RegexError of k8s.io/apimachinery/pkg/util/validation; like there, two spaces precede each `or`. */
export const patternText = (message: string, pattern: string, ...examples: readonly string[]): string =>
  `${message} (${examples.length > 0 ? 'e.g. ' : ''}${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${pattern}')`

/** Tells whether a text has more than this many bytes of UTF-8, which is what Go counts. */
export function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && utf8Length(text) > bytes)
}
