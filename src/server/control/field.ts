import type { Shape } from '../../base/check/shape.js'

/** An input of an operation: its place in the request, and its type. */
export type Field<T = unknown> = {
  readonly in: 'path' | 'query' | 'body'
  readonly shape: Shape
  readonly about: string
  readonly required: boolean
  /** Whether it is a positional argument on the command line, rather than a flag. */
  readonly positional: boolean
  /** The type of its value, for the compiler only; never present. */
  readonly type?: T
}

/** The fields of an operation by name; positional ones in the order of the command line. */
export type Fields = { readonly [name: string]: Field }

/** The values of the fields of a request. */
export type InputOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** A part of the path. */
export const inPath = <T>(shape: Shape<T>, about: string): Field<T> => ({
  in: 'path',
  shape,
  about,
  required: true,
  positional: true,
})

/** An optional query parameter. */
export const inQuery = <T>(shape: Shape<T>, about: string): Field<T | undefined> => ({
  in: 'query',
  shape,
  about,
  required: false,
  positional: false,
})

/** An optional field of the JSON body. */
export const inBody = <T>(shape: Shape<T>, about: string): Field<T | undefined> => ({
  in: 'body',
  shape,
  about,
  required: false,
  positional: false,
})

/** Makes a field positional on the command line. */
export const placed = <T>(field: Field<T>): Field<T> => ({ ...field, positional: true })

/** Makes a field required, and positional on the command line. */
// A required field is never undefined.
export const needed = <T>(field: Field<T | undefined>): Field<T> => ({ ...placed(field), required: true }) as Field<T>
