import { append } from '../../src/base/lists/lists.js'

/** The output of main.go: the Go types. */
export type GoTypes = {
  /** The fields of each struct by its short name (`core.v1.PodSpec`), in order. */
  readonly structs: { readonly [struct: string]: readonly GoMember[] | null }
  /** The named types that are not structs. */
  readonly named: { readonly [name: string]: GoType }
  /** The component prefix of a package (`io.k8s.api.core.v1`) by its short name (`core.v1`). */
  readonly packages: { readonly [short: string]: string }
}

/** A field of a Go struct. */
export type GoMember = {
  /** What Go calls it. */
  readonly name: string
  /** Its JSON name; empty if it is inlined. */
  readonly json: string
  /** Whether it has `omitempty`. */
  readonly omits?: boolean
  readonly type: GoType
  /** Its protobuf number. */
  readonly number?: string
  readonly strategy?: string
  readonly mergeKey?: string
}

/** The type of a field. */
export type GoType = {
  readonly kind: 'struct' | 'pointer' | 'slice' | 'map' | 'bytes' | 'string' | 'bool' | 'int32' | 'int64' | 'float64'
  /** The short name of a type that has one. */
  readonly name?: string
  /** The element type of a pointer, slice or map. */
  readonly item?: GoType
  /** The name of the type of a map's keys, where it has one. */
  readonly key?: string
}

/** Removes the name of a named type. */
export const withoutName = ({ name: _, ...type }: GoType): GoType => type

/** Types with their own code for reading and writing, and the words for them in the generated data. */
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

/** The kind and apiVersion, which objects have but their protobuf messages do not. */
export const TYPE_META = 'meta.v1.TypeMeta'

/** Returns the short name of the package of a name: `core.v1` for `core.v1.Pod`. */
export const packageOf = (name: string): string => name.slice(0, name.lastIndexOf('.'))

/** Returns a name without its package. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Returns the name of the type inside pointers, slices and maps. */
export function namedInside({ name, item }: GoType): string | undefined {
  return name ?? (item && namedInside(item))
}

/** Returns all structs and named types reachable from some structs, including these. */
export function reachedFrom(go: GoTypes, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const queue = [...roots]
  for (const name of queue) {
    if (reached.has(name) || (name in LEAVES && !roots.includes(name)) || name === TYPE_META) continue
    reached.add(name)
    const types = go.structs[name]?.map(({ type }) => type) ?? []
    const inside = [...types, ...(go.named[name] ? [go.named[name]] : [])].flatMap(allNames)
    append(queue, inside)
  }
  return reached
}

const allNames = ({ name, item }: GoType): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...(item ? allNames(item) : []),
]
