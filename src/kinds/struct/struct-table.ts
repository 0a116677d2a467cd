import type { Rule } from './member-rules.js'

/**
 * The rules of a struct's members, in the order they are asked, each before those of what is in the member; `$` is the
 * struct itself. A rule that stands alone goes into what is in its member itself, if it does; that of `$`, into all
 * members the table does not have.
 */
export type StructRules = { readonly [member: string]: Rule | { readonly alone: Rule } }

/** Rules by the struct's short name (`core.v1.Container`). */
export type StructTable = { readonly [struct: string]: StructRules }
