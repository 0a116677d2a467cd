import { STRUCTS } from '../kinds/generated/structs.js'

/** A struct as the generated data tells it. */
type StructLine = {
  /** It stands for objects: they have a kind and an apiVersion, which are no members of its message. */
  readonly isObject: boolean
  readonly isAtomic: boolean
  /** In the order they are written. */
  readonly members: readonly StructMember[]
}

/** A member of a struct. One without a name lends its own members to the struct around it. */
export type StructMember = {
  readonly name: string
  /** Its protobuf number. */
  readonly number: number
  /** `always` written, as null when empty where it is `alwaysOrNull`, as `given` (a pointer), or `whenFull`. */
  readonly written: 'always' | 'alwaysOrNull' | 'asGiven' | 'whenFull'
  readonly isRequired: boolean
  readonly type: TypeWord
  /**
   * What the items of the list are told apart by: members, or themselves (`set`); bytes may be one whole (`atomic`).
   */
  readonly keys?: readonly string[]
  /** Patch strategies, and the member items of a list are merged by. */
  readonly strategies: readonly string[]
  readonly mergeKey?: string
  readonly mapType?: 'atomic' | 'granular'
  readonly default?: string
}

/** The type of a member: what it holds, within so many lists and maps. */
export type TypeWord = {
  /** From outside to inside. */
  readonly around: readonly ('list' | 'map')[]
  /** A scalar's word (`int32`, `time`), or the full name of a struct or a named type. */
  readonly inside: string
}

/** A type with a name that is no struct (`core.v1.TaintEffect`): what it holds, and the values it is known to have. */
type NamedType = { readonly type: TypeWord; readonly values?: readonly string[] }

/** The words for what is not told in lines. */
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

/** A word for what is not told in lines. */
export type ScalarWord = (typeof SCALAR_WORDS)[number]

const SCALARS: ReadonlySet<string> = new Set(SCALAR_WORDS)

/** Tells whether the inside of a type is a scalar. */
export const isScalarWord = (inside: string): inside is ScalarWord => SCALARS.has(inside)

/** Lines by package. */
type StructTable = { readonly [short: string]: string }

/** Finds what a table tells by full name (`core.v1.Pod`). Nothing is read before it is asked for. */
type StructReader = {
  /** The struct of that name, where there is one. */
  readonly findStruct: (name: string) => StructLine | undefined
  /** The named type of that name, where there is one. */
  readonly findNamedType: (name: string) => NamedType | undefined
}

/** Makes the reader of a table. */
export function createStructReader(table: StructTable): StructReader {
  // A package's lines by the name of what they tell, cut up when the package is first asked for.
  const packages = new Map<string, ReadonlyMap<string, string>>()
  const structs = new Map<string, StructLine>()
  const lineOf = (name: string): string | undefined => {
    const home = packageOf(name)
    let lines = packages.get(home)
    if (!lines) packages.set(home, (lines = cutLines(table[home])))
    return lines.get(name.slice(home.length + 1))
  }
  return {
    findStruct(name) {
      const known = structs.get(name)
      if (known) return known
      const line = lineOf(name)
      if (line === undefined || NAMED.test(line)) return undefined
      const struct = parseStruct(line, packageOf(name))
      structs.set(name, struct)
      return struct
    },
    findNamedType(name) {
      const [, type, values] = NAMED.exec(lineOf(name) ?? '') ?? []
      if (type === undefined) return undefined
      return { type: parseType(type, packageOf(name)), ...(values === undefined ? {} : { values: values.split(',') }) }
    },
  }
}

const packageOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

function cutLines(text: string | undefined): ReadonlyMap<string, string> {
  const lines = text?.trim().replaceAll('\n ', ' ').split('\n') ?? []
  return new Map(lines.map((line) => [/^\w*/.exec(line)?.[0] ?? '', line]))
}

const NAMED = /^\w+=((?:\[\]|\{\})*[\w.]+)(?:\{([^}]+)\})?$/

function parseStruct(line: string, home: string): StructLine {
  const [head = '', ...words] = line.split(' ')
  let number = 0
  const members = words.map((word) => {
    const member = parseMember(word, home, number + 1)
    number = member.number
    return member
  })
  return { isObject: head.includes('#'), isAtomic: head.includes('^'), members }
}

/** The members of a struct, those that others lend it among them. */
export function flatMembers({ members }: StructLine): readonly StructMember[] {
  return members.flatMap((member) => {
    const lender = member.name === '' ? findStruct(member.type.inside) : undefined
    return lender ? flatMembers(lender) : [member]
  })
}

// number, name, emptiness, * required, :type, @list keys, +merge key, ~ retainKeys, & replace, ^ atomic, % granular,
// =default
const MEMBER =
  /^(\d+)?([\w$-]*)(!\?|!|\?)?(\*)?(?::((?:\[\]|\{\})*[\w.]+))?(?:@([\w,]+))?(?:\+(\w*))?(~)?(&)?([\^%])?(?:=(.*))?$/

const WRITTEN: { readonly [mark: string]: StructMember['written'] } = {
  '!': 'always',
  '!?': 'alwaysOrNull',
  '?': 'asGiven',
}

function parseMember(word: string, home: string, following: number): StructMember {
  const [whole, number, name = '', mark, required, type, keys, mergeKey, retains, replaces, mapType, given] =
    MEMBER.exec(word) ?? []
  if (whole === undefined) throw new Error(`a member cannot be read: ${word}`)
  return {
    name,
    number: number === undefined ? following : Number(number),
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
  const around = [...text.matchAll(/\[\]|\{\}/g)].map(([mark]) => (mark === '[]' ? 'list' : 'map'))
  const inside = text.slice(around.length * 2)
  return { around, inside: isScalarWord(inside) || inside.includes('.') ? inside : `${home}.${inside}` }
}

const builtin = createStructReader(STRUCTS)

/** The struct of that name (`core.v1.Pod`) that kinds hold, where there is one. */
export const findStruct: StructReader['findStruct'] = builtin.findStruct

/** The named type of that name that kinds hold, where there is one. */
export const findNamedType: StructReader['findNamedType'] = builtin.findNamedType
