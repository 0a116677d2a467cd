import { isInt64 } from '../base/go/numbers.js'
import { noteEmptied, noteForm, noteNull, noteWithin } from '../base/json/as-given.js'
import { type JsonTree, treeInSteps, treeOf } from '../base/json/json-tree.js'
import { isObject, setOwn, stringifyJson } from '../base/json/json.js'
import { isBare, memberNames, noteNames } from '../base/json/member-names.js'
import { createRecentTexts } from '../base/lists/recent-texts.js'
import { givenQuantity, canonicalQuantity } from '../base/numbers/quantity.js'
import { type ParsedTime, parseExactTime, parseMicroTime, parseTime, isZeroTime } from '../base/time/time.js'
import { sortNamesInParts } from '../base/turns/sort-in-parts.js'
import { areParted, inParts, isInTurns, namesInParts, stepsInParts } from '../base/turns/work-in-parts.js'
import { exactValue } from './exact.js'
import { explain } from './explain.js'
import type { Format, Schema } from './types.js'
import { bytesText } from '../base/bytes/utf8.js'
import { parseBase64 } from '../base/rules/base64.js'

/** Notes the form in which a member was given unless it is the one that is written, and tells whether it did. */
type FormNoter = (holder: object, member: string, given: unknown, written: unknown) => boolean

/** Returns what notes the forms of values of a schema; undefined if they have only one. */
function formNoter({ format, exact }: Schema): FormNoter | undefined {
  const formOf = format && !exact ? FORMS[format] : undefined
  return (
    formOf &&
    ((holder, member, given, written) => {
      const form = given === written ? undefined : formOf(given)
      if (form === undefined || form === written) return false
      noteForm(holder, member, { written, given: form })
      return true
    })
  )
}

/** Returns the form in which a value was given, where Go knows more of it than it writes. */
type FormOf = (value: unknown) => string | undefined

const isNumeric = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

const FORMS: { readonly [format in Format]?: FormOf } = {
  quantity: (value) => (isNumeric(value) ? givenQuantity(String(value)) : undefined),
  'date-time': (value) => {
    const exact = typeof value === 'string' && value.includes('.') ? parseExactTime(value) : undefined
    return exact?.error === undefined ? exact?.time : undefined
  },
}

/** A decoded object: the fields of the schema in wire order, scalars in canonical form, frozen. */
export type Decoded<T> = {
  readonly object: T
  /** Errors of strict decoding: `unknown field "spec.foo"`, `duplicate field "kind"`, in the order of the body. */
  readonly faults: readonly string[]
}

/** A body that does not fit its schema; the message is the decoder's, without any prefix. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
}

/**
 * Decodes a JSON value by a schema, with the combined effect of Go's decoder and encoder: unknown fields dropped, nulls
 * absent, empty fields written or omitted as the schema says, maps in byte order, defaults set. `written` is the parsed
 * text, where the value does not carry all of it. Parts that the value shares with `stored`, an object of the same
 * schema, are reused as they are.
 *
 * @throws DecodeError with the message of Go's decoder for the first value of the wrong type
 */
export function decode<T>(schema: Schema, value: unknown, written?: JsonTree, stored?: object): Decoded<T> {
  const state: State = { unknown: false, noted: false }
  try {
    // The schema describes T.
    const object = decoderOf(schema)(written ? exactValue(schema, written) : value, state, stored) as T
    if (!written && !state.unknown) return { object, faults: NONE }
    const { problem, faults } = explain(schema, written ?? treeInParts(value))
    // The first occurrence of a duplicate field is decoded too, and may be of the wrong type.
    if (written && problem !== undefined) throw new DecodeError(problem)
    return { object, faults }
  } catch (error) {
    if (error !== MISFIT) throw error
    const { problem } = explain(schema, written ?? treeInParts(value))
    throw new DecodeError(problem ?? 'json: cannot unmarshal value')
  }
}

/** Returns the tree of a value, made over several turns if the work is. */
const treeInParts = (value: unknown): JsonTree =>
  isInTurns() && isObject(value) ? stepsInParts(value, treeInSteps, () => treeInSteps(value)) : treeOf(value)

const NONE: readonly string[] = []
const NOTHING: Readonly<Record<string, unknown>> = {}

/** `noted`: there is a note on something that was decoded. */
type State = { unknown: boolean; noted: boolean }
function join(state: State, part: State): void {
  if (part.unknown) state.unknown = true
  if (part.noted) state.noted = true
}

