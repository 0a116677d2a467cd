import { compareBytes, isObject } from '../../base/json/json.js'
import { parseQuantity } from '../../base/numbers/quantity.js'
import { GO_NAMES } from '../generated/go-names.js'
import type { KubernetesVersion } from './kubernetes-version.js'
import {
  type ScalarWord,
  type StructMember,
  type TypeWord,
  findNamedType,
  findStruct,
  isScalarWord,
} from './struct-lines.js'

/**
 * Prints a value of a built-in struct as `dump.ForHash` of the real controllers does, which names of objects are hashed
 * from: all fields in Go's order with their types, empty ones too. `core.v1.PodTemplateSpec` gives
 * `(v1.PodTemplateSpec){ObjectMeta:(v1.ObjectMeta){Name:(string) …`. Controllers receive objects as protobuf, so that
 * an empty list or map is a nil one. What is printed has the fields of a version of Kubernetes.
 */
export const goDump = (struct: string, value: unknown, version: KubernetesVersion): string =>
  `(${shortName(struct)})${printerOf(struct, version)(value ?? undefined)}`

const NIL = '<nil>'

/** Prints a value without its type; undefined is the zero value. */
type Printer = (value: unknown) => string

// As Go prints a type: the last element of its package path, and its name.
const shortName = (name: string): string => name.split('.').slice(-2).join('.')

const printers = new Map<KubernetesVersion, Map<string, Printer>>()

/** Returns the printer of a struct, a named type or a scalar. */
function printerOf(name: string, version: KubernetesVersion): Printer {
  if (name === 'metadata') return printerOf('meta.v1.ObjectMeta', version)
  if (isScalarWord(name)) return SCALARS[name].print
  let ofVersion = printers.get(version)
  if (!ofVersion) printers.set(version, (ofVersion = new Map()))
  const known = ofVersion.get(name)
  if (known) return known
  const named = findNamedType(name)
  const printer = named ? valuePrinter(named.type, version) : structPrinter(name, version)
  ofVersion.set(name, printer)
  return printer
}

function structPrinter(struct: string, version: KubernetesVersion): Printer {
  const line = findStruct(struct, version)
  if (!line) throw new Error(`there is no struct ${struct}`)
  // Built with the first value, as a struct may contain itself.
  let fields: readonly Printer[] | undefined
  let zero: string | undefined
  const print = (value: unknown) => {
    fields ??= line.members.map((member) => fieldPrinter(struct, member, version))
    return `{${fields.map((field) => field(value)).join(' ')}}`
  }
  return (value) => (value === undefined ? (zero ??= print({})) : print(value))
}

/** Returns what prints a field of an object with its name and type. */
function fieldPrinter(struct: string, { name, form }: StructMember, version: KubernetesVersion): Printer {
  const { type, written } = form
  const print = valuePrinter(type, version)
  const isPointer = written === 'asGiven' || (written === 'alwaysOrNull' && isSingle(type))
  const label = `${goNameOf(struct, name, type)}:(${isPointer ? '*' : ''}${typeName(type)})`
  return (object) => {
    const value = name === '' ? object : isObject(object) ? (object[name] ?? undefined) : undefined
    return label + (isPointer && value === undefined ? NIL : print(value))
  }
}

const isSingle = ({ around, inside }: TypeWord): boolean =>
  around.length === 0 && (findNamedType(inside)?.type.around ?? []).length === 0

// An embedded struct is called as its type is.
const goNameOf = (struct: string, name: string, { inside }: TypeWord): string =>
  GO_NAMES[struct]?.[name] ??
  (name === '' ? inside.slice(inside.lastIndexOf('.') + 1) : name.charAt(0).toUpperCase() + name.slice(1))

function typeName({ around: [outer, ...around], inside, key = 'string' }: TypeWord): string {
  if (outer === 'list') return `[]${typeName({ around, inside })}`
  if (outer === 'map') return `map[${shortName(key)}]${typeName({ around, inside })}`
  return isScalarWord(inside) ? SCALARS[inside].type : shortName(inside)
}

function valuePrinter({ around: [outer, ...around], inside }: TypeWord, version: KubernetesVersion): Printer {
  if (outer === undefined) return (value) => printerOf(inside, version)(value)
  const print = valuePrinter({ around, inside }, version)
  if (outer === 'list')
    return (value) => (Array.isArray(value) && value.length > 0 ? `[${value.map(print).join(' ')}]` : NIL)
  return (value) => {
    const names = isObject(value) ? Object.keys(value).sort(compareBytes) : []
    return names.length > 0 && isObject(value)
      ? `map[${names.map((name) => `${name}:${print(value[name])}`).join(' ')}]`
      : NIL
  }
}

