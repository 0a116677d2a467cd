/** The kinds of types (cel-go: common/types.Kind). */
type Kind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'param'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'uint'

/** A type of expressions (cel-go: common/types.Type). */
export type Type = {
  readonly kind: Kind
  /** Its name at run time, without parameters. */
  readonly name: string
  readonly parameters: readonly Type[]
  /** The number of types in it, itself included. */
  readonly size: number
}

const simple = (kind: Kind, name: string = kind): Type => ({ kind, name, parameters: [], size: 1 })

export const BOOL = simple('bool')
export const BYTES = simple('bytes')
export const DOUBLE = simple('double')
export const DURATION = simple('duration', 'google.protobuf.Duration')
/** Any value, as the attributes of devices are. */
export const ANY = simple('dyn', 'google.protobuf.Any')
export const DYN = simple('dyn')
/** The type of an expression with an error. */
export const ERROR = simple('error')
export const INT = simple('int')
export const NULL = simple('null', 'null_type')
export const STRING = simple('string')
export const TIMESTAMP = simple('timestamp', 'google.protobuf.Timestamp')
/** The type of types, of unknown ones. */
export const TYPE = simple('type')
export const UINT = simple('uint')

const LITERALS: ReadonlyMap<string, Type> = new Map(
  [BOOL, BYTES, DOUBLE, INT, NULL, STRING, UINT].map((type) => [type.name, type]),
)

/** Returns the type of a literal from its name at run time. */
export const literalType = (name: string): Type => LITERALS.get(name) ?? DYN

// Far more than nested literals have. A type may double with each nested comprehension, so that a short expression
// could take forever to check.
const LARGEST = 2_000

function composed(kind: Kind, name: string, parameters: readonly Type[]): Type {
  const size = parameters.reduce((sum, one) => sum + one.size, 1)
  return size > LARGEST ? DYN : { kind, name, parameters, size }
}

export const listOf = (item: Type): Type => composed('list', 'list', [item])
export const mapOf = (key: Type, value: Type): Type => composed('map', 'map', [key, value])
export const typeOf = (type: Type): Type => composed('type', 'type', [type])
export const opaque = (name: string, ...parameters: readonly Type[]): Type => composed('opaque', name, parameters)
export const optionalOf = (value: Type): Type => opaque('optional_type', value)
/** Returns the type of objects with fields. */
export const structOf = (name: string): Type => simple('struct', name)
/** Returns a parameter, which stands for any type. */
export const paramOf = (name: string): Type => simple('param', name)

/** Returns a type like another one with other parameters. */
export const withParameters = (type: Type, parameters: readonly Type[]): Type =>
  composed(type.kind, type.name, parameters)

const PRINTED: { readonly [kind in Kind]?: string } = {
  duration: 'duration',
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
}

/** Prints a type as in errors of the type check (checker.FormatCELType). */
export const typeText = (type: Type): string => PRINTED[type.kind] ?? printed(type, typeText)

/** Prints a type by its name at run time (types.Type.String). */
export const runtimeText = (type: Type): string => printed(type, runtimeText)

const printed = ({ name, parameters }: Type, print: (type: Type) => string): string =>
  parameters.length === 0 ? name : `${name}(${parameters.map(print).join(', ')})`

/** Whether two types are the same, with the same parameters (types.Type.IsExactType). */
export const isSameType = (a: Type, b: Type): boolean => isAlike(a, b, true)

/** Whether two types are the same but for the names of parameters (types.Type.IsEquivalentType). */
export const isEquivalentType = (a: Type, b: Type): boolean => isAlike(a, b, false)

function isAlike(a: Type, b: Type, isNamed: boolean): boolean {
  if (a === b) return true
  if (a.kind !== b.kind || a.size !== b.size || a.parameters.length !== b.parameters.length) return false
  if ((isNamed || a.kind !== 'param') && a.name !== b.name) return false
  return a.parameters.every((one, i) => isAlike(one, b.parameters[i] ?? ERROR, isNamed))
}

/** Returns the type of the value in an optional; undefined for other types. */
export const insideOptional = ({ kind, name, parameters: [value] }: Type): Type | undefined =>
  kind === 'opaque' && name === 'optional_type' ? value : undefined