/** Decodes a value; `before` is the value at the same place in the stored object. */
type Decoder = (value: unknown, state: State, before?: unknown) => unknown

const decoders = new WeakMap<Schema, Decoder>()

function decoderOf(schema: Schema): Decoder {
  let decoder = decoders.get(schema)
  if (!decoder) {
    decoder = createDecoder(schema)
    decoders.set(schema, decoder)
  }
  return decoder
}

function createDecoder(schema: Schema): Decoder {
  if (schema.raw) return passThrough
  if (schema.or) return createEitherDecoder(schema, schema.or)
  switch (schema.format) {
    case 'quantity':
      return decodeQuantity
    case 'int-or-string':
      return (value) => (typeof value === 'string' || isInt32(value) ? value : misfit())
    case 'date-time':
      return timeText(schema.exact ? parseExactTime : parseTime)
    case 'micro-time':
      return timeText(parseMicroTime)
    case 'byte':
      return decodeBytes
  }
  switch (schema.type) {
    case 'string':
      return decodeText
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : misfit())
    case 'number':
      return (value) => {
        const number = typeof value === 'bigint' ? Number(value) : value
        return typeof number === 'number' && Number.isFinite(number) ? number : misfit()
      }
    case 'integer':
      return schema.format === 'int32'
        ? (value) => (isInt32(value) ? value : misfit())
        : (value) => (isInt64(value) ? value : misfit())
    case 'array':
      return schema.items ? createListDecoder(schema.items) : passThrough
    case 'object':
      if (schema.isShared) return sharing(createStructDecoder(schema))
      if (schema.properties) return createStructDecoder(schema)
      return schema.additionalProperties ? createMapDecoder(schema.additionalProperties) : passObject
    default:
      return passThrough
  }
}

function createEitherDecoder({ or: _, ...schema }: Schema, other: 'boolean' | 'array'): Decoder {
  // Created at first use, because such schemas are recursive.
  let one: Decoder | undefined
  return (value, state, before) => {
    const decode = (one ??= createDecoder(schema))
    if (other === 'boolean' && typeof value === 'boolean') return value
    if (other === 'array' && Array.isArray(value))
      return Object.freeze(value.map((item) => (isObject(item) ? decode(item, state) : item)))
    if (other === 'array' && !isObject(value)) return undefined
    return decode(value, state, before)
  }
}

const decodeText: Decoder = (value) => (typeof value === 'string' ? value : misfit())
const passThrough: Decoder = (value) => value
const passObject: Decoder = (value) => (isObject(value) ? value : misfit())

function createListDecoder(items: Schema): Decoder {
  const decodeItem = decoderOf(items)
  const zero = zeroOf(items)
  return (value, state, before) => {
    if (!Array.isArray(value)) return misfit()
    const known: readonly unknown[] = Array.isArray(before) ? before : NONE
    const decodeAt = (item: unknown, i: number, at: State) => {
      if (item === null) return zero(at)
      return item === known[i] ? item : decodeItem(item, at, known[i])
    }
    if (!areParted(value.length)) return Object.freeze(value.map((item: unknown, i) => decodeAt(item, i, state)))
    const begin = (): { readonly items: unknown[] } & State => ({ items: [], unknown: false, noted: false })
    const made = inParts(value, decodeItem, value.length, begin, (made, i) =>
      made.items.push(decodeAt(value[i], i, made)),
    )
    join(state, made)
    return Object.freeze(made.items)
  }
}

function createMapDecoder(values: Schema): Decoder {
  const decodeValue = values.format === 'quantity' ? decodeResource : decoderOf(values)
  const zero = zeroOf(values)
  const isOfBytes = values.format === 'byte'
  const noteForm = formNoter(values)
  return (value, state, before) => {
    if (!isObject(value)) return misfit()
    const known = before !== undefined && isObject(before) ? before : NOTHING
    const names = namesInParts(value)
    const keys = names.length > 1 ? sortNamesInParts(value, createMapDecoder, names) : names
    const begin = (): { readonly out: Record<string, unknown> } & State => ({ out: {}, unknown: false, noted: false })
    const made = inParts(value, decodeValue, keys.length, begin, (made, i) => {
      const key = keys[i] ?? ''
      const given = value[key]
      const same = given === known[key] && Object.hasOwn(known, key)
      const written = given === null ? zero(made) : same ? given : decodeValue(given, made, known[key])
      setOwn(made.out, key, written)
      if (given === null) {
        if (!isOfBytes) return
        noteNull(made.out, key)
        made.noted = true
      } else if (noteForm?.(made.out, key, given, written)) made.noted = true
    })
    join(state, made)
    noteNames(made.out, keys)
    if (made.noted) noteWithin(made.out)
    return Object.freeze(made.out)
  }
}

