/** The start of a token: the offset, and the line from 0. */
export type TextPlace = { readonly at: number; readonly line: number }

/** The content of each type of token besides its place. */
type Content = { readonly [mark in Mark]: unknown } & {
  /** `implicit` means that it is unquoted: its type is determined by its text. */
  readonly scalar: { readonly value: string; readonly implicit: boolean }
  readonly anchor: { readonly value: string }
  readonly alias: { readonly value: string }
  /** `handle` is empty if the suffix is the whole tag. */
  readonly tag: { readonly handle: string; readonly suffix: string }
  readonly version: { readonly major: number; readonly minor: number }
  readonly handle: { readonly handle: string; readonly prefix: string }
}

/** A token of the scanner, from which the parser makes events. */
export type Token<T extends keyof Content = keyof Content> = {
  readonly [type in T]: TextPlace & { readonly type: type } & Content[type]
}[T]

/** The types of tokens without content. */
export type Mark =
  | 'end of stream'
  | 'document start'
  | 'document end'
  | 'block sequence start'
  | 'block mapping start'
  | 'block end'
  | 'flow sequence start'
  | 'flow sequence end'
  | 'flow mapping start'
  | 'flow mapping end'
  | 'block entry'
  | 'flow entry'
  | 'key'
  | 'value'
