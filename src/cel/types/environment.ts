import { FORMAT_NAMES } from '../functions/named-format.js'
import {
  AUTHORIZATION,
  COMPREHENSIONS,
  LISTS,
  NETWORK,
  OPTIONALS,
  QUANTITIES,
  TEXTS,
  formatDeclarations,
} from './library-declarations.js'
import { type Overload, functionsOf } from './overload.js'
import { STANDARD } from './standard-declarations.js'
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  NULL,
  STRING,
  TIMESTAMP,
  TYPE,
  type Type,
  UINT,
  listOf,
  mapOf,
  opaque,
  paramOf,
  structOf,
  typeOf,
} from './type.js'

/** The fields of a struct and their types. */
export type Fields = ReadonlyMap<string, Type>

/** What the names of an expression may refer to (cel-go: checker.Env). */
export type Environment = {
  readonly variables: ReadonlyMap<string, Type>
  readonly structs: ReadonlyMap<string, Fields>
}

/** The functions of every server's environment (k8s.io/apiserver: environment.MustBaseEnvSet), by name. */
export const FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = functionsOf([
  ...[STANDARD, OPTIONALS, COMPREHENSIONS, LISTS, TEXTS],
  ...[QUANTITIES, NETWORK, formatDeclarations(FORMAT_NAMES), AUTHORIZATION],
])

/** The types that expressions can use as values at run time, by name. */
const REGISTERED: ReadonlyMap<string, Type> = new Map(
  [
    ...[BOOL, BYTES, DOUBLE, DURATION, INT, NULL, STRING, TIMESTAMP, TYPE, UINT],
    ...[listOf(paramOf('A')), mapOf(paramOf('A'), paramOf('B'))],
    ...[opaque('optional_type'), opaque('net.IP'), opaque('net.CIDR'), structOf('google.protobuf.Empty')],
  ].map((type) => [type.name, type] as const),
)

/** The types that only the type check knows. */
const CHECKED: ReadonlyMap<string, Type> = new Map([
  ['duration', DURATION],
  ['timestamp', TIMESTAMP],
  ...['Any', 'Struct', 'Value', 'ListValue', 'BoolValue', 'BytesValue', 'DoubleValue', 'FloatValue']
    .concat('Int32Value', 'Int64Value', 'StringValue', 'UInt32Value', 'UInt64Value')
    .map((name) => [`google.protobuf.${name}`, DYN] as const),
])

/** Whether a type may be a value at run time. */
export const isRegistered = (name: string): boolean => REGISTERED.has(name)

/** Whether there are messages of a type (checker.isWellKnownType). */
export const isMessage = ({ kind }: Type): boolean => ['struct', 'duration', 'timestamp', 'dyn', 'null'].includes(kind)

/** Returns the type of a variable or named type (checker.Env.LookupIdent); undefined for other names. */
export function typeOfName({ variables, structs }: Environment, name: string): Type | undefined {
  const variable = variables.get(name)
  if (variable) return variable
  const type = REGISTERED.get(name) ?? (structs.has(name) ? structOf(name) : CHECKED.get(name))
  return type && typeOf(type)
}
