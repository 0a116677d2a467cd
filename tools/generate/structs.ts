import {
  type GoMember,
  type GoType,
  LEAVES,
  TYPE_META,
  baseName,
  namedInside,
  packageOf,
  withoutName,
} from './go-types.js'
import type { Inputs } from './inputs.js'
import { type Component, type Property, componentName, definitionName, readEnums } from './openapi.js'
import { type PerVersion, type Span, markOf, merged, ofEach, spanOf } from './versions.js'

/** The line of a struct or of a named type in one version. */
type Line = {
  readonly head: string
  /** Of a struct: `#` of objects, `^` of what is one value. */
  readonly marks: readonly string[]
  /** The members of a struct. */
  readonly members: readonly Numbered[]
  /** The known values of a named type. */
  readonly values?: readonly string[]
}

/** The word of a member without its protobuf number, and that number. */
type Numbered = { readonly number: number; readonly word: string }

/**
 * Formats structs and named types as lines, with marks at what not all versions have; see
 * src/model/registry/struct-lines.ts for the format.
 *
 * @param has tells whether a version has the struct or type
 */
export function createLineWriter(
  versions: PerVersion<Inputs>,
  has: (name: string, inputs: Inputs) => boolean = () => true,
): (name: string) => string {
  const writers = new Map([...versions].map(([version, inputs]) => [version, { inputs, lineOf: linesOf(inputs) }]))
  return (name) => {
    const lines = ofEach(writers, ({ inputs, lineOf }) => (has(name, inputs) ? lineOf(name) : undefined))
    const span = spanOf(lines)
    const [head = '', ...heads] = new Set(lines.flatMap((line) => (line ? [line.head] : [])))
    if (heads.length > 0) throw new Error(`${name} is in one version ${head} and in another ${heads.join()}`)
    const marked = (words: readonly (readonly string[] | undefined)[]) =>
      merged(words).map((piece) => markOf(piece, span) + piece.text)
    const values = marked(lines.map((line) => line?.values))
    const listed = values.length > 0 ? `{${values.join()}}` : ''
    const marks = marked(lines.map((line) => line?.marks))
    // A mark that not all versions have is a word of its own.
    const [always, changed] = [marks.filter((mark) => mark.length === 1), marks.filter((mark) => mark.length > 1)]
    return [markOf(span) + head + always.join('') + listed, ...changed, ...memberWords(lines, span)].join(' ')
  }
}

/** Writes the members of all versions, each with its number where it does not follow from the word before. */
function memberWords(lines: readonly (Line | undefined)[], span: Span): readonly string[] {
  const pieces = merged(lines.map((line) => line?.members.map(({ number, word }) => `${number} ${word}`)))
  const members = pieces.map(({ text, ...piece }) => {
    const [number, word = ''] = text.split(/ (.*)/)
    return { ...piece, number: Number(number), word }
  })
  return members.map((member, i) => {
    // Those that may be the one before: in some version, or among the members of all.
    const before = members.slice(0, i)
    const preceding = [
      before.at(-1),
      ...Array.from({ length: member.to - member.from }, (_, k) =>
        before.findLast((other) => isIn(other, member.from + k)),
      ),
    ]
    const follows = preceding.every((other) => (other?.number ?? 0) + 1 === member.number)
    return `${markOf(member, span)}${follows ? '' : member.number}${member.word}`
  })
}

const isIn = ({ from, to }: Span, at: number) => from <= at && at < to

/** Formats the structs and named types of one version. */
function linesOf(inputs: Inputs): (name: string) => Line {
  const { go, components } = inputs
  const enums = readEnums(inputs.definitions)
  const values = enumsByType(inputs, enums)
  const known = ownerComponents(inputs)

  const structLine = (struct: string): Line => {
    const component = components[componentName(go, struct)]
    const members = go.structs[struct] ?? []
    const isObject = members.some(({ type }) => type.name === TYPE_META)
    return {
      head: baseName(struct),
      marks: [...(isObject ? ['#'] : []), ...(component?.['x-kubernetes-map-type'] === 'atomic' ? ['^'] : [])],
      members: members
        .filter(({ type }) => type.name !== TYPE_META)
        .map((member) => ({
          number: Number(member.number ?? 0),
          word: memberWord(struct, member, known(struct, member.json)),
        })),
    }
  }

  return (name) => {
    const type = go.named[name]
    if (!type) return structLine(name)
    const listed = values.get(name)
    return {
      head: `${baseName(name)}=${typeWord(packageOf(name), withoutName(type))}`,
      marks: [],
      members: [],
      ...(listed ? { values: listed } : {}),
    }
  }
}

