import fc from 'fast-check'

// The magic bytes of the envelope (runtime.Unknown): the type and the bytes of the object follow.
const MAGIC = [0x6b, 0x38, 0x73, 0]

export type Bytes = readonly number[]

/** A length-delimited field of a message. */
export const field = (number: number, bytes: Uint8Array | Bytes): Bytes => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
export const textField = (number: number, text: string): Bytes => field(number, new TextEncoder().encode(text))

/** An object in its envelope, with apiVersion and kind. */
export const enveloped = (apiVersion: string, kind: string, members: Bytes): Uint8Array =>
  Uint8Array.from([...MAGIC, ...field(1, [...textField(1, apiVersion), ...textField(2, kind)]), ...field(2, members)])

const varint = (length: number): number[] =>
  length < 128 ? [length] : [(length % 128) + 128, ...varint(Math.floor(length / 128))]

const [START, END] = [3, 4]
const repeated = (bytes: Bytes, times: number): Bytes => Array.from({ length: times }, () => bytes).flat()

// Field numbers: those of many structs, one that takes two bytes, the highest, and the invalid 0.
const number = fc.constantFrom(1, 1, 2, 3, 5, 8, 11, 12, 19, 99, 2 ** 29 - 1, 0)
const depth = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 12 }) }, { weight: 1, arbitrary: fc.nat({ max: 3000 }) })
const scalars: fc.Arbitrary<Bytes> = fc
  .tuple(number, fc.constantFrom(0, 1, 2, 5, 6, 7), fc.array(fc.nat({ max: 255 }), { maxLength: 12 }))
  .map(([at, wire, bytes]) => [...varint(at * 8 + wire), ...bytes])
const texts: fc.Arbitrary<Bytes> = fc
  .tuple(number, fc.constantFrom('a', '', '{"a":', '[[[[', '{"a":{"b":1e400}}', 'null', '\0', '1Gi', '../a'))
  .map(([at, text]) => textField(at, text))
const groups: fc.Arbitrary<Bytes> = fc
  .tuple(number, depth, fc.boolean(), scalars)
  .map(([at, times, isClosed, inner]) => [
    ...repeated(varint(at * 8 + START), times),
    ...inner,
    ...repeated(varint(at * 8 + END), isClosed ? times : Math.floor(times / 2)),
  ])
const nested: fc.Arbitrary<Bytes> = fc.tuple(number, fc.nat({ max: 300 }), fc.oneof(scalars, texts)).map(
  // Nested messages.
  ([at, times, inner]) => Array.from({ length: times }).reduce<Bytes>((bytes) => field(at, bytes), inner),
)

/** Fields that a kind may have or not: unknown, of wrong types, in groups, nested. */
export const members: fc.Arbitrary<Bytes> = fc
  .array(fc.oneof(scalars, texts, groups, nested), { maxLength: 4 })
  .map((all) => all.flat())
