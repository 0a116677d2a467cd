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

/** Formats structs and named types as lines; see src/model/registry/struct-lines.ts for the format. */
export function createLineWriter(inputs: Inputs): (name: string) => string {
  const { go, components } = inputs
  const enums = readEnums(inputs.definitions)
  const values = enumsByType(inputs, enums)
  const known = ownerComponents(inputs)

  const structLine = (struct: string): string => {
    const component = components[componentName(go, struct)]
    const members = go.structs[struct] ?? []
    const isObject = members.some(({ type }) => type.name === TYPE_META)
    const marks = `${isObject ? '#' : ''}${component?.['x-kubernetes-map-type'] === 'atomic' ? '^' : ''}`
    let expected = 1
    const words = members
      .filter(({ type }) => type.name !== TYPE_META)
      .map((member) => {
        const number = Number(member.number ?? 0)
        const prefix = number === expected ? '' : String(number)
        expected = number + 1
        return prefix + memberWord(struct, member, known(struct, member.json))
      })
    return [baseName(struct) + marks, ...words].join(' ')
  }

  return (name) => {
    const type = go.named[name]
    if (!type) return structLine(name)
    const listed = values.get(name)
    return `${baseName(name)}=${typeWord(packageOf(name), withoutName(type))}${listed ? `{${listed.join()}}` : ''}`
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