/** What the documents say about a field. */
type Documented = { readonly property?: Property; readonly required: boolean }

function memberWord(
  struct: string,
  { json, omits = false, type, strategy = '', mergeKey }: GoMember,
  { property = {}, required }: Documented,
): string {
  const isPointer = type.kind === 'pointer'
  const word = typeWord(packageOf(struct), isPointer && type.item ? type.item : type)
  const emptiness = emptinessOf(omits, type)
  const listType = property['x-kubernetes-list-type']
  // Lists are atomic by default; bytes are lists only if they have a list type.
  const isTold = listType === 'set' || (listType === 'atomic' && word === 'bytes')
  const keys = isTold ? [listType] : property['x-kubernetes-list-map-keys']
  const given = property.default
  // A zero value that is always written, and an empty struct, are not defaults.
  const hasDefault = given !== undefined && typeof given !== 'object' && (Boolean(given) || emptiness !== '!')
  const rules = [
    keys ? `@${keys.join()}` : '',
    strategy.split(',').includes('merge') ? `+${mergeKey ?? ''}` : '',
    strategy.split(',').includes('retainKeys') ? '~' : '',
    strategy === 'replace' ? '&' : '',
    { atomic: '^', granular: '%' }[property['x-kubernetes-map-type'] ?? ''] ?? '',
    hasDefault ? `=${String(given)}` : '',
  ]
  return `${json}${emptiness}${required ? '*' : ''}${word === 'string' ? '' : `:${word}`}${rules.join('')}`
}

// `!` is always written, `!?` always written and null when empty, `?` written as given; without a mark, omitted when
// empty.
function emptinessOf(omits: boolean, type: GoType): string {
  const isNullable = type.kind === 'pointer' || type.kind === 'slice' || type.kind === 'map' || type.kind === 'bytes'
  if (!omits) return isNullable ? '!?' : '!'
  if (type.kind === 'pointer') return '?'
  // Go never omits an empty struct.
  return type.kind === 'struct' ? '!' : ''
}

/** Returns the word for a type, as used in a package. */
function typeWord(home: string, { kind, name, item, key }: GoType): string {
  const near = (full: string) => (packageOf(full) === home ? baseName(full) : full)
  if (name !== undefined) return LEAVES[name] ?? near(name)
  if (kind === 'slice' || kind === 'map') {
    if (!item) throw new Error(`a ${kind} of nothing`)
    // A pointer item is written as the item it points to.
    const around = kind === 'slice' ? '[]' : `{${key === undefined ? '' : near(key)}}`
    return around + typeWord(home, item.kind === 'pointer' && item.item ? item.item : item)
  }
  return kind
}

/** Returns the enum values of named types, if the definitions have them for a field of the type. */
export function enumsByType(
  { go }: Inputs,
  enums: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const [struct, members] of Object.entries(go.structs))
    for (const { json, type } of members ?? []) {
      const listed = enums.get(`${definitionName(go, struct)} ${json}`)
      const name = namedInside(type)
      if (!listed) continue
      if (name === undefined) throw new Error(`${struct}.${json} has values and its type has no name`)
      const before = values.get(name)
      if (before && before.join() !== listed.join())
        throw new Error(`${name} has two sets of values: ${before.join()} and ${listed.join()}`)
      values.set(name, listed)
    }
  return values
}

/**
 * Returns a function that looks up a field in the documents; the fields of an inlined struct are found in its owners.
 */
export function ownerComponents({ go, components }: Inputs): (struct: string, json: string) => Documented {
  const owners = new Map<string, string[]>()
  for (const [struct, members] of Object.entries(go.structs))
    for (const { json, type } of members ?? [])
      if (json === '' && type.name !== undefined) owners.set(type.name, [...(owners.get(type.name) ?? []), struct])
  const documentOf = (struct: string): Component | undefined =>
    components[componentName(go, struct)] ??
    (owners.get(struct) ?? []).map(documentOf).find((component) => component !== undefined)
  return (struct, json) => {
    const { properties = {}, required = [] } = documentOf(struct) ?? {}
    const property = properties[json]
    return { ...(property ? { property } : {}), required: required.includes(json) }
  }
}
