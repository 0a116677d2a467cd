import { INTERNAL_STRUCTS } from '../../../model/generated/internal-structs.js'

/** A Go type, as far as comparing and formatting need it. */
export type GoType = About &
  (
    | { readonly kind: 'bool' | 'int' | 'string' }
    | { readonly kind: 'struct'; readonly fields: () => readonly GoField[] }
    | Holding
  )

/** A type that contains values of another type. */
export type Holding = About & {
  readonly kind: 'pointer' | 'slice' | 'map'
  readonly of: () => GoType
  readonly key?: () => GoType
}

type About = {
  /** The name as Go prints it: `[]core.Container`. */
  readonly name: string
  /** What has the String method: the value, or only a pointer to it. */
  readonly stringer?: 'value' | 'pointer'
  /** Whether values are compared as a whole, by their own Equal method. */
  readonly whole?: boolean
  /** Whether defaulting has rounded the value: quantities of lists of resources are rounded up to thousandths. */
  readonly rounded?: boolean
}

/** A field of a struct: its name in Go and in JSON, '' if it is inlined. */
export type GoField = { readonly name: string; readonly json: string; readonly type: () => GoType }

const lines = new Map(
  INTERNAL_STRUCTS.trim()
    .replaceAll('\n ', ' ')
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line] as const),
)
const read = new Map<string, GoType>()

/** Returns the type of a name. An unknown name is a fault of the generated data. */
export function goType(name: string): GoType {
  const known = read.get(name)
  if (known) return known
  const made = readType(name)
  read.set(name, made)
  return made
}

const later = (name: string) => () => goType(name)

function readType(name: string): GoType {
  if (name.startsWith('*')) return { kind: 'pointer', name, of: later(name.slice(1)) }
  if (name.startsWith('[]')) return { kind: 'slice', name, of: later(name.slice(2)) }
  if (name.startsWith('map[')) {
    const end = name.indexOf(']')
    return { kind: 'map', name, key: later(name.slice(4, end)), of: later(name.slice(end + 1)) }
  }
  if (name === 'bool' || name === 'string') return { kind: name, name }
  return /^u?int\d*$/.test(name) ? { kind: 'int', name } : readLine(name)
}

function readLine(name: string): GoType {
  const [, ...words] = (lines.get(name) ?? '').split(' ')
  const stringer = words.includes('!value') ? 'value' : words.includes('!pointer') ? 'pointer' : undefined
  const about: About = { name, ...(stringer ? { stringer } : {}), ...(words.includes('!equal') ? { whole: true } : {}) }
  const made = words.find((word) => word.startsWith('='))?.slice(1)
  if (name === RESOURCES) return { kind: 'map', key: later('core.ResourceName'), of: () => ROUNDED, ...about }
  if (made !== undefined) return { ...readType(made), ...about }
  const fields = words.filter((word) => !word.startsWith('!')).map(readField)
  return { kind: 'struct', fields: () => fields, ...about }
}

const RESOURCES = 'core.ResourceList'
const ROUNDED: GoType = { ...goType('resource.Quantity'), rounded: true }

function readField(word: string): GoField {
  const [name = '', json = '', type = ''] = word.split(':')
  return { name, json, type: later(type) }
}
