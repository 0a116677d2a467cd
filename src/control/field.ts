import type { Shape } from '../check/shape.js'

/** One thing an operation is told: where it stands in the request, and what it has to be. */
export type Field<T = unknown> = {
  readonly in: 'path' | 'query' | 'body'
  readonly shape: Shape
  readonly about: string
  readonly required: boolean
  /** Given on the command line by its place rather than by its name. */
  readonly positional: boolean
  /** What its value is once the shape has checked it; never present. */
  readonly type?: T
}

/** The fields of an operation by name; those with a place on the command line stand in its order. */
export type Fields = { readonly [name: string]: Field }

/** What the fields of a request say. */
export type InputOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** A part of the path. */
export const inPath = <T>(shape: Shape, about: string): Field<T> => ({
  in: 'path',
  shape,
  about,
  required: true,
  positional: true,
})

/** A parameter of the query that may be left out. */
export const inQuery = <T>(shape: Shape, about: string): Field<T | undefined> => ({
  in: 'query',
  shape,
  about,
  required: false,
  positional: false,
})

/** A member of the body, which is a JSON object, that may be left out. */
export const inBody = <T>(shape: Shape, about: string): Field<T | undefined> => ({
  in: 'body',
  shape,
  about,
  required: false,
  positional: false,
})

/** A field that has a place on the command line. */
export const placed = <T>(field: Field<T>): Field<T> => ({ ...field, positional: true })

/** A field that has to be given, and has a place on the command line. */
// Given, it is not undefined.
export const needed = <T>(field: Field<T | undefined>): Field<T> => ({ ...placed(field), required: true }) as Field<T>
