import { STRUCTS } from '../generated/structs.js'
import { type KubernetesVersion, thoseOf } from './kubernetes-version.js'

/** A struct in the generated data. */
type StructLine = {
  /**
   * Whether it is the type of API objects: they have kind and apiVersion, which are not fields of the protobuf message.
   */
  readonly isObject: boolean
  readonly isAtomic: boolean
  /** In wire order. */
  readonly members: readonly StructMember[]
}

/** A member of a struct. One without a name is an embedded struct. */
export type StructMember = {
  readonly name: string
  /** The protobuf field number. */
  readonly number: number
  readonly form: MemberForm
  /** The names of the embedded structs that it comes from, from outside to inside. */
  readonly embedded: readonly string[] | undefined
}

/**
 * What a member is, whatever its name: one for all members of a package that are written alike, as most are. All have
 * the same fields in the same order, which is one hidden class for V8.
 */
export type MemberForm = {
  /**
   * When it is written: `always`; `alwaysOrNull`, as null if empty; `asGiven` (a pointer); or `whenFull` (omitempty).
   */
  readonly written: 'always' | 'alwaysOrNull' | 'asGiven' | 'whenFull'
  readonly isRequired: boolean
  readonly type: TypeWord
  /** The keys of a list map; `set` for a set; `atomic` for bytes that are one value. */
  readonly keys: readonly string[] | undefined
  /** The patch strategies; mergeKey is the member by which items of a list are merged. */
  readonly strategies: readonly string[]
  readonly mergeKey: string | undefined
  readonly mapType: 'atomic' | 'granular' | undefined
  readonly default: string | undefined
}

/** The type of a member: a scalar or a named type, inside lists and maps. */
export type TypeWord = {
  /** The lists and maps, from outside to inside. */
  readonly around: readonly ('list' | 'map')[]
  /** The name of a scalar (`int32`, `time`), or the full name of a struct or a named type. */
  readonly inside: string
  /** The full name of the type of the outermost map's keys, where it is not a string. */
  readonly key?: string | undefined
}

/** A named type that is not a struct (`core.v1.TaintEffect`): its underlying type, and its known values. */
type NamedType = { readonly type: TypeWord; readonly values?: readonly string[] }

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
  const packages = new Map<string, Package>()
  const structs = new Map<string, StructLine>()
  const others = new Map<string, NamedType>()
  const packageAt = (home: string): Package => {
    let found = packages.get(home)
    if (!found) packages.set(home, (found = { home, lines: cutLines(table[home], version), forms: new Map() }))
    return found
  }
  const lineIn = ({ home, lines }: Package, name: string) => lines.get(name.slice(home.length + 1))
  return {
    findStruct(name) {
      const known = structs.get(name)
      if (known) return known
      const home = packageAt(packageOf(name))
      const line = others.has(name) ? undefined : lineIn(home, name)
      if (line === undefined || NAMED.test(line)) return undefined
      const struct = parseStruct(line, home, version)
      structs.set(name, struct)
      return struct
    },
    findNamedType(name) {
      const known = others.get(name)
      if (known || structs.has(name)) return known
      const home = packageOf(name)
      const { 1: marks, 2: inside, 3: values } = NAMED.exec(lineIn(packageAt(home), name) ?? '') ?? NONE
      if (marks === undefined || inside === undefined) return undefined
      const listed = values === undefined ? [] : thoseOf(values.split(','), version)
      const named = { type: typeWord(marks, inside, home), ...(listed.length > 0 ? { values: listed } : {}) }
      others.set(name, named)
      return named
    },
  }
}

/** What is read of a package: its lines by name, and the forms of members by what is written after their names. */
type Package = {
  readonly home: string
  readonly lines: ReadonlyMap<string, string>
  readonly forms: Map<string, MemberForm>
}

const packageOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

function cutLines(text: string | undefined, version: KubernetesVersion | undefined): ReadonlyMap<string, string> {
  const lines = text?.trim().replaceAll('\n ', ' ').split('\n') ?? []
  return new Map(thoseOf(lines, version).map((line) => [/^\w*/.exec(line)?.[0] ?? '', line]))
}

const NAMED = /^\w+=((?:\[\]|\{[\w.]*\})*)([\w.]+)(?:\{([^}]+)\})?$/
const AROUND = /\[\]|\{[\w.]*\}/g

