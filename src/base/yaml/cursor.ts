import { YamlFault } from './fault.js'
import type { YamlText } from './text.js'

/** A position in a text: the offset, the line (from 0), and the offset where that line starts. */
type Mark = { readonly at: number; readonly line: number; readonly lineStart: number }

/** The codes of characters that the scanner checks for. */
export const [TAB, LINE_FEED, SPACE] = [0x09, 0x0a, 0x20] as const
const RETURN = 0x0d
const [NEXT_LINE, LINE_SEPARATOR, PARAGRAPH_SEPARATOR] = [0x85, 0x2028, 0x2029]

/** Tells whether a code is the end of the text, which is read as 0. */
export const isEnd = (code: number): boolean => code === 0
/** Tells whether a code is a space or a tab. */
export const isBlank = (code: number): boolean => code === SPACE || code === TAB
/** Tells whether a code is a line break of YAML 1.1. */
export const isBreak = (code: number): boolean =>
  code === LINE_FEED || code === RETURN || code === NEXT_LINE || code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR
/** Tells whether a code is a line break or the end of the text. */
export const isBreakOrEnd = (code: number): boolean => isBreak(code) || code === 0
/** Tells whether a code is a space, a tab, a line break or the end of the text. */
export const isBlankOrEnd = (code: number): boolean => isBlank(code) || isBreakOrEnd(code)
/** Tells whether a code is a letter, a digit, `_` or `-`. */
export const isWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code) || code === 0x5f || code === 0x2d
/** Tells whether a code is a decimal digit. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
/** Returns the value of a hexadecimal digit; NaN for anything else. */
export const hexValue = (code: number): number =>
  isDigit(code)
    ? code - 0x30
    : code >= 0x41 && code <= 0x46
      ? code - 0x37
      : code >= 0x61 && code <= 0x66
        ? code - 0x57
        : NaN

/** Moves through a text once, from the start, and tracks the current line. */
export class Cursor {
  readonly text: string
  readonly jsonEscapes: boolean
  readonly #fault: string | undefined
  at = 0
  line = 0
  #lineStart = 0

  constructor({ text, fault, jsonEscapes = false }: YamlText) {
    this.text = text
    this.jsonEscapes = jsonEscapes
    this.#fault = fault
  }

  /** The column, from 0. */
  get column(): number {
    return this.at - this.#lineStart
  }

  get mark(): Mark {
    return { at: this.at, line: this.line, lineStart: this.#lineStart }
  }

  /** Returns the code of the character `ahead` places further; 0 beyond the end. */
  peek(ahead = 0): number {
    const at = this.at + ahead
    return at < this.text.length ? this.text.charCodeAt(at) : this.#end()
  }

  /** Throws the fault of the text if it comes within the next `length` characters. */
  need(length: number): void {
    if (this.at + length > this.text.length) this.#end()
  }

  #end(): number {
    if (this.#fault !== undefined) throw new YamlFault(this.#fault, { at: this.text.length, line: this.line })
    return 0
  }

  skip(length = 1): void {
    this.at += length
  }

  /** Skips a line break and returns its value: a line feed, or the Unicode separator itself. */
  readBreak(): string {
    const code = this.peek()
    this.at += code === RETURN && this.peek(1) === LINE_FEED ? 2 : 1
    this.newLine()
    return code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR ? String.fromCharCode(code) : '\n'
  }

  /** Moves to an offset that is `lines` lines further down, just before a line break. */
  skipLines(at: number, lines: number): void {
    this.at = at
    this.line += lines
  }

  /** Starts a new line here. */
  newLine(): void {
    this.line++
    this.#lineStart = this.at
  }

  /** Moves to the end of the line. */
  skipLine(): void {
    const { text } = this
    while (this.at < text.length && !isBreak(text.charCodeAt(this.at))) this.at++
  }

  skipBlanks(): void {
    while (isBlank(this.peek())) this.at++
  }

  /** Skips a comment, up to the end of the line. */
  skipComment(): void {
    if (this.peek() === 0x23) while (!isBreakOrEnd(this.peek())) this.at++
  }

  /** Tells whether a line starts here with `---` or `...`. */
  atDocumentIndicator(): boolean {
    if (this.column !== 0) return false
    const code = this.peek()
    return (
      (code === 0x2d || code === 0x2e) && this.peek(1) === code && this.peek(2) === code && isBlankOrEnd(this.peek(3))
    )
  }
}
