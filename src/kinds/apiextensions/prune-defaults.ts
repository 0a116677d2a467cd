import { getOwn, isObject, jsonEqual } from '../../base/json/json.js'
import { DecodeError } from '../../schema/decode.js'
import { hasEmbedded } from '../../schema/embedded.js'
import { readStructural } from '../../schema/structural.js'
import type { Schema } from '../../schema/types.js'

/**
 * Returns a schema with pruned defaults: unknown fields of the metadata of embedded objects are dropped, at whatever
 * level the default is (apiextensions: PruneDefaults). Definitions with other unknown fields in defaults are rejected.
 */
export const pruneDefaults = (root: Schema): Schema => (hasEmbedded(root) ? pruned(root, root, []) : root)

/** The path of a schema's value in an object: field names, and 0 for list items. */
type FieldPosition = readonly (string | 0)[]

function pruned(root: Schema, schema: Schema, place: FieldPosition): Schema {
  const { properties, items, additionalProperties, default: given } = schema
  const kept = given === undefined ? undefined : keptOf(root, given, place)
  return {
    ...schema,
    ...(kept === given ? {} : { default: kept }),
    ...(items ? { items: pruned(root, items, [...place, 0]) } : {}),
    ...(additionalProperties ? { additionalProperties: pruned(root, additionalProperties, [...place, '*']) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, pruned(root, member, [...place, name])]),
          ),
        }
      : {}),
  }
}

/** Returns the part of a default that survives decoding an object with only this default; undefined if none does. */
function keptOf(root: Schema, given: unknown, place: FieldPosition): unknown {
  const whole = place.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), given)
  try {
    const kept = place.reduce<unknown>(
      (outer, step) => (step === 0 ? (Array.isArray(outer) ? outer[0] : undefined) : memberOf(outer, step)),
      readStructural(root, whole).object,
    )
    return jsonEqual(kept, given) ? given : kept
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? getOwn(value, name) : undefined)
