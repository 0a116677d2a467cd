/** What main.go tells of the Go types. */
export type GoTypes = {
  /** The members of each struct by its short name (`core.v1.PodSpec`), in their order. */
  readonly structs: { readonly [struct: string]: readonly GoMember[] | null }
  /** The named types that are no structs. */
  readonly named: { readonly [name: string]: GoType }
  /** The components of a package (`io.k8s.api.core.v1`) by its short name (`core.v1`). */
  readonly packages: { readonly [short: string]: string }
}

/** A field of a Go struct. */
export type GoMember = {
  /** Its JSON name; empty where its own members stand in its place. */
  readonly json: string
  /** Left out when empty. */
  readonly omits?: boolean
  readonly type: GoType
  /** Its protobuf number. */
  readonly number?: string
  readonly strategy?: string
  readonly mergeKey?: string
}

/** What a field holds. */
export type GoType = {
  readonly kind: 'struct' | 'pointer' | 'slice' | 'map' | 'bytes' | 'string' | 'bool' | 'int32' | 'int64' | 'float64'
  /** The short name of a type that has one. */
  readonly name?: string
  /** What is in a pointer, slice or map. */
  readonly item?: GoType
}

/** What a named type is, without its name. */
export const withoutName = ({ name: _, ...type }: GoType): GoType => type

/** Types that are read and written by code of their own, by the word the data has for them. */
export const LEAVES: { readonly [name: string]: string } = {
  'meta.v1.Time': 'time',
  'meta.v1.MicroTime': 'microTime',
  'meta.v1.Duration': 'duration',
  'meta.v1.ObjectMeta': 'metadata',
  'meta.v1.FieldsV1': 'fields',
  'api.resource.Quantity': 'quantity',
  'util.intstr.IntOrString': 'intOrString',
  'pkg.runtime.RawExtension': 'any',
  'apiextensions.v1.JSON': 'json',
}

/** The kind and apiVersion that objects have and their messages have not. */
export const TYPE_META = 'meta.v1.TypeMeta'

/** The short name of the package a name is in: `core.v1` of `core.v1.Pod`. */
export const packageOf = (name: string): string => name.slice(0, name.lastIndexOf('.'))

/** A name without its package. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** The name of the type that is in pointers, slices and maps. */
export function namedInside({ name, item }: GoType): string | undefined {
  return name ?? (item && namedInside(item))
}

/** All structs and named types that some structs reach, themselves among them. */
export function reachedFrom(go: GoTypes, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const queue = [...roots]
  for (const name of queue) {
    if (reached.has(name) || (name in LEAVES && !roots.includes(name)) || name === TYPE_META) continue
    reached.add(name)
    const types = go.structs[name]?.map(({ type }) => type) ?? []
    const inside = [...types, ...(go.named[name] ? [go.named[name]] : [])].flatMap(allNames)
    queue.push(...inside)
  }
  return reached
}

const allNames = ({ name, item }: GoType): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...(item ? allNames(item) : []),
]
