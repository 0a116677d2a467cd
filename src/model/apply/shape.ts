import { hasMany } from '../../base/json/member-names.js'
import { isObject, jsonEqual } from '../../base/json/json.js'
import type { Schema } from '../../schema/types.js'
import { type Fields, isVoid } from './fields.js'
import { elementOf, memberSchema, topologyOf } from './topology.js'

/**
 * A step in identifying the shape of an object: the sequence of everything that comparing it with the zero object of
 * its kind depends on. Objects that reach the same step have the same comparison.
 */
type Step = {
  open: Step | undefined
  close: Step | undefined
  added: Step | undefined
  same: Step | undefined
  members: Map<string, Step> | undefined
  modified: Step | undefined
  none: Step | undefined
  /** Where the walk through a value ended that many objects share. */
  ends: WeakMap<object, Step> | undefined
  set: Fields | undefined
}

const MOST_STEPS = 10_000
// Objects with more fields are not cached.
const MOST_MEMBERS = 500

let steps = 0
let members = 0
let starts = new WeakMap<object, Step>()

// The keys in long lists differ from object to object.
const MOST_ITEMS = 8

/**
 * Returns the set that `make` returned for an earlier object of the same shape and owner; otherwise calls it. Nothing
 * is cached if the keys of a long list's items matter.
 */
export function rememberedShape(
  owner: object,
  zero: unknown,
  value: unknown,
  schema: Schema,
  make: () => Fields,
): Fields {
  if (steps > MOST_STEPS) {
    starts = new WeakMap()
    steps = 0
  }
  let start = starts.get(owner)
  if (!start) starts.set(owner, (start = newStep()))
  members = 0
  const end = walk(start, zero, value, schema)
  return end ? (end.set ??= make()) : make()
}

function walk(from: Step, zero: unknown, value: unknown, schema: Schema | undefined): Step | undefined {
  if (zero === value) return (from.same ??= newStep())
  const topology = topologyOf(schema, zero, value)
  if (!schema || topology === 'leaf') return leafStep(from, zero, value)
  if (topology === 'items') return walkItems(from, zero, value, schema)
  let step: Step | undefined = (from.open ??= newStep())
  if (!isObject(value)) return isVoid(zero) && isVoid(value) ? leafStep(from, zero, value) : (step.close ??= newStep())
  if (hasMany(value)) return undefined
  const ends = schema.isShared && Object.isFrozen(value) ? (from.ends ??= new WeakMap()) : undefined
  const known = ends?.get(value)
  if (known) return known
  const before = zero !== undefined && isObject(zero) ? zero : undefined
  const first = members
  for (const name in value) {
    if (++members > MOST_MEMBERS) return undefined
    const old = before && Object.hasOwn(before, name) ? before[name] : undefined
    const member = value[name]
    const part = memberSchema(schema, name)
    const at: Step = step.members?.get(name) ?? addStep(step, name)
    // Most members are new texts, which are leaves.
    const isText = old === undefined && typeof member === 'string' && part?.type === 'string'
    step = isText ? (at.added ??= newStep()) : walk(at, old, member, part)
    if (!step) return undefined
  }
  if (members === first && isVoid(zero)) return leafStep(from, zero, value)
  const end = (step.close ??= newStep())
  ends?.set(value, end)
  return end
}

function walkItems(from: Step, zero: unknown, value: unknown, schema: Schema): Step | undefined {
  // A list without items states nothing where null does.
  if (isVoid(zero) && isVoid(value))
    return Array.isArray(value) ? (from.none ??= newStep()) : leafStep(from, zero, value)
  if (!isVoid(zero) || !Array.isArray(value) || value.length > MOST_ITEMS) return undefined
  let step: Step | undefined = (from.open ??= newStep())
  // Two items that share an element take two steps, which distinguishes them from a single one.
  for (const item of value) {
    const element = elementOf(schema, item)
    step = walk(step.members?.get(element) ?? addStep(step, element), undefined, item, schema.items)
    if (!step) return undefined
  }
  return (step.close ??= newStep())
}

function leafStep(from: Step, zero: unknown, value: unknown): Step {
  if (zero === undefined) return (from.added ??= newStep())
  return jsonEqual(zero, value) ? (from.same ??= newStep()) : (from.modified ??= newStep())
}

function addStep(to: Step, key: string): Step {
  const step = newStep()
  to.members ??= new Map()
  to.members.set(key, step)
  return step
}

function newStep(): Step {
  steps++
  // With members that come as they are needed, steps would have dozens of hidden classes in V8.
  return {
    open: undefined,
    close: undefined,
    added: undefined,
    same: undefined,
    members: undefined,
    modified: undefined,
    none: undefined,
    ends: undefined,
    set: undefined,
  }
}
