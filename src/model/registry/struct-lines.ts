import { STRUCTS } from '../generated/structs.js'
import { type KubernetesVersion, thoseOf } from './kubernetes-version.js'

/** A struct in the generated data. */
type StructLine = {
  /**
   * Whether it is the type of API objects: they have kind and apiVersion, which are not fields of the protobuf message.
   */
  readonly isObject: boolean
  readonly isAtomic: boolean
  /** Whether it is another in one version than in another. */
  readonly isChanged: boolean
  /** In wire order. */
  readonly members: readonly StructMember[]
}

/** A member of a struct. One without a name is an embedded struct. */
export type StructMember = {
  readonly name: string
  /** The protobuf field number. */
  readonly number: number
  /**
   * When it is written: `always`; `alwaysOrNull`, as null if empty; `asGiven` (a pointer); or `whenFull` (omitempty).
   */
  readonly written: 'always' | 'alwaysOrNull' | 'asGiven' | 'whenFull'
  readonly isRequired: boolean
  readonly type: TypeWord
  /** The keys of a list map; `set` for a set; `atomic` for bytes that are one value. */
  readonly keys?: readonly string[]
  /** The patch strategies; mergeKey is the member by which items of a list are merged. */
  readonly strategies: readonly string[]
  readonly mergeKey?: string
  readonly mapType?: 'atomic' | 'granular'
  readonly default?: string
  /** The names of the embedded structs that it comes from, from outside to inside. */
  readonly embedded?: readonly string[]
}

/** The type of a member: a scalar or a named type, inside lists and maps. */
export type TypeWord = {
  /** The lists and maps, from outside to inside. */
  readonly around: readonly ('list' | 'map')[]
  /** The name of a scalar (`int32`, `time`), or the full name of a struct or a named type. */
  readonly inside: string
  /** The full name of the type of the outermost map's keys, where it is not a string. */
  readonly key?: string
}

/**
 * A named type that is not a struct (`core.v1.TaintEffect`): its underlying type, its known values, and whether they
 * are others in one version than in another.
 */
type NamedType = { readonly type: TypeWord; readonly values?: readonly string[]; readonly isChanged: boolean }

/** The names of the scalars, which have no lines of their own. */
const SCALAR_WORDS = [
  'string',
  'bool',
  'int32',
  'int64',
  'float64',
  'bytes',
  'time',
  'microTime',
  'duration',
  'quantity',
  'intOrString',
  'metadata',
  'fields',
  'any',
  'json',
] as const

/** The name of a scalar. */
export type ScalarWord = (typeof SCALAR_WORDS)[number]

const SCALARS: ReadonlySet<string> = new Set(SCALAR_WORDS)

/** Tells whether the inner type is a scalar. */
export const isScalarWord = (inside: string): inside is ScalarWord => SCALARS.has(inside)

/** Generated lines by package. */
type StructTable = { readonly [short: string]: string }

/** Looks up types by full name (`core.v1.Pod`). Lines are parsed on demand. */
export type StructReader = {
  /** Returns the struct of that name, if there is one. */
  readonly findStruct: (name: string) => StructLine | undefined
  /** Returns the named type of that name, if there is one. */
  readonly findNamedType: (name: string) => NamedType | undefined
}

/**
 * Makes the reader of a table, as the types are in a version; without one, structs have the members of all versions,
 * and of those that changed what they are now.
 */
export function createStructReader(table: StructTable, version?: KubernetesVersion): StructReader {
  // The lines of each package by name, split when the package is first needed.
  const packages = new Map<string, ReadonlyMap<string, string>>()
  const structs = new Map<string, StructLine>()
  const lineOf = (name: string): string | undefined => {
    const home = packageOf(name)
    let lines = packages.get(home)
    if (!lines) packages.set(home, (lines = cutLines(table[home], version)))
    return lines.get(name.slice(home.length + 1))
  }
  return {
    findStruct(name) {
      const known = structs.get(name)
      if (known) return known
      const line = lineOf(name)
      if (line === undefined || NAMED.test(line)) return undefined
      const struct = parseStruct(line, packageOf(name), version)
      structs.set(name, struct)
      return struct
    },
    findNamedType(name) {
      const [, type, values] = NAMED.exec(lineOf(name) ?? '') ?? []
      if (type === undefined) return undefined
      const listed = values === undefined ? [] : thoseOf(values.split(','), version)
      return {
        type: parseType(type, packageOf(name)),
        ...(listed.length > 0 ? { values: listed } : {}),
        isChanged: values !== undefined && /[<>]/.test(values),
      }
    },
  }
}

const packageOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

