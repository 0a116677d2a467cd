import { isObject, setOwn } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { elementOf, memberSchema, topologyOf } from './topology.js'

/**
 * Lays an applied configuration over the live object: members and items merge, everything else is taken from the configuration. Null
 * takes nothing from what has members, and takes the place of what is empty.
 */
export function mergeApplied(live: unknown, config: unknown, schema: Schema | undefined): unknown {
  if (config === undefined) return live
  if (live === undefined || !schema) return config
  const topology = topologyOf(schema, live, config)
  if (topology === 'members')
    return isObject(live) && isObject(config)
      ? mergeMembers(live, config, schema)
      : isObject(live) && config === null && Object.keys(live).length > 0
        ? live
        : config
  if (topology === 'items')
    return Array.isArray(live) && Array.isArray(config)
      ? mergeItems(live, config, schema)
      : Array.isArray(live) && config === null && live.length > 0
        ? live
        : config
  return config
}

function mergeMembers(
  live: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
  schema: Schema,
): unknown {
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(live))
    setOwn(
      out,
      name,
      mergeApplied(live[name], Object.hasOwn(config, name) ? config[name] : undefined, memberSchema(schema, name)),
    )
  for (const name of Object.keys(config)) if (!Object.hasOwn(live, name)) setOwn(out, name, config[name])
  return out
}

// The order of structured-merge-diff's visitListItems: items of both lists follow the configuration, live ones stay where they stood.
function mergeItems(live: readonly unknown[], config: readonly unknown[], schema: Schema): unknown {
  const liveElements = live.map((item) => elementOf(schema, item))
  const configElements = config.map((item) => elementOf(schema, item))
  const liveItems = uniqueItems(liveElements, live)
  const configItems = new Map(configElements.map((element, i) => [element, config[i]]))
  const shared = configElements.filter((element) => liveItems.has(element))
  const merged = new Set<string>()
  const out: unknown[] = []
  const take = (element: string) => {
    merged.add(element)
    out.push(mergeApplied(liveItems.get(element), configItems.get(element), schema.items))
  }
  let l = 0
  let c = 0
  let next = shared.shift()
  while (l < live.length || c < config.length) {
    const liveElement = liveElements[l]
    const configElement = configElements[c]
    if (liveElement !== undefined && configElement !== undefined) {
      if (liveElement === configElement) {
        take(liveElement)
        l++
        c++
        next = shared.shift()
        continue
      }
      if (configItems.has(liveElement) && next !== undefined && next !== liveElement) {
        l++
        continue
      }
    }
    if (liveElement !== undefined) {
      if (!configItems.has(liveElement)) {
        out.push(live[l])
        l++
        continue
      }
      if (merged.has(liveElement)) l++
    }
    if (configElement !== undefined) {
      take(configElement)
      c++
      if (next === configElement) next = shared.shift()
    }
  }
  return out
}

// Items whose key occurs twice have no counterpart to merge with.
function uniqueItems(elements: readonly string[], items: readonly unknown[]): ReadonlyMap<string, unknown> {
  const out = new Map<string, unknown>()
  elements.forEach((element, i) => out.set(element, out.has(element) ? undefined : items[i]))
  return out
}
