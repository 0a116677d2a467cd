import type { Issue } from '../../base/issue.js'
import { type JsonObject, isObject } from '../../base/json.js'
import type { Schema } from '../../schema/types.js'
import { type ByStruct, byStruct } from './by-struct.js'
import type { Rule } from './member-rules.js'
import type { StructRules, StructTable } from './struct-table.js'
import { structOf } from '../../registry/struct-schema.js'

/**
 * Makes what tells what a struct, and the structs in it, have that their rules do not allow, in the order of the rules.
 * The struct is told by its short name (`core.v1.PodSpec`), `field` is where it stands.
 */
export function structValidator(table: StructTable): (name: string, value: object, field: string) => readonly Issue[] {
  const rules = byStruct(table)
  return (name, value, field) =>
    isObject(value) ? walk(structOf(name), value, field, { rules, root: value, faulty: new Set() }) : []
}

type Whole = { readonly rules: ByStruct<StructRules>; readonly root: JsonObject; readonly faulty: Set<unknown> }

function walk(schema: Schema, value: unknown, field: string, whole: Whole): readonly Issue[] {
  const { rules } = whole
  if (!rules.concerns(schema)) return []
  const { items = {} } = schema
  const issues: Issue[] = []
  const add = (found: readonly Issue[]) => {
    for (const issue of found) issues.push(issue)
  }
  if (Array.isArray(value)) {
    value.forEach((item, i) => add(walk(items, item, `${field}[${i}]`, whole)))
    return issues
  }
  if (!isObject(value)) return []
  const inside = (member: string, at = `${field}.${member}`) => {
    const inner = schema.properties?.[member]
    return inner ? walk(inner, value[member], at, whole) : []
  }
  const context = { ...whole, inside }
  const ask = (rule: Rule, member: string) =>
    member === '$' ? rule(value, field, value, context) : rule(value[member], `${field}.${member}`, value, context)
  const table = rules.of(schema) ?? {}
  for (const member in table) {
    const rule = table[member]
    if (typeof rule === 'object') add(ask(rule.alone, member))
    else if (rule) {
      add(ask(rule, member))
      if (member !== '$') add(inside(member))
    }
  }
  if (typeof table['$'] !== 'object') for (const member in value) if (!Object.hasOwn(table, member)) add(inside(member))
  if (issues.length > 0) whole.faulty.add(value)
  return issues
}
