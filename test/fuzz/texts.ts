import fc from 'fast-check'
import { stringify } from 'yaml'
import type { Asked } from './asked.js'

const YAML_PIECES = [
  '---\n',
  '...\n',
  '&a ',
  '*a',
  '<<: ',
  '!!binary ',
  '!!int ',
  '! ',
  '|\n',
  '>-\n',
  '"',
  "'",
  '\t',
  '? ',
  '- ',
  ': ',
  '[',
  '{',
  ',',
  ']',
  '}',
  '#',
  '%YAML 1.1\n',
  '\u0000',
  '\ufeff',
  '0o7',
  '.inf',
  '~',
  '1:30',
]
const JSON_PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '1e400',
  '-',
  '\\u',
  '\\ud800',
  'null',
  '01',
  '/**/',
  '\n',
  '"__proto__":1,',
  ' ',
  '\u0000',
]

/** An edit of a text: inserts a piece, removes characters, or repeats a part. */
export type Cut = { readonly at: number; readonly piece: string; readonly out: number; readonly twice: boolean }

/** Edits of a text, which insert the given pieces. */
export const textCuts = (pieces: readonly string[]): fc.Arbitrary<readonly Cut[]> =>
  fc.array(
    fc.record({
      at: fc.nat({ max: 3000 }),
      piece: fc.constantFrom('', ...pieces),
      out: fc.constantFrom(0, 0, 0, 1, 2, 20),
      twice: fc.boolean(),
    }),
    { maxLength: 3 },
  )

/** Applies edits to a text. */
export const spliced = (text: string, made: readonly Cut[]): string =>
  made.reduce((before, { at, piece, out, twice }) => {
    const from = at % (before.length + 1)
    return `${before.slice(0, from)}${piece}${twice ? before.slice(from, from + 20) : ''}${before.slice(from + out)}`
  }, text)

/** How to encode a value, and the edits of the text. */
export type Writing = { readonly notation: 'json' | 'yaml'; readonly cuts: readonly Cut[] }

/** Ways to encode a value, most of them without edits. */
export const writing = (notation?: Writing['notation']): fc.Arbitrary<Writing> =>
  fc
    .constantFrom<Writing['notation']>(...(notation ? [notation] : (['json', 'json', 'yaml'] as const)))
    .chain((chosen) =>
      fc
        .oneof(
          { weight: 3, arbitrary: fc.constant<readonly Cut[]>([]) },
          { weight: 1, arbitrary: textCuts(chosen === 'json' ? JSON_PIECES : YAML_PIECES) },
        )
        .map((made) => ({ notation: chosen, cuts: made })),
    )

/** Encodes a value. */
export const written = (value: unknown, { notation, cuts: made }: Writing): NonNullable<Asked['body']> =>
  spliced(notation === 'json' ? (JSON.stringify(value) ?? '') : yamlOf(value), made)

function yamlOf(value: unknown): string {
  try {
    return stringify(value)
  } catch {
    // JSON is YAML too, for values that the library cannot write.
    return JSON.stringify(value) ?? ''
  }
}

/** Inserts and removes some bytes. */
export const spoilt = (bytes: Uint8Array, made: readonly Cut[]): Uint8Array<ArrayBuffer> => {
  const all = [...bytes]
  for (const { at, piece, out } of made)
    all.splice(at % (all.length + 1), out, ...new TextEncoder().encode(piece), at % 256)
  return Uint8Array.from(all)
}

/** Edits of bytes. */
export const spoiling = textCuts(['\u0000', '\u0001', '\n', '\u007f', 'ÿ', '\u0012\u0002'])