function parseStruct(line: string, home: Package, version: KubernetesVersion | undefined): StructLine {
  const [head = '', ...words] = line.split(' ')
  // A mark that not all versions have is a word of its own.
  let marks = head
  let number = 0
  // Of a member that has changed, the last word tells what it is now.
  const members = new Map<string, StructMember>()
  for (const word of thoseOf(words, version)) {
    if (word === '#' || word === '^') {
      marks += word
      continue
    }
    const member = parseMember(word, home, number + 1)
    number = member.number
    members.set(member.name === '' ? member.form.type.inside : member.name, member)
  }
  return { isObject: marks.includes('#'), isAtomic: marks.includes('^'), members: [...members.values()] }
}

/** Returns the members of a struct, including those of embedded structs. */
export function flatMembers({ members }: StructLine, version?: KubernetesVersion): readonly StructMember[] {
  // Few structs embed others.
  if (members.every(({ name }) => name !== '')) return members
  return members.flatMap((member) => {
    const { inside } = member.form.type
    const lender = member.name === '' ? findStruct(inside, version) : undefined
    if (!lender) return [member]
    const name = inside.slice(inside.lastIndexOf('.') + 1)
    return flatMembers(lender, version).map((lent) => ({ ...lent, embedded: [name, ...(lent.embedded ?? [])] }))
  })
}

// number, name, form
const MEMBER = /^(\d+)?([\w$-]*)(.*)$/
// emptiness, * required, : marks and type, @list keys, +merge key, ~ retainKeys, & replace, ^ atomic, % granular,
// =default
const FORM =
  /^(!\?|!|\?)?(\*)?(?::((?:\[\]|\{[\w.]*\})*)([\w.]+))?(?:@([\w,]+))?(?:\+(\w*))?(~)?(&)?([\^%])?(?:=(.*))?$/

const WRITTEN: { readonly [mark: string]: MemberForm['written'] } = {
  '!': 'always',
  '!?': 'alwaysOrNull',
  '?': 'asGiven',
}

function parseMember(word: string, { home, forms }: Package, following: number): StructMember {
  const { 1: place, 2: name = '', 3: text = '' } = MEMBER.exec(word) ?? NONE
  let form = forms.get(text)
  if (!form) forms.set(text, (form = parseForm(text, home)))
  return { name, number: place === undefined ? following : Number(place), form, embedded: undefined }
}

function parseForm(text: string, home: string): MemberForm {
  const found = FORM.exec(text)
  if (!found) throw new Error(`a member cannot be read: ${text}`)
  // By their places: V8 makes a loop of each item of a list that is taken apart.
  const { 1: mark, 2: required, 3: marks = '', 4: type = 'string', 5: keys } = found
  const { 6: mergeKey, 7: retains, 8: replaces, 9: mapType, 10: given } = found
  return {
    written: mark === undefined ? 'whenFull' : (WRITTEN[mark] ?? 'whenFull'),
    isRequired: required !== undefined,
    type: typeWord(marks, type, home),
    keys: keys?.split(','),
    strategies: strategiesOf(mergeKey, retains, replaces),
    mergeKey,
    mapType: mapType === undefined ? undefined : mapType === '^' ? 'atomic' : 'granular',
    default: given,
  }
}

function strategiesOf(mergeKey?: string, retains?: string, replaces?: string): readonly string[] {
  if (mergeKey === undefined && retains === undefined && replaces === undefined) return NONE
  return [
    ...(mergeKey === undefined ? [] : ['merge']),
    ...(retains ? ['retainKeys'] : []),
    ...(replaces ? ['replace'] : []),
  ]
}

/** Reads a type: the marks of the lists and maps around it (`[]{}`), and what is inside. */
function typeWord(marks: string, name: string, home: string): TypeWord {
  const full = (short: string) => (isScalarWord(short) || short.includes('.') ? short : `${home}.${short}`)
  const inside = full(name)
  if (marks === '') return { around: NONE, inside, key: undefined }
  const around = Array.from(marks.match(AROUND) ?? NONE, (mark) => (mark === '[]' ? 'list' : 'map'))
  const [, key] = /^\{([\w.]+)\}/.exec(marks) ?? NONE
  return { around, inside, key: key === undefined ? undefined : full(key) }
}

const NONE: readonly never[] = []

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
