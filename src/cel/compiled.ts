import type { ValidationRule } from '../schema/types.js'
import type { Evaluated } from './evaluate.js'

/** A value and the one before it, as expressions see them. */
export type Bound = { readonly self: unknown; readonly old: unknown }

/** A rule that can be asked, or what is wrong with it. */
export type CompiledRule = {
  readonly rule: ValidationRule
  readonly usesOldSelf: boolean
  /** Values of the schema are of no type expressions could see. */
  readonly untyped: boolean
  /** What is wrong with the expression, and with that of the message. */
  readonly error?: string
  readonly messageError?: string
  /** The most it may cost on one value, and so may the message. */
  readonly cost: number
  readonly messageCost: number
  /** Whether it holds; undefined where it cannot be asked. */
  readonly ask: ((value: Bound) => Evaluated) | undefined
  /** The message it makes up; undefined where it makes up none. */
  readonly message: ((value: Bound) => Evaluated) | undefined
}

/** The rules of one schema. */
export type CompiledRules = {
  readonly rules: readonly CompiledRule[]
  /** How often a value may be met, by what a request holds (apiextensions: maxCardinality). */
  readonly cardinality: number
}

/** Objects by the names an expression has for them; null where there is none. */
type Variables = { readonly object: object | null; readonly oldObject: object | null }

/** A compiled expression of type bool, or what is wrong with it. */
export type Predicate = {
  readonly error?: string
  /** Whether it holds. Throws what comes up while it is evaluated. */
  readonly holds: (variables: Variables) => boolean
}
