import { isObject } from '../../../base/json/json.js'
import { byteText } from '../../../base/bytes/utf8.js'
import { formatText, quotedBytes } from './format-text.js'
import { FIRST, type Options, below, mostParts } from './options.js'
import { type Line, type Text, type Wrap, inBraces, withEllipsis } from './text.js'
import type { GoType } from './types.js'
import { MISSING, elementsOf, entriesOf, isZero, membersOf } from './values.js'
import { parseQuantity, printQuantity } from '../../../base/numbers/quantity.js'
import { formatSelector } from '../../../model/registry/label-selector.js'

const NIL: string = 'nil'

/** Formats a single value; undefined if it is missing. */
export function formatValue(options: Options, type: GoType, value: unknown): Text | undefined {
  if (value === MISSING) return undefined
  const text = options.avoidsStringer ? undefined : stringOf(type, value)
  if (text !== undefined) return formatText(options, text, 's')
  if (type.kind === 'pointer') return formatPointer(options, type.of(), value)
  return withType(options, type, formatKind(options, type, value))
}

/** Formats a value that is not missing. */
const formatPresent = (options: Options, type: GoType, value: unknown): Text =>
  formatValue(options, type, value === MISSING ? undefined : value) ?? NIL

const formatPointer = (options: Options, of: GoType, value: unknown): Text =>
  value === undefined || value === null ? NIL : { before: '&', value: formatPresent(options, of, value), after: '' }

function formatKind(options: Options, type: GoType, value: unknown): Text {
  switch (type.kind) {
    case 'bool':
      return String(value ?? false)
    case 'int':
      return String(value ?? 0)
    case 'string':
      return formatText(options, String(value ?? ''))
    case 'struct':
      return formatMembers(options, type, value)
    default:
      if (value === undefined || value === null) return NIL
      return type.kind === 'map'
        ? formatEntries(options, type.of(), type.key?.(), value)
        : formatElements(options, type.of(), value)
  }
}

function formatMembers(options: Options, type: GoType, value: unknown): Text {
  const inner: Options = { ...below(options), types: 'composite' }
  const members = membersOf(type, value).filter((member) => !isZero(member.type, member.value))
  return listed(options, members, ({ name, type: of, value: own }) => ({
    key: name,
    value: formatPresent(inner, of, own),
  }))
}

function formatElements(options: Options, of: GoType, value: unknown): Text {
  const inner: Options = { ...below(options), types: 'untold' }
  return listed(options, elementsOf(value), (element) => ({ value: formatPresent(inner, of, element) }))
}

function formatEntries(options: Options, of: GoType, key: GoType | undefined, value: unknown): Text {
  const inner: Options = { ...below(options), types: 'untold' }
  const entries = [...entriesOf(value)].sort(([a], [b]) => (a < b ? -1 : 1))
  return listed(options, entries, ([name, own]) => ({
    key: formatKey(key, name),
    value: formatPresent(inner, of, own),
  }))
}

function listed<T>(options: Options, all: readonly T[], line: (one: T) => Line): Wrap {
  const most = mostParts(options, all.length)
  const lines = all.slice(0, most).map(line)
  return inBraces(all.length > most ? withEllipsis(lines) : lines)
}

const KEYS: Options = { ...FIRST, mode: 'same', types: 'untold', level: 6, isLimited: true }

/** Formats the key of a map entry. */
export function formatKey(type: GoType | undefined, key: string): string {
  const text = type && formatValue(KEYS, type, key)
  return typeof text === 'string' ? text : quotedBytes(byteText(key))
}

/** Prefixes a text with its type, if the options ask for it. */
export function withType({ types, mode }: Options, { name, kind }: GoType, text: Text): Text {
  if (types === 'untold') return text
  const isComposite = kind === 'struct' || kind === 'slice' || kind === 'map'
  if (types === 'composite' && (!isComposite || text === NIL || mode === 'same')) return text
  const label = kind === 'pointer' ? `(${name})` : name
  return { before: label, value: hasBrackets(text) ? text : { before: '(', value: text, after: ')' }, after: '' }
}

const hasBrackets = (text: Text): boolean =>
  isObject(text) &&
  'before' in text &&
  ((text.before.startsWith('(') && text.after.endsWith(')')) ||
    (text.before.startsWith('{') && text.after.endsWith('}')))

/** Returns the result of a value's String method; undefined if there is none, or the pointer is nil. */
function stringOf(type: GoType, value: unknown): string | undefined {
  if (type.kind === 'pointer') {
    if (value === undefined || value === null || !type.of().stringer) return undefined
    return (METHODS[type.of().name] ?? String)(value)
  }
  return type.stringer === 'value' ? (METHODS[type.name] ?? String)(value) : undefined
}

const METHODS: { readonly [type: string]: (value: unknown) => string } = {
  'resource.Quantity': (value) => {
    const amount = parseQuantity(String(value))
    return typeof amount === 'string' ? amount : printQuantity(amount)
  },
  'intstr.IntOrString': String,
  'v1.LabelSelector': (value) => formatSelector(isObject(value) ? value : {}),
  'core.PersistentVolumeClaimTemplate': (value) => printMetadata(isObject(value) ? value['metadata'] : undefined),
  'v1.Time': (value) => printTime(value),
  'time.Time': (value) => printTime(value),
}

const printTime = (value: unknown): string =>
  typeof value === 'string' ? `${value.replace('T', ' ').replace('Z', '')} +0000 UTC` : '0001-01-01 00:00:00 +0000 UTC'

type Metadata = { readonly [member: string]: unknown } & {
  readonly labels?: { readonly [name: string]: string }
  readonly annotations?: { readonly [name: string]: string }
  readonly finalizers?: readonly string[]
}

/** Formats the metadata of a claim template, whose String method shows nothing else of it. */
function printMetadata(metadata: unknown): string {
  const given = (metadata ?? {}) as Metadata // ensured by the schema
  const texts = ['name', 'generateName', 'namespace', 'selfLink', 'UID', 'resourceVersion'].map(
    (member) => `${member[0]?.toUpperCase()}${member.slice(1)}:${given[member === 'UID' ? 'uid' : member] ?? ''},`,
  )
  const { labels = {}, annotations = {}, finalizers = [] } = given
  return `&ObjectMeta{${texts.join('')}Generation:${given['generation'] ?? 0},CreationTimestamp:${printTime(given['creationTimestamp'])},DeletionTimestamp:<nil>,DeletionGracePeriodSeconds:nil,Labels:${printTexts(labels)},Annotations:${printTexts(annotations)},OwnerReferences:[]OwnerReference{},Finalizers:[${finalizers.join(' ')}],ManagedFields:[]ManagedFieldsEntry{},}`
}

const printTexts = (texts: { readonly [name: string]: string }): string =>
  `map[string]string{${Object.keys(texts)
    .sort()
    .map((name) => `${name}: ${texts[name]},`)
    .join('')}}`
