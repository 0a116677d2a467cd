import type { Infer, Schema } from './types.js'

type Members = { readonly [member: string]: Schema }
type InferMembers<P extends Members> = { readonly [K in keyof P]?: Infer<P[K]> }

type ListOptions = {
  /** `set`, `map` (with `keys`) or `atomic`, the default. */
  readonly list?: 'atomic' | 'set' | 'map'
  readonly keys?: readonly string[]
  /** Strategic merge: `true` for a list of scalars, the merge key for a list of objects. */
  readonly merge?: true | string
}

/** A string. */
export const string = (component?: string): Schema<string> => ({ type: 'string', ...(component ? { component } : {}) })
/** A string with its own Go type name and the documented values (validation is up to the kind). */
export const named = <const V extends string>(component: string, values?: readonly V[]): Schema<V | (string & {})> => ({
  type: 'string',
  component,
  ...(values ? { enum: values } : {}),
})
/** A 32-bit integer. */
export const int32 = (): Schema<number> => ({ type: 'integer', format: 'int32' })
/** A 64-bit integer. */
export const int64 = (): Schema<number> => ({ type: 'integer', format: 'int64' })
/** true or false. */
export const boolean = (): Schema<boolean> => ({ type: 'boolean' })
/** Bytes, base64-encoded on the wire. */
export const bytes = (): Schema<string> => ({ type: 'string', format: 'byte' })
/** RFC 3339, whole seconds, UTC. */
export const time = (): Schema<string> => ({ type: 'string', format: 'date-time' })
/** A {@link time} with its fraction of a second; see {@link Schema.exact}. */
export const exactTime = (): Schema<string> => ({ ...time(), exact: true })
/** RFC 3339 with six fraction digits, UTC. */
export const microTime = (): Schema<string> => ({ type: 'string', format: 'micro-time' })
/** A duration as Go prints it (`1m30s`). */
export const duration = (): Schema<string> => ({ type: 'string' })
/** A resource quantity (`500m`, `1Gi`), always written as a string in canonical form. */
export const quantity = (): Schema<string> => ({ type: 'string', format: 'quantity' })
/** An int32 or a string. */
export const intOrString = (): Schema<number | string> => ({ format: 'int-or-string' })

/** A list; atomic by default. */
export const array = <S extends Schema>(
  items: S,
  { list = 'atomic', keys, merge }: ListOptions = {},
): Schema<readonly Infer<S>[]> => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': list,
  ...(keys ? { 'x-kubernetes-list-map-keys': keys } : {}),
  ...(merge ? { 'x-kubernetes-patch-strategy': 'merge' } : {}),
  ...(typeof merge === 'string' ? { 'x-kubernetes-patch-merge-key': merge } : {}),
})

/** A map from strings to values of one schema; `component` is the Go name of a named map (`v1.ResourceList`). */
export const map = <S extends Schema>(values: S, component?: string): Schema<{ readonly [key: string]: Infer<S> }> => ({
  type: 'object',
  additionalProperties: values,
  ...(component ? { component } : {}),
})

/** A struct; `component` is its OpenAPI name, from which its Go name in decoder errors is derived. */
export const struct = <const P extends Members>(
  component: string,
  properties: P,
  more: Partial<Schema> = {},
  // The spread loses the phantom type.
): Schema<InferMembers<P>> => ({ type: 'object', component, properties, ...more }) as Schema<InferMembers<P>>

/** A pointer field: kept as given, even when empty. */
export const pointer = <S extends Schema>(schema: S): S => ({ ...schema, empty: 'keep' })
/** A field that is always written, with its zero value by default. */
export const always = <S extends Schema>(schema: S): S => ({ ...schema, empty: 'emit' })
/** A struct or map that apply and strategic merge treat as a single value. */
export const atomic = <S extends Schema>(schema: S): S => ({ ...schema, 'x-kubernetes-map-type': 'atomic' })
/** A field with a default. */
export const defaulted = <S extends Schema>(schema: S, value: Infer<S>): S => ({ ...schema, default: value })
/** A field that is always written, as null by default. */
export const nullable = <S extends Schema>(schema: S): S => ({ ...schema, empty: 'emit', nullable: true })
