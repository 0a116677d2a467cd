import type { Shape } from '../check/shape.js'
import type { Fields, InputOf } from './field.js'
import type { Workings } from './workings.js'

/** What an operation answers with. */
export type Answered =
  | {
      readonly type: 'json'
      readonly shape: Shape
      /** The members to print for people, of the reply or of each of its items. */ readonly columns: readonly string[]
      /** It is for programs, and may be long: written in one line. */
      readonly compact?: true
    }
  /** A text, or a stream of one. */
  | { readonly type: 'text'; readonly media: string }

/** A body that is a text of its own, as files hold it. */
type TextBody = { readonly media: string; readonly about: string }

/** One thing that can be asked for: the HTTP route, its description and the command come from here. */
export type Operation = {
  /** The words after `ctl`. */
  readonly command: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** After `/_fakecluster`; `{name}` is a field in the path. */
  readonly path: string
  readonly about: string
  readonly fields: Fields
  readonly text: TextBody | undefined
  readonly reply: Answered
  /** What `ctl` makes a file of, and its words for that; with `--json` it prints the reply as of others. */
  readonly file?: { readonly about: string } | undefined
  /** Is given the body where that is a text of its own, as it arrives. */
  readonly run: (
    workings: Workings,
    input: { readonly [field: string]: unknown },
    body: AsyncIterable<string>,
  ) => unknown
}

type Declared<F extends Fields> = Omit<Operation, 'fields' | 'text' | 'run'> & {
  readonly fields?: F
  readonly text?: TextBody
  readonly run: (workings: Workings, input: InputOf<F>, body: AsyncIterable<string>) => unknown
}

/** Declares an operation; what it runs is given fields that have been checked. */
export const operation = <F extends Fields = Record<never, never>>({
  fields,
  text,
  run,
  ...rest
}: Declared<F>): Operation => ({
  ...rest,
  fields: fields ?? {},
  text,
  run: run as Operation['run'], // reading the input checks it against the fields
})
