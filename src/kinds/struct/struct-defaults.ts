import type { Json, JsonObject } from '../../base/json/json.js'
import { inWireOrder } from '../../schema/order.js'
import type { Schema } from '../../schema/types.js'
import { type ByStruct, byStruct } from './by-struct.js'
import { type KeptEmpty, structOf } from '../../model/registry/struct-schema.js'
import { runningVersion } from '../../model/registry/kubernetes-version.js'

/** Computes the default of a field from its struct; undefined for none. */
type Fill = (struct: JsonObject) => unknown

/**
 * The defaults of structs, by their short names (`core.v1.Container`): for each field a value, or a function that
 * computes it.
 */
export type StructDefaults = { readonly [struct: string]: { readonly [member: string]: Json | Fill } }

/**
 * Makes a function that sets the defaults of a struct and of those nested in it. A value that has all defaults is
 * returned itself. `keptEmpty` is that of the kinds that have the struct, whose schemas it shares.
 */
export function structFiller(
  table: StructDefaults,
  keptEmpty?: KeptEmpty,
): <T extends object>(name: string, value: T) => T {
  const fill = createFill(byStruct(table))
  return <T extends object>(name: string, value: T) =>
    // Defaulting keeps the type.
    fill(structOf(name, keptEmpty, runningVersion()), value) as T
}

const copied = ({ ...copy }: Record<string, unknown>) => copy

type Defaults = ByStruct<StructDefaults[string]>

/**
 * What to default in a struct: fields that may contain structs with defaults, and fields with defaults of their own.
 */
type Plan = { readonly inner: readonly Inner[]; readonly own: readonly Own[] }

type Inner = { readonly member: string; readonly schema: Schema }
type Own = { readonly member: string; readonly schema: Schema | undefined; readonly given: Json | Fill }

function planOf(defaults: Defaults, schema: Schema): Plan {
  const { properties = {} } = schema
  return {
    inner: Object.entries(properties).flatMap(([member, schema]) =>
      defaults.concerns(schema) ? [{ member, schema }] : [],
    ),
    own: Object.entries(defaults.of(schema) ?? {}).map(([member, given]) => ({
      member,
      schema: properties[member],
      given,
    })),
  }
}

function createFill(defaults: Defaults): (schema: Schema, value: unknown) => unknown {
  // Made once per struct: a list may have thousands of the same.
  const plans = new WeakMap<Schema, Plan>()
  const plan = (schema: Schema): Plan => {
    let made = plans.get(schema)
    if (!made) plans.set(schema, (made = planOf(defaults, schema)))
    return made
  }
  // One function that calls only itself: V8 would put one that calls it back into it, several times.
  const fill = (schema: Schema, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !defaults.concerns(schema)) return value
    if (Array.isArray(value)) {
      const { items = {} } = schema
      let list: unknown[] | undefined
      for (let i = 0; i < value.length; i++) {
        const filled = fill(items, value[i])
        if (filled !== value[i]) (list ??= [...value])[i] = filled
      }
      return list ?? value
    }
    const struct = value as JsonObject // no list
    const { inner, own } = plan(schema)
    let copy: Record<string, unknown> | undefined
    for (let i = 0; i < inner.length; i++) {
      const { member, schema } = inner[i] as Inner // there is one at each index
      const filled = fill(schema, struct[member])
      if (filled !== struct[member]) (copy ??= copied(struct))[member] = filled
    }
    for (let i = 0; i < own.length; i++) {
      const { member, schema, given } = own[i] as Own // as above
      if (!isOpen(schema, struct[member])) continue
      const filled = typeof given === 'function' ? given(struct) : given
      if (filled !== undefined) (copy ??= copied(struct))[member] = filled
    }
    return copy ? inWireOrder(schema, copy, 0) : value
  }
  return fill
}

// A field that is not a pointer in Go cannot distinguish its zero value from unset.
const isOpen = (member: Schema | undefined, value: unknown) =>
  (value ?? null) === null || (member?.empty !== 'keep' && !member?.nullable && (value === '' || value === 0))
