import type { Schema } from '../../schema/types.js'

const PREFIX = 'io.k8s.api.'

/** What is said of structs by their names (`core.v1.Container`). */
export type ByStruct<T> = {
  /** What is said of the struct a schema describes. */
  readonly of: (schema: Schema) => T | undefined
  /** Tells whether anything is said of a schema's struct or of those in it. */
  readonly concerns: (schema: Schema) => boolean
}

/** Makes a table of structs one that is asked by schema. */
export function byStruct<T>(table: { readonly [struct: string]: T }): ByStruct<T> {
  const known = new WeakMap<Schema, boolean>()
  const of = ({ component = '' }: Schema): T | undefined => table[component.slice(PREFIX.length)]
  const concerns = (schema: Schema): boolean => {
    let does = known.get(schema)
    if (does === undefined) {
      const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
      known.set(schema, (does = of(schema) !== undefined || parts.some(concerns)))
    }
    return does
  }
  return { of, concerns }
}
