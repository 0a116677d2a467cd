/** Where a token begins: the offset, and the line from 0. */
export type TextPlace = { readonly at: number; readonly line: number }

/** What tokens have besides their place. */
type Content = { readonly [mark in Mark]: unknown } & {
  /** `implicit` where it has no quotes: then its text tells its type. */
  readonly scalar: { readonly value: string; readonly implicit: boolean }
  readonly anchor: { readonly value: string }
  readonly alias: { readonly value: string }
  /** `handle` is empty where the suffix is the whole tag. */
  readonly tag: { readonly handle: string; readonly suffix: string }
  readonly version: { readonly major: number; readonly minor: number }
  readonly handle: { readonly handle: string; readonly prefix: string }
}

/** What the scanner makes of a text, of which the parser makes nodes. */
export type Token<T extends keyof Content = keyof Content> = {
  readonly [type in T]: TextPlace & { readonly type: type } & Content[type]
}[T]

/** Tokens that are nothing but their place. */
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