type Scalar = { readonly type: string; readonly print: Printer }

const scalar = (type: string, zero = ''): Scalar => ({ type, print: (value = zero) => String(value) })

/** Nothing that is hashed contains it. */
const unprinted = (type: string): Scalar => ({
  type,
  print: () => {
    throw new Error(`a value of ${type} is not printed`)
  },
})

const SCALARS: { readonly [word in ScalarWord]: Scalar } = {
  string: scalar('string'),
  bool: scalar('bool', 'false'),
  int32: scalar('int32', '0'),
  int64: scalar('int64', '0'),
  float64: unprinted('float64'),
  bytes: unprinted('[]uint8'),
  time: { type: 'v1.Time', print: (value) => `{Time:(time.Time)${printTime(value)}}` },
  microTime: unprinted('v1.MicroTime'),
  duration: unprinted('v1.Duration'),
  quantity: { type: 'resource.Quantity', print: printQuantity },
  intOrString: { type: 'intstr.IntOrString', print: printIntOrString },
  // Printed as the struct that it is.
  metadata: unprinted('v1.ObjectMeta'),
  fields: { type: 'v1.FieldsV1', print: printFields },
  any: unprinted('runtime.RawExtension'),
  json: unprinted('v1.JSON'),
}

// Go counts from the first of January of year 1.
const SECONDS_BEFORE_1970 = 62_135_596_800

// The local time of a machine that has no time zone, as in a container.
const LOCAL = `{name:(string)UTC zone:([]time.zone)${NIL} tx:([]time.zoneTrans)${NIL} extend:(string) cacheStart:(int64)0 cacheEnd:(int64)0 cacheZone:(*time.zone)${NIL}}`

function printTime(value: unknown): string {
  const print = (seconds: number, location: string) =>
    `{wall:(uint64)0 ext:(int64)${seconds} loc:(*time.Location)${location}}`
  return value === undefined ? print(0, NIL) : print(Date.parse(String(value)) / 1000 + SECONDS_BEFORE_1970, LOCAL)
}

const FORMATS = { decimal: 'DecimalSI', binary: 'BinarySI', exponent: 'DecimalExponent' }

/** Go rounds decimals that do not fit into 64 bits to this many places. */
const PLACES = 9

/** Prints a quantity; in protobuf, a missing one is `0`. */
function printQuantity(value: unknown = '0'): string {
  const print = (amount: bigint, scale: number, big: string, text: string, format: string) =>
    `{i:(resource.int64Amount){value:(int64)${amount} scale:(resource.Scale)${scale}} ` +
    `d:(resource.infDecAmount){Dec:(*inf.Dec)${big}} s:(string)${text} Format:(resource.Format)${format}}`
  const text = String(value)
  if (text === '0') return print(0n, 0, NIL, text, FORMATS.decimal)
  const quantity = parseQuantity(text)
  if (typeof quantity === 'string') throw new Error(`${text} is no quantity: ${quantity}`)
  const { unscaled, exponent, family } = quantity
  if (!quantity.big) return print(unscaled, exponent, NIL, quantity.text ?? '', FORMATS[family])
  return print(0n, 0, printDecimal(unscaled * 10n ** BigInt(PLACES + exponent)), '', FORMATS[family])
}

const WORD = 64n

/** Prints an unscaled value with nine decimal places: the words of its size, the lowest first. */
function printDecimal(unscaled: bigint): string {
  const words: bigint[] = []
  for (let rest = unscaled < 0n ? -unscaled : unscaled; rest > 0n; rest >>= WORD) words.push(BigInt.asUintN(64, rest))
  return `{unscaled:(big.Int){neg:(bool)${unscaled < 0n} abs:(big.nat)[${words.join(' ')}]} scale:(inf.Scale)${PLACES}}`
}

function printIntOrString(value: unknown = 0): string {
  const isText = typeof value === 'string'
  const [type, number, text] = isText ? [1, 0, value] : [0, Number(value), '']
  return `{Type:(intstr.Type)${type} IntVal:(int32)${number} StrVal:(string)${text}}`
}

function printFields(value: unknown): string {
  const bytes = value === undefined ? undefined : new TextEncoder().encode(JSON.stringify(value))
  return `{Raw:([]uint8)${bytes ? `[${bytes.join(' ')}]` : NIL}}`
}
