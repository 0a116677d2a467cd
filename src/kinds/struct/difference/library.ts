import { printDifference } from './format-diff.js'
import { ZERO, compareValues } from './nodes.js'
import { type GoField, type GoType, goType } from './types.js'
import { wordingNow } from '../../../base/errors/wording.js'
import { goQuote, sorted } from '../../../base/go/printable.js'
import { compareBytes, encodeJson } from '../../../base/json/json.js'
import { parseQuantity, printQuantity, resourceQuantity } from '../../../base/numbers/quantity.js'
import { goDate, parseTime } from '../../../base/time/time.js'
import { unifiedDiff } from './edit-script.js'
import { elementsOf, entriesOf, isZero, memberOf, membersOf } from './values.js'

/**
 * Formats the difference of two values of a Go type like cmp.Diff of go-cmp v0.7, or since v1.34 like diff.Diff of
 * k8s.io/apimachinery: as a unified diff of their JSON.
 */
export function differenceOf(name: string, x: unknown, y: unknown): string {
  const type = goType(name)
  if (wordingNow().values === 'go') return printDifference(compareValues(type, x, y))
  return unifiedDiff(encodeJson(jsonOf(type, x), 1), encodeJson(jsonOf(type, y), 1))
}

/** Returns a value of a Go type as the server's JSON of the struct itself, which has Go's names for most fields. */
export const goJsonOf = (type: string, value: unknown): string => encodeJson(jsonOf(goType(type), value))

/** The types that write their JSON themselves, as it is in the API. */
const OWN_JSON: { readonly [name: string]: (value: unknown, type: GoType) => unknown } = {
  'resource.Quantity': (value = '0', { rounded }) => {
    const quantity = (rounded ? resourceQuantity : parseQuantity)(String(value))
    return typeof quantity === 'string' ? value : printQuantity(quantity)
  },
  'intstr.IntOrString': (value = 0) => value,
  'v1.Time': (value) => {
    if (typeof value !== 'string') return null
    const parsed = parseTime(value)
    return 'time' in parsed ? parsed.time : null
  },
  'v1.FieldsV1': (value) => value,
  'runtime.RawExtension': (value = null) => value,
  float64: (value = 0) => value,
  'apiextensions.JSON': (value = null) => sorted(value),
  'apiextensions.JSONSchemaPropsOrBool': (value) =>
    typeof value === 'boolean' ? { Allows: value, Schema: null } : { Allows: true, Schema: schemaJson(value) },
  'apiextensions.JSONSchemaPropsOrArray': (value) =>
    Array.isArray(value)
      ? { Schema: null, JSONSchemas: value.map(schemaJson) }
      : { Schema: schemaJson(value), JSONSchemas: null },
  'apiextensions.JSONSchemaPropsOrStringArray': (value) =>
    Array.isArray(value) ? { Schema: null, Property: value } : { Schema: schemaJson(value), Property: null },
}

const schemaJson = (value: unknown): unknown => jsonOf(goType('apiextensions.JSONSchemaProps'), value)

function jsonOf(type: GoType, value: unknown): unknown {
  if (!('of' in type) && type.kind !== 'struct') return value ?? ZERO[type.kind]
  const own = OWN_JSON[type.name]
  if (own) return own(value ?? undefined, type)
  if (type.kind === 'struct') return Object.fromEntries(type.fields().flatMap((field) => jsonMembers(field, value)))
  if (value === undefined || value === null) return null
  if (type.kind === 'pointer') return jsonOf(type.of(), value)
  if (type.kind === 'slice') return elementsOf(value).map((element) => jsonOf(type.of(), element))
  const entries = [...entriesOf(value)].sort(([a], [b]) => compareBytes(a, b))
  return Object.fromEntries(entries.map(([key, entry]) => [key, jsonOf(type.of(), entry)]))
}

function jsonMembers(field: GoField, value: unknown): readonly (readonly [string, unknown])[] {
  const type = field.type()
  const member = memberOf(value, field)
  if (field.written === 'inline' && type.kind === 'struct')
    return type.fields().flatMap((each) => jsonMembers(each, member))
  if (field.written === 'unlessEmpty' && isLeftOut(type, member)) return []
  return [[field.written === 'goNamed' ? field.name : field.json, jsonOf(type, member)]]
}

/** Tells whether Go leaves a value out of JSON for being empty: a list or map that has nothing, too. */
const isLeftOut = (type: GoType, value: unknown): boolean =>
  isZero(type, value) ||
  (type.kind === 'slice' && elementsOf(value).length === 0) ||
  (type.kind === 'map' && entriesOf(value).size === 0)

/** Formats a value of a Go type like Go's `%#v`. */
export const goSyntaxOf = (type: string, value: unknown): string => syntaxOf(goType(type), value)

/** Formats a value of a Go type like `%#v`: all fields, with nested pointers as addresses. */
function syntaxOf(type: GoType, value: unknown): string {
  const { name } = type
  if (name === 'v1.Time') return timeSyntax(value)
  switch (type.kind) {
    case 'bool':
      return String(value ?? false)
    case 'int':
      return name.startsWith('u') ? `0x${Number(value ?? 0).toString(16)}` : String(value ?? 0)
    case 'string':
      return goQuote(String(value ?? ''))
    case 'pointer':
      return pointerSyntax(type.of(), name, value)
    case 'struct':
      return `${name}{${structMembers(type, value)}}`
    case 'slice':
      if (value === undefined || value === null) return `${name}(nil)`
      return `${name}{${elementsOf(value)
        .map((element) => syntaxOf(type.of(), element))
        .join(', ')}}`
    case 'map':
      if (value === undefined || value === null) return `${name}(nil)`
      return `${name}{${[...entriesOf(value)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, entry]) => `${goQuote(key)}:${syntaxOf(type.of(), entry)}`)
        .join(', ')}}`
  }
}

// A type that is compared as a whole is not printed by its fields.
const BIG_AMOUNT = 'resource.infDecAmount'

function structMembers(type: GoType, value: unknown): string {
  if (type.name === BIG_AMOUNT) return `Dec:(*inf.Dec)(${value === undefined ? 'nil' : SOMEWHERE})`
  return membersOf(type, value)
    .map((member) => `${member.name}:${syntaxOf(member.type, member.value)}`)
    .join(', ')
}

/** An arbitrary address. */
const SOMEWHERE = '0xc000000000'

function pointerSyntax(of: GoType, name: string, value: unknown): string {
  const isNil = value === undefined || value === null
  // Its GoString method is called, which does not handle nil.
  if (of.name === 'v1.Time') return isNil ? '<nil>' : timeSyntax(value)
  return `(${name})(${isNil ? 'nil' : SOMEWHERE})`
}

function timeSyntax(value: unknown): string {
  if (typeof value !== 'string') return 'time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)'
  return goDate(value, 'Local')
}