/** What no value has a member of. */
const ABSENT = Symbol('absent')

type Member = {
  readonly name: string
  /** What a value has the field as. */
  readonly source: string | symbol
  /** Its index among the fields of the struct. */
  readonly place: number
  readonly decode: Decoder
  /** Returns the value written for an absent field; undefined to write nothing. */
  readonly absent: (state: State) => unknown
  readonly dropsEmpty: boolean
  /** A list or a map, where Go tells an empty value from an absent one. */
  readonly isHolding: boolean
  /** The value written in place of an empty one that is dropped. */
  readonly filled: unknown
  /** Notes the form in which a time or a quantity was given; of other members there is nothing to note. */
  readonly noteForm: FormNoter | undefined
}

/** The fields of a struct in order, and those that are written even when absent, as absent ones. */
type Members = { readonly all: ReadonlyMap<string, Member>; readonly owed: readonly Member[] }

function membersOf(properties: NonNullable<Schema['properties']>): Members {
  const all = new Map<string, Member>()
  for (const [name, schema] of Object.entries(properties)) all.set(name, createMember(name, all.size, schema))
  const owed = [...all.values()].filter(({ absent }) => absent !== absentMember)
  return { all, owed: owed.map((member) => ({ ...member, source: ABSENT })) }
}

/**
 * Returns the fields that a value of these names has, in schema order. Most values have them in that order already. A
 * struct may have forty fields, of which most values set a few; so this goes through the value, not the schema.
 */
function givenMembers(all: ReadonlyMap<string, Member>, names: readonly string[]): Member[] {
  const given: Member[] = []
  let last = -1
  for (let i = 0; i < names.length; i++) {
    const member = all.get(names[i] ?? '')
    if (!member) continue
    if (member.place < last) {
      insert(given, member)
      continue
    }
    given.push(member)
    last = member.place
  }
  return given
}

/** Adds a field to others in schema order, some of which come after it. */
function insert(given: Member[], member: Member): void {
  let at = given.length
  for (let last = given[at - 1]; last && last.place > member.place; last = given[at - 1]) given[at--] = last
  given[at] = member
}

/** Adds those of the fields that are written even when absent which are not among the others. */
function addOwed(given: Member[], owed: readonly Member[]): void {
  for (let i = 0; i < owed.length; i++) {
    const other = owed[i]
    if (!other) continue
    let at = given.length
    while (at > 0 && (given[at - 1]?.place ?? 0) > other.place) at--
    if (given[at - 1]?.place !== other.place) given.splice(at, 0, other)
  }
}

function createStructDecoder(schema: Schema): Decoder {
  const { properties = {} } = schema
  // Created at first use, so that a schema may refer to itself.
  let members: Members | undefined
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true
  return (value, state, before) => {
    if (!isObject(value)) return misfit()
    const known = before !== undefined && isObject(before) ? before : undefined
    const { all, owed } = (members ??= membersOf(properties))
    const out: Written = {}
    const names = memberNames(value)
    const given = givenMembers(all, names)
    const hasUnknown = given.length < names.length
    if (owed.length > 0) addOwed(given, owed)
    for (let i = 0; i < given.length; i++) {
      const member = given[i]
      if (member) write(out, member, value, state, known)
    }
    if (hasUnknown && keepsUnknown) copyUnknown(out, all, value)
    else if (hasUnknown) state.unknown = true
    if (state.noted) noteWithin(out)
    return Object.freeze(out)
  }
}

/** Copies the members of a value that are not among the fields of its struct. */
function copyUnknown(out: Written, all: Members['all'], value: Values): void {
  for (const key of memberNames(value)) if (!all.has(key)) setOwn(out, key, value[key])
}

const shared = new WeakSet<object>()

/** Tells whether a decoded value has been given again, for several objects to share it. */
export const isShared = (value: object): boolean => shared.has(value)

/** Makes a decoder that decodes equal values once: V8 writes a text ten times faster than a struct is decoded. */
function sharing(decodeStruct: Decoder): Decoder {
  const known = createRecentTexts<object>()
  return (value, state, before) => {
    // What is like the stored object shares parts with that, and a large value takes several turns.
    if (before !== undefined || isInTurns() || !isObject(value) || !known.isPromising())
      return decodeStruct(value, state, before)
    const text = stringifyJson(value)
    const found = known.get(text)
    if (found) {
      shared.add(found)
      return found
    }
    const own: State = { unknown: false, noted: false }
    const made = decodeStruct(value, own) as object // a struct
    // Numbers that are none are null in a text, too.
    if (!own.unknown && !own.noted && !text.includes('null')) known.set(text, made)
    join(state, own)
    return made
  }
}

