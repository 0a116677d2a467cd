import { type Library, wordingNow } from '../../base/errors/wording.js'
import { FORMAT_NAMES } from '../functions/named-format.js'
import {
  AUTHORIZATION,
  COMPREHENSIONS,
  LISTS,
  LISTS_FURTHER,
  NETWORK,
  OPTIONALS,
  QUANTITIES,
  SEMVERS,
  TEXTS,
  formatDeclarations,
  each,
} from './library-declarations.js'
import { type Syntax, SORT_BY } from '../syntax/macros.js'
import { type Declarations, type Functions, functionsOf } from './overload.js'
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

const COMPARED: Declarations = [
  '(bool, bool)',
  ...each(['int', 'uint', 'double'], (a) =>
    [a, ...['double', 'int', 'uint'].filter((b) => b !== a)].map((b) => `(${a}, ${b})`),
  ),
  ...each(['string', 'bytes', 'timestamp', 'duration'], (type) => [`(${type}, ${type})`]),
]

const OPERATORS: Declarations = [
  '_?_:_(bool, A, A): A',
  '_&&_(bool, bool): bool',
  '_||_(bool, bool): bool',
  '!_(bool): bool',
  '@not_strictly_false(bool): bool',
  '_==_(A, A): bool',
  '_!=_(A, A): bool',
  ...each(['bytes', 'double'], (type) => [`_+_(${type}, ${type}): ${type}`]),
  '_+_(duration, duration): duration',
  '_+_(duration, timestamp): timestamp',
  '_+_(timestamp, duration): timestamp',
  '_+_(int, int): int',
  '_+_(list(A), list(A)): list(A)',
  '_+_(string, string): string',
  '_+_(uint, uint): uint',
  '_-_(double, double): double',
  '_-_(duration, duration): duration',
  '_-_(int, int): int',
  '_-_(timestamp, duration): timestamp',
  '_-_(timestamp, timestamp): duration',
  '_-_(uint, uint): uint',
  ...each(['_*_', '_/_'], (name) => ['double', 'int', 'uint'].map((type) => `${name}(${type}, ${type}): ${type}`)),
  ...each(['int', 'uint'], (type) => [`_%_(${type}, ${type}): ${type}`]),
  ...each(['double', 'int'], (type) => [`-_(${type}): ${type}`]),
  ...each(['_<_', '_<=_', '_>_', '_>=_'], (name) => COMPARED.map((types) => `${name}${types}: bool`)),
  '_[_](list(A), int): A',
  '_[_](map(A, B), A): B',
  '@in(A, list(A)): bool',
  '@in(A, map(A, B)): bool',
]

const CONVERTED: { readonly [type: string]: readonly string[] } = {
  bool: ['bool', 'string'],
  bytes: ['bytes', 'string'],
  double: ['double', 'int', 'string', 'uint'],
  duration: ['duration', 'string'],
  int: ['int', 'double', 'duration', 'string', 'timestamp', 'uint'],
  string: ['string', 'bool', 'bytes', 'double', 'duration', 'int', 'timestamp', 'uint'],
  timestamp: ['timestamp', 'int', 'string'],
  uint: ['uint', 'double', 'int', 'string'],
}

const DATES = ['FullYear', 'Month', 'DayOfYear', 'DayOfMonth', 'Date', 'DayOfWeek']
const TIMES = ['Hours', 'Minutes', 'Seconds', 'Milliseconds']

/** The standard library (cel-go: common/stdlib). */
const STANDARD: Declarations = [
  ...OPERATORS,
  ...each(['bytes', 'list(A)', 'map(A, B)', 'string'], (type) => [`size(${type}): int`, `.size(${type}): int`]),
  'type(A): type(A)',
  'dyn(A): dyn',
  ...each(Object.keys(CONVERTED), (type) => (CONVERTED[type] ?? []).map((from) => `${type}(${from}): ${type}`)),
  ...each(['contains', 'endsWith', 'startsWith'], (name) => [`.${name}(string, string): bool`]),
  'matches(string, string): bool',
  '.matches(string, string): bool',
  ...each([...DATES, ...TIMES], (name) => [`.get${name}(timestamp): int`, `.get${name}(timestamp, string): int`]),
  ...each(TIMES, (name) => [`.get${name}(duration): int`]),
]

/** The fields of a struct and their types. */
export type Fields = Pick<ReadonlyMap<string, Type>, 'get'>

/** What the names of an expression may refer to (cel-go: checker.Env). */
export type Environment = {
  readonly variables: ReadonlyMap<string, Type>
  readonly structs: Pick<ReadonlyMap<string, Fields>, 'get' | 'has'>
  /** That of stored expressions, unless there is another. */
  readonly language?: Language
  /** Whether `cel.bind` names values (cel-go: ext.Bindings). */
  readonly bindings?: boolean
}

/** What expressions may be written with. */
export type Language = {
  readonly functions: Functions
  /** Whether a field may be named in backticks (cel-go: parser.EnableIdentEscapeSyntax). */
  readonly escapes: boolean
}

const LIBRARIES: readonly Declarations[] = [
  ...[STANDARD, OPTIONALS, COMPREHENSIONS, LISTS, TEXTS],
  ...[QUANTITIES, NETWORK, formatDeclarations(FORMAT_NAMES), AUTHORIZATION],
]

/** What new expressions may use in some versions only. */
const VARYING: { readonly [name in Library]: Declarations } = {
  semver: SEMVERS,
  lists: LISTS_FURTHER,
  durations: ['duration(int): duration'],
  escapes: [],
}

const languageWith = (varying: readonly Library[]): Language => ({
  functions: functionsOf([...LIBRARIES, ...varying.map((name) => VARYING[name])]),
  escapes: varying.includes('escapes'),
})

/** What stored expressions may be written with (k8s.io/apiserver: environment.MustBaseEnvSet). */
export const STORED = languageWith(['semver', 'lists', 'durations', 'escapes'])

const made = new WeakMap<readonly Library[], Language>()

/** Returns what new expressions may be written with in the version whose rules are running. */
export function languageNow(): Language {
  const { libraries } = wordingNow()
  const language = made.get(libraries) ?? languageWith(libraries)
  made.set(libraries, language)
  return language
}

/** What syntax there is beside that of every environment. */
export const syntaxOf = ({ language: { functions, escapes } = STORED, bindings = false }: Environment): Syntax => ({
  bindings,
  sorts: functions.has(SORT_BY),
  escapes,
})

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
