import { getOwn, isObject } from '../../base/json/json.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Schema } from '../../schema/types.js'

/**
 * Returns the newest time in objects, in milliseconds since 1970; undefined if there is none. Of custom resources only
 * the metadata counts: their own times may be in the future, such as the expiry of a certificate.
 */
export function newestTime(
  objects: readonly { readonly def: Pick<KindDef, 'schema' | 'structural'>; readonly value: object }[],
): number | undefined {
  let newest: number | undefined
  const see = (time: number) => {
    if (Number.isFinite(time)) newest = Math.max(newest ?? time, time)
  }
  for (const { def, value } of objects) {
    const { metadata } = def.schema.properties ?? {}
    if (!def.structural) seeTimes(def.schema, value, see)
    else if (metadata) seeTimes(metadata, getOwn({ ...value }, 'metadata'), see)
  }
  return newest
}

function seeTimes(schema: Schema, value: unknown, see: (time: number) => void): void {
  if (typeof value === 'string') {
    if (schema.format === 'date-time' || schema.format === 'micro-time') see(Date.parse(value))
  } else if (Array.isArray(value)) {
    if (schema.items) for (const item of value) seeTimes(schema.items, item, see)
  } else if (isObject(value)) {
    const { properties = {}, additionalProperties } = schema
    for (const name of Object.keys(value)) {
      const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (member) seeTimes(member, value[name], see)
    }
  }
}