type Values = Readonly<Record<string | symbol, unknown>>
type Written = Record<string, unknown>

/** Decodes a field and writes it, unless it is to be omitted. */
function write(out: Written, member: Member, value: Values, state: State, known: Values | undefined): void {
  const { name, decode } = member
  const given = value[member.source]
  // Most members are texts.
  if (decode === decodeText && typeof given === 'string' && given !== '') {
    out[name] = given
    return
  }
  const before = known?.[name]
  const isAbsent = given === undefined || given === null
  const decoded = isAbsent ? member.absent(state) : given === before ? given : decode(given, state, before)
  if (given !== decoded && given !== undefined && member.noteForm?.(out, name, given, decoded)) state.noted = true
  if (decoded === undefined) return
  if (!member.dropsEmpty || (typeof decoded === 'string' ? decoded !== '' : !isEmpty(decoded))) out[name] = decoded
  else if (member.filled !== undefined) out[name] = member.filled
  else if (member.isHolding && decoded !== null) {
    noteEmptied(out, name)
    state.noted = true
  }
}

const absentMember = () => undefined

function createMember(name: string, place: number, schema: Schema): Member {
  const decode = decoderOf(schema)
  const { default: given, empty = 'omit' } = schema
  const absent = given !== undefined ? () => given : empty === 'emit' ? zeroOf(schema) : absentMember
  // In Go an empty value of a non-pointer field counts as absent; a default that is itself empty has no effect.
  const filled = isEmpty(given) ? undefined : given
  return {
    name,
    source: name,
    place,
    decode,
    absent,
    filled,
    noteForm: formNoter(schema),
    isHolding: schema.type === 'array' || (schema.type === 'object' && !schema.properties),
    dropsEmpty: empty === 'omit' || (empty === 'emit' && filled !== undefined),
  }
}

function zeroOf(schema: Schema): (state: State) => unknown {
  if (schema.nullable || schema.format === 'date-time' || schema.format === 'micro-time') return () => null
  if (schema.format === 'quantity') return () => '0'
  if (schema.format === 'int-or-string' || schema.type === 'integer' || schema.type === 'number') return () => 0
  if (schema.type === 'string') return () => ''
  if (schema.type === 'boolean') return () => false
  if (schema.type === 'object' && schema.properties) return (state) => decoderOf(schema)({}, state)
  return () => null
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === 0 || value === false || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && isBare(value)
}

/**
 * Thrown by the fast path, which only detects that something does not fit; the slow path (explain) finds the message.
 */
const MISFIT = Symbol('misfit')

type DecodeScalar = (value: unknown) => unknown

function misfit(): never {
  throw MISFIT
}

const isInt32 = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= -2147483648 && Number(value) <= 2147483647

const isByte = (item: unknown) => item === null || (Number.isInteger(item) && Number(item) >= 0 && Number(item) <= 255)

const decodeQuantity: DecodeScalar = (value) => readQuantity(value, { isResource: false }) ?? misfit()
const decodeResource: DecodeScalar = (value) => readQuantity(value, { isResource: true }) ?? misfit()

function timeText(parse: (text: string) => ParsedTime): DecodeScalar {
  return (value) => {
    if (typeof value !== 'string') return misfit()
    const parsed = parse(value)
    if (parsed.error !== undefined) return misfit()
    return isZeroTime(parsed.time) ? null : parsed.time
  }
}

/** Decodes bytes: base64, or a list of numbers, which Go accepts too. */
export function decodeBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isByte) ? btoa(bytesText(Uint8Array.from(value, Number))) : misfit()
  if (typeof value !== 'string') return misfit()
  const bytes = parseBase64(value)
  return bytes.error === undefined ? bytes.text : misfit()
}

/**
 * Returns the canonical text of a quantity; undefined if the value is not one. Only quantities of resource lists are
 * rounded up to thousandths (SetDefaults_ResourceList).
 */
function readQuantity(value: unknown, how: { readonly isResource: boolean }): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const given = typeof value === 'bigint' ? String(value) : value
  const quantity = canonicalQuantity(given, { roundUpToMilli: how.isResource })
  return 'error' in quantity ? undefined : quantity.text
}
