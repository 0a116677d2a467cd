import type { Rule } from './member-rules.js'

/**
 * The rules of a struct's fields, in the order they run, each before those of the field's contents; `$` is the struct
 * itself. A rule with `alone` validates the contents by itself, if at all; with `$`, those of all fields that the table
 * does not have.
 */
export type StructRules = { readonly [member: string]: Rule | { readonly alone: Rule } }

/** Rules of structs, by their short names (`core.v1.Container`). */
export type StructTable = { readonly [struct: string]: StructRules }
