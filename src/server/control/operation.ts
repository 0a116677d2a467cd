import type { Shape } from '../../base/check/shape.js'
import type { Fields, InputOf } from './field.js'
import type { OperationContext } from './operation-context.js'

/** The response of an operation. */
export type Answered =
  | {
      readonly type: 'json'
      readonly shape: Shape
      /** The fields to print for people, of the response or of each of its items. */
      readonly columns: readonly string[]
      /** For programs, and possibly long: written on a single line. */
      readonly compact?: true
    }
  /** A text, or a stream of text. */
  | { readonly type: 'text'; readonly media: string }

/** A body that is not JSON fields but a text, such as a file. */
type TextBody = { readonly media: string; readonly about: string }

/** An operation of the control API; the HTTP route, its description and the `ctl` command are derived from it. */
export type Operation = {
  /** The words after `ctl`. */
  readonly command: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path after `/_fakecluster`; `{name}` is a field in the path. */
  readonly path: string
  readonly about: string
  readonly fields: Fields
  readonly text: TextBody | undefined
  readonly reply: Answered
  /** Set if `ctl` writes the response to a file; with `--json`, or without an optional file, it prints it as usual. */
  readonly file?: { readonly about: string; readonly isOptional?: true } | undefined
  /** Gets the body as a stream if it is a text. */
  readonly run: (
    workings: OperationContext,
    input: { readonly [field: string]: unknown },
    body: AsyncIterable<string>,
  ) => unknown
}

type Declared<F extends Fields> = Omit<Operation, 'fields' | 'text' | 'run'> & {
  readonly fields?: F
  readonly text?: TextBody
  readonly run: (workings: OperationContext, input: InputOf<F>, body: AsyncIterable<string>) => unknown
}

/** Declares an operation; `run` gets validated fields. */
export const operation = <F extends Fields = Record<never, never>>({
  fields,
  text,
  run,
  ...rest
}: Declared<F>): Operation => ({
  ...rest,
  fields: fields ?? {},
  text,
  run: run as Operation['run'], // the input has been validated against the fields
})
