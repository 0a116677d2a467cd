import { utf8Length } from '../utf8.js'
/** The name part of a qualified name, and what a label value is when it is not empty. */
export const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'

/** A pattern the whole value has to match. */
export const wholeText = (pattern: string): RegExp => new RegExp(`^${pattern}$`)

/** MaxLenError of k8s.io/apimachinery/pkg/util/validation. */
export const maxLength = (most: number): string => `must be no more than ${most} characters`

/** RegexError of k8s.io/apimachinery/pkg/util/validation; two spaces come before each `or`. */
export const patternText = (message: string, pattern: string, ...examples: readonly string[]): string =>
  `${message} (${examples.length > 0 ? 'e.g. ' : ''}${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${pattern}')`

/** Tells whether a text is longer than so many bytes of UTF-8, which is what Go counts. */
export function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && utf8Length(text) > bytes)
}
