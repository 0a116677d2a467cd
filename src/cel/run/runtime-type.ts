import { CelError } from './cel-error.js'
import { isList } from './joined.js'
import { Duration, Timestamp } from './moments.js'
import { isOptional } from './optional.js'
import { PatchStruct } from './struct.js'
import { TypeValue } from './type-value.js'
import { Uint } from './uint.js'

/** A capability of a type at run time (cel-go: common/types/traits). */
type Trait = 'add' | 'compare' | 'divide' | 'iterate' | 'match' | 'modulo' | 'multiply' | 'negate' | 'size' | 'subtract'

const NUMBER: readonly Trait[] = ['add', 'compare', 'divide', 'multiply', 'subtract']
const TRAITS: { readonly [type: string]: readonly Trait[] } = {
  bool: ['compare', 'negate'],
  bytes: ['add', 'compare', 'size'],
  double: [...NUMBER, 'negate'],
  int: [...NUMBER, 'modulo', 'negate'],
  uint: [...NUMBER, 'modulo'],
  list: ['add', 'iterate', 'size'],
  map: ['iterate', 'size'],
  string: ['add', 'compare', 'match', 'size'],
  'google.protobuf.Duration': ['add', 'compare', 'negate', 'subtract'],
  'google.protobuf.Timestamp': ['add', 'compare', 'subtract'],
}
// Types that receive calls by themselves.
const RECEIVERS: ReadonlySet<string> = new Set(['string', 'google.protobuf.Duration', 'google.protobuf.Timestamp'])

// Functions that look at the types of values by themselves.
const UNGUARDED: ReadonlySet<string> = new Set(['!_', 'contains', 'startsWith', 'endsWith'])

const NEEDED: { readonly [name: string]: Trait } = {
  ...{ '_+_': 'add', '_-_': 'subtract', '_*_': 'multiply', '_/_': 'divide', '_%_': 'modulo' },
  ...{ '_<_': 'compare', '_<=_': 'compare', '_>_': 'compare', '_>=_': 'compare' },
  ...{ '-_': 'negate', size: 'size', matches: 'match' },
}

/** Classes of values with a name of their own. */
type Named = { readonly typeName: string }

/** Returns the name of the type of a value at run time. */
export function typeNameOf(value: unknown): string {
  if (value === null) return 'null_type'
  switch (typeof value) {
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'boolean':
      return 'bool'
    case 'string':
      return 'string'
    default:
      return objectTypeName(value)
  }
}

function objectTypeName(value: unknown): string {
  if (isList(value)) return 'list'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (isOptional(value)) return 'optional_type'
  if (value instanceof TypeValue) return 'type'
  if (value instanceof PatchStruct) return PatchStruct.typeOf(value)
  // Of such a class.
  if (typeof value === 'object' && value !== null && 'typeName' in value) return (value as Named).typeName
  return 'map'
}

/** Returns the error of a call that is not defined for the values (cel-go: MaybeNoSuchOverload). */
export function noOverload(name: string, values: readonly unknown[]): CelError {
  if (UNGUARDED.has(name)) return new CelError('no such overload')
  const type = typeNameOf(values[0])
  const needed = Object.hasOwn(NEEDED, name) ? NEEDED[name] : undefined
  if (needed === undefined) return new CelError(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`)
  const traits = Object.hasOwn(TRAITS, type) ? (TRAITS[type] ?? []) : []
  return new CelError(traits.includes(needed) || RECEIVERS.has(type) ? 'no such overload' : `no such overload: ${name}`)
}

/** The Go types of values without items. */
const GO_TYPES: { readonly [type: string]: string } = {
  ...{ bool: 'types.Bool', bytes: 'types.Bytes', double: 'types.Double', int: 'types.Int', null_type: 'types.Null' },
  ...{ string: 'types.String', uint: 'types.Uint', type: '*types.Type', optional_type: '*types.Optional' },
  ...{ 'google.protobuf.Duration': 'types.Duration', 'google.protobuf.Timestamp': 'types.Timestamp' },
  ...{ 'net.IP': 'cel.IP', 'net.CIDR': 'cel.CIDR', 'kubernetes.URL': 'cel.URL' },
  ...{ 'kubernetes.Quantity': 'cel.Quantity', 'kubernetes.NamedFormat': '*cel.Format' },
}

/** Returns the Go type of a value without items, as errors tell it. */
export const goTypeOf = (value: unknown): string => GO_TYPES[typeNameOf(value)] ?? 'ref.Val'
