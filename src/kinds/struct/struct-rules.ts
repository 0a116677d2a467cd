import type { Issue } from '../../base/errors/issue.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { areParted, progressOf } from '../../base/turns/work-in-parts.js'
import { type JsonObject, isObject } from '../../base/json/json.js'
import type { Schema } from '../../schema/types.js'
import { type ByStruct, byStruct } from './by-struct.js'
import type { Rule, StructRules, StructTable } from './member-rules.js'
import { type KeptEmpty, structOf } from '../../model/registry/struct-schema.js'
import { runningVersion } from '../../model/registry/kubernetes-version.js'

/**
 * Makes a function that validates a struct and those nested in it, and returns the issues in the order of the rules. It
 * takes the struct's short name (`core.v1.PodSpec`), the value, and its path. `keptEmpty` is that of the kinds with the
 * struct, whose schemas it shares.
 */
export function structValidator(
  table: StructTable,
  keptEmpty?: KeptEmpty,
): (name: string, value: object, field: string) => readonly Issue[] {
  const rules = byStruct(table)
  const planOf = createPlans(rules)
  return (name, value, field) => {
    if (!isObject(value)) return []
    // A value at two paths has issues of its own at each.
    const places = progressOf(value, rules, () => new Map<string, Whole>())
    const whole = places.get(field) ?? { rules, planOf, root: value, faulty: new Set(), lists: new Map() }
    places.set(field, whole)
    return walk(structOf(name, keptEmpty, runningVersion()), value, field, whole, value)
  }
}

/**
 * A rule of a field, or of the struct itself (`$`), and the schema for the contents of the field, if they are validated
 * next.
 */
type Step = { readonly member: string; readonly rule: Rule; readonly inner: Schema | undefined }

/** The validation of a struct, in order: its rules, then the contents of fields without a rule. */
type Plan = { readonly steps: readonly Step[]; readonly rest: readonly (readonly [member: string, inner: Schema])[] }

type Whole = {
  readonly rules: ByStruct<StructRules>
  readonly planOf: (schema: Schema) => Plan
  readonly root: JsonObject
  readonly faulty: Set<unknown>
  /** Places of long lists, by path, at which their issues are kept between turns. */
  readonly lists: Map<string, object>
}

/** Makes the plan of each struct once: a list may have thousands of the same. */
function createPlans(rules: ByStruct<StructRules>): (schema: Schema) => Plan {
  const plans = new WeakMap<Schema, Plan>()
  return (schema) => {
    let plan = plans.get(schema)
    if (!plan) plans.set(schema, (plan = createPlan(rules, schema)))
    return plan
  }
}

function createPlan(rules: ByStruct<StructRules>, schema: Schema): Plan {
  const { properties = {} } = schema
  const table = rules.of(schema) ?? {}
  const concerned = (member: string) => {
    const inner = properties[member]
    return inner && rules.concerns(inner) ? inner : undefined
  }
  const steps = Object.entries(table).map(([member, rule]): Step =>
    typeof rule === 'object'
      ? { member, rule: rule.alone, inner: undefined }
      : { member, rule, inner: concerned(member) },
  )
  const rest =
    typeof table['$'] === 'object' ? [] : Object.keys(properties).filter((name) => !Object.hasOwn(table, name))
  return {
    steps,
    rest: rest.flatMap((member) => {
      const inner = concerned(member)
      return inner ? [[member, inner]] : []
    }),
  }
}

const NONE: readonly Issue[] = []

function walk(schema: Schema, value: unknown, field: string, whole: Whole, above: JsonObject): readonly Issue[] {
  if (typeof value !== 'object' || value === null || !whole.rules.concerns(schema)) return NONE
  if (Array.isArray(value)) return walkItems(schema.items ?? {}, value, field, whole, above)
  return isObject(value) ? walkMembers(schema, value, field, whole, above) : NONE
}

function walkItems(
  items: Schema,
  list: readonly unknown[],
  field: string,
  whole: Whole,
  above: JsonObject,
): readonly Issue[] {
  return issuesOfItems(list, placeOfList(whole, list, field), (item, i) =>
    walk(items, item, `${field}[${i}]`, whole, above),
  )
}

function placeOfList({ lists }: Whole, list: readonly unknown[], field: string): unknown {
  if (!areParted(list.length)) return field
  const place = lists.get(field) ?? {}
  lists.set(field, place)
  return place
}

function walkMembers(
  schema: Schema,
  value: JsonObject,
  field: string,
  whole: Whole,
  above: JsonObject,
): readonly Issue[] {
  const { root, faulty } = whole
  const inside = (member: string, at?: string) => {
    const inner = value[member] === undefined ? undefined : schema.properties?.[member]
    return inner ? walk(inner, value[member], at ?? `${field}.${member}`, whole, value) : NONE
  }
  const context = { root, above, faulty, inside }
  const issues: Issue[] = []
  const { steps, rest } = whole.planOf(schema)
  for (const { member, rule, inner } of steps) {
    if (member === '$') add(issues, rule(value, field, value, context))
    else {
      const at = `${field}.${member}`
      const given = value[member]
      add(issues, rule(given, at, value, context))
      if (inner && given !== undefined) add(issues, walk(inner, given, at, whole, value))
    }
  }
  for (const [member, inner] of rest)
    if (value[member] !== undefined) add(issues, walk(inner, value[member], `${field}.${member}`, whole, value))
  if (issues.length > 0) faulty.add(value)
  return issues
}

function add(issues: Issue[], found: readonly Issue[]): void {
  for (const issue of found) issues.push(issue)
}