function cutLines(text: string | undefined, version: KubernetesVersion | undefined): ReadonlyMap<string, string> {
  const lines = text?.trim().replaceAll('\n ', ' ').split('\n') ?? []
  return new Map(thoseOf(lines, version).map((line) => [/^\w*/.exec(line)?.[0] ?? '', line]))
}

const NAMED = /^\w+=((?:\[\]|\{[\w.]*\})*[\w.]+)(?:\{([^}]+)\})?$/

function parseStruct(line: string, home: string, version: KubernetesVersion | undefined): StructLine {
  const [head = '', ...words] = line.split(' ')
  const there = thoseOf(words, version)
  // A mark that not all versions have is a word of its own.
  const isMark = (word: string) => word === '#' || word === '^'
  const marks = [head, ...there.filter(isMark)].join('')
  let number = 0
  // Of a member that has changed, the last word tells what it is now.
  const members = new Map<string, StructMember>()
  for (const word of there.filter((each) => !isMark(each))) {
    const member = parseMember(word, home, number + 1)
    number = member.number
    members.set(member.name === '' ? member.type.inside : member.name, member)
  }
  return {
    isObject: marks.includes('#'),
    isAtomic: marks.includes('^'),
    isChanged: words.some((word) => word.startsWith('>') || word.startsWith('<')),
    members: [...members.values()],
  }
}

/** Returns the members of a struct, including those of embedded structs. */
export function flatMembers({ members }: StructLine, version?: KubernetesVersion): readonly StructMember[] {
  return members.flatMap((member) => {
    const lender = member.name === '' ? findStruct(member.type.inside, version) : undefined
    if (!lender) return [member]
    const name = member.type.inside.slice(member.type.inside.lastIndexOf('.') + 1)
    return flatMembers(lender, version).map((lent) => ({ ...lent, embedded: [name, ...(lent.embedded ?? [])] }))
  })
}

// number, name, emptiness, * required, :type, @list keys, +merge key, ~ retainKeys, & replace, ^ atomic, % granular,
// =default
const MEMBER =
  /^(\d+)?([\w$-]*)(!\?|!|\?)?(\*)?(?::((?:\[\]|\{[\w.]*\})*[\w.]+))?(?:@([\w,]+))?(?:\+(\w*))?(~)?(&)?([\^%])?(?:=(.*))?$/

const WRITTEN: { readonly [mark: string]: StructMember['written'] } = {
  '!': 'always',
  '!?': 'alwaysOrNull',
  '?': 'asGiven',
}

function parseMember(word: string, home: string, following: number): StructMember {
  const found = MEMBER.exec(word)
  if (!found) throw new Error(`a member cannot be read: ${word}`)
  // By their places: V8 makes a loop of each item of a list that is taken apart.
  const { 1: place, 2: name = '', 3: mark, 4: required, 5: type, 6: keys } = found
  const { 7: mergeKey, 8: retains, 9: replaces, 10: mapType, 11: given } = found
  return {
    name,
    number: place === undefined ? following : Number(place),
    written: WRITTEN[mark ?? ''] ?? 'whenFull',
    isRequired: required !== undefined,
    type: parseType(type ?? 'string', home),
    ...(keys === undefined ? {} : { keys: keys.split(',') }),
    strategies: [
      ...(mergeKey === undefined ? [] : ['merge']),
      ...(retains ? ['retainKeys'] : []),
      ...(replaces ? ['replace'] : []),
    ],
    ...(mergeKey ? { mergeKey } : {}),
    ...(mapType ? { mapType: mapType === '^' ? 'atomic' : 'granular' } : {}),
    ...(given === undefined ? {} : { default: given }),
  }
}

function parseType(text: string, home: string): TypeWord {
  const marks = text.match(/\[\]|\{[\w.]*\}/g) ?? []
  const around = marks.map((mark) => (mark === '[]' ? 'list' : 'map'))
  const full = (name: string) => (isScalarWord(name) || name.includes('.') ? name : `${home}.${name}`)
  const inside = full(text.slice(marks.join('').length))
  const [, key] = /^\{([\w.]+)\}/.exec(text) ?? []
  return { around, inside, ...(key === undefined ? {} : { key: full(key) }) }
}

const readers = new Map<KubernetesVersion | undefined, StructReader>()

function readerOf(version: KubernetesVersion | undefined): StructReader {
  let reader = readers.get(version)
  if (!reader) readers.set(version, (reader = createStructReader(STRUCTS, version)))
  return reader
}

/** Returns the built-in struct of that name (`core.v1.Pod`), if there is one in the version; without one, in any. */
export const findStruct = (name: string, version?: KubernetesVersion): StructLine | undefined =>
  readerOf(version).findStruct(name)

/** Returns the built-in named type of that name, if there is one. */
export const findNamedType = (name: string, version?: KubernetesVersion): NamedType | undefined =>
  readerOf(version).findNamedType(name)
