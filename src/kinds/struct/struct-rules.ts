import type { Issue } from '../../base/issue.js'
import { type JsonObject, isObject } from '../../base/json.js'
import type { Schema } from '../../schema/types.js'
import { byStruct } from './by-struct.js'
import type { Rule } from './member-rules.js'
import { CONTAINERS } from '../core/pod/container-rules.js'
import { ENVIRONMENT } from '../core/pod/env-rules.js'
import { MOUNTS } from '../core/pod/mount-rules.js'
import { PERSISTENT_VOLUME } from '../core/persistent-volume/persistent-volume-rules.js'
import { POD_SPEC } from '../core/pod/pod-spec-rules.js'
import { PROBES } from '../core/pod/probe-rules.js'
import { SCHEDULING } from '../core/pod/scheduling-rules.js'
import { structOf } from '../../registry/struct-schema.js'
import { SECURITY } from '../core/pod/security-rules.js'
import { VOLUMES } from '../core/pod/volume-rules.js'

const rules = byStruct({
  ...CONTAINERS,
  ...ENVIRONMENT,
  ...MOUNTS,
  ...PERSISTENT_VOLUME,
  ...POD_SPEC,
  ...PROBES,
  ...SCHEDULING,
  ...SECURITY,
  ...VOLUMES,
})

/** What a struct, and the structs in it, have that their rules do not allow, in the order of the rules. */
export const validateStruct = (name: string, value: object, field: string): readonly Issue[] =>
  walk(structOf(name), value, field, { root: value as JsonObject, faulty: new Set() }) // a struct

type Whole = { readonly root: JsonObject; readonly faulty: Set<unknown> }

function walk(schema: Schema, value: unknown, field: string, whole: Whole): readonly Issue[] {
  if (!rules.concerns(schema)) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => walk(schema.items!, item, `${field}[${i}]`, whole))
  if (!isObject(value)) return []
  const inside = (member: string, at = `${field}.${member}`) => {
    const inner = schema.properties?.[member]
    return inner ? walk(inner, value[member], at, whole) : []
  }
  const context = { ...whole, inside }
  const ask = (rule: Rule, member: string) =>
    member === '$' ? rule(value, field, value, context) : rule(value[member], `${field}.${member}`, value, context)
  const table = rules.of(schema) ?? {}
  const issues: Issue[] = []
  for (const [member, rule] of Object.entries(table)) {
    if (typeof rule === 'object') issues.push(...ask(rule.alone, member))
    else issues.push(...ask(rule, member), ...(member === '$' ? [] : inside(member)))
  }
  if (typeof table['$'] !== 'object')
    for (const member of Object.keys(value)) if (!Object.hasOwn(table, member)) issues.push(...inside(member))
  if (issues.length > 0) whole.faulty.add(value)
  return issues
}
