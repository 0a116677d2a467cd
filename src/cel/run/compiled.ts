import type { ValidationRule } from '../../schema/types.js'
import type { Evaluated } from './evaluate.js'

/** A value and the previous one, as variables of expressions. */
export type Bound = { readonly self: unknown; readonly old: unknown }

/** A compiled rule, or its error. */
export type CompiledRule = {
  readonly rule: ValidationRule
  readonly usesOldSelf: boolean
  /** The values of the schema have no CEL type. */
  readonly untyped: boolean
  /** The errors in the rule and in its message expression. */
  readonly error?: string
  readonly messageError?: string
  /** The estimated maximum costs of the rule and of its message expression for one value. */
  readonly cost: number
  readonly messageCost: number
  /** Evaluates the rule; undefined if it does not compile. */
  readonly ask: ((value: Bound) => Evaluated) | undefined
  /** Evaluates the message expression; undefined without one. */
  readonly message: ((value: Bound) => Evaluated) | undefined
}

/** The rules of one schema. */
export type CompiledRules = {
  readonly rules: readonly CompiledRule[]
  /** The maximum number of values in a request, by its size (apiextensions: maxCardinality). */
  readonly cardinality: number
}

/** The variables of a predicate; null if there is no such object. */
type Variables = { readonly object: object | null; readonly oldObject: object | null }

/** A compiled expression of type bool, or its error. */
export type Predicate = {
  readonly error?: string
  /** Evaluates the expression. Throws evaluation errors. */
  readonly holds: (variables: Variables) => boolean
}
