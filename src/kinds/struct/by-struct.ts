import type { Schema } from '../../schema/types.js'

const PREFIX = 'io.k8s.api.'

/** A table of structs by their names (`core.v1.Container`), looked up by schema. */
export type ByStruct<T> = {
  /** Returns the entry of the struct that a schema describes. */
  readonly of: (schema: Schema) => T | undefined
  /** Tells whether the table has an entry of a schema's struct or of those nested in it. */
  readonly concerns: (schema: Schema) => boolean
}

/** Makes a table of structs searchable by schema. */
export function byStruct<T>(table: { readonly [struct: string]: T }): ByStruct<T> {
  const known = new WeakMap<Schema, boolean>()
  const of = ({ component = '' }: Schema): T | undefined => table[component.slice(PREFIX.length)]
  const find = (schema: Schema): boolean => {
    const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
    const does = of(schema) !== undefined || parts.some(concerns)
    known.set(schema, does)
    return does
  }
  const concerns = (schema: Schema): boolean => known.get(schema) ?? find(schema)
  return { of, concerns }
}
