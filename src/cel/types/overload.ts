import { addUnder } from '../../base/lists/lists.js'
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
  listOf,
  mapOf,
  opaque,
  optionalOf,
  paramOf,
  structOf,
  typeOf,
} from './type.js'

/** A signature of a function (cel-go: common/decls.OverloadDecl). */
export type Overload = {
  /** The function and the types of its parameters, as declared: `.charAt(string, int)`. */
  readonly id: string
  /** Whether it is called on its first parameter. */
  readonly isMethod: boolean
  readonly parameters: readonly Type[]
  readonly result: Type
  /** The type parameters in it. */
  readonly free: readonly Type[]
}

/** The overloads of a library: `name(types): type`. A dot before the name marks methods, whose receiver comes first. */
export type Declarations = readonly string[]

const NAMED: { readonly [name: string]: Type } = {
  bool: BOOL,
  bytes: BYTES,
  double: DOUBLE,
  duration: DURATION,
  dyn: DYN,
  int: INT,
  string: STRING,
  timestamp: TIMESTAMP,
  uint: UINT,
  'net.IP': opaque('net.IP'),
  'net.CIDR': opaque('net.CIDR'),
}

const COMPOSED: { readonly [name: string]: (...parameters: readonly Type[]) => Type } = {
  list: (item = DYN) => listOf(item),
  map: (key = DYN, value = DYN) => mapOf(key, value),
  optional_type: (value = DYN) => optionalOf(value),
  type: (type = DYN) => typeOf(type),
}

/** Functions by name, each with its overloads in order. */
export type Functions = {
  readonly has: (name: string) => boolean
  readonly get: (name: string) => readonly Overload[] | undefined
}

/** Returns the functions that some libraries declare. An expression uses few of them: each is parsed when it is met. */
export function functionsOf(libraries: readonly Declarations[]): Functions {
  const declared = new Map<string, string[]>()
  for (const text of libraries.flat())
    addUnder(declared, text.slice(text.startsWith('.') ? 1 : 0, text.indexOf('(')), text)
  const known = new Map<string, readonly Overload[]>()
  return {
    has: (name) => declared.has(name),
    get(name) {
      const found = known.get(name) ?? declared.get(name)?.map(overloadIn)
      if (found) known.set(name, found)
      return found
    },
  }
}

/** Parses an overload. */
function overloadIn(text: string): Overload {
  const [id = '', returned = ''] = text.split(': ')
  const parameters = typesIn(id.slice(id.indexOf('(') + 1, -1))
  const result = typeIn(returned)
  return { id, isMethod: id.startsWith('.'), parameters, result, free: freeIn([...parameters, result]) }
}

/** Parses a list of types. */
function typesIn(list: string): readonly Type[] {
  const found: Type[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    if (list[at] === '(') depth++
    else if (list[at] === ')') depth--
    else if (list[at] === ',' && depth === 0) {
      found.push(typeIn(list.slice(start, at)))
      start = at + 2
    }
  }
  return list === '' ? [] : [...found, typeIn(list.slice(start))]
}

/** Parses a type. Single letters are type parameters, and unknown names those of structs. */
export function typeIn(text: string): Type {
  const open = text.indexOf('(')
  if (open > 0) return COMPOSED[text.slice(0, open)]?.(...typesIn(text.slice(open + 1, -1))) ?? DYN
  return NAMED[text] ?? (text.length === 1 ? paramOf(text) : structOf(text))
}

function freeIn(types: readonly Type[]): readonly Type[] {
  const found = new Map<string, Type>()
  const visit = (type: Type): void => {
    if (type.kind === 'param') found.set(type.name, type)
    type.parameters.forEach(visit)
  }
  types.forEach(visit)
  return [...found.values()]
}

/** Prints the types that a function is applied to. */
export function appliedText(types: readonly string[], isMethod: boolean): string {
  const [receiver, ...rest] = types
  return isMethod ? `${receiver}.(${rest.join(', ')})` : `(${types.join(', ')})`
}
