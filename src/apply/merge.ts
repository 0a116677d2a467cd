import { isObject, setOwn } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { endPart, placeOf, progressOf } from '../base/parts.js'
import { elementOf, memberSchema, topologyOf } from './topology.js'

/**
 * Lays an applied configuration over the live object: members and items merge, everything else is taken from the
 * configuration. Null takes nothing from what has members, and takes the place of what is empty.
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

// The order of structured-merge-diff's visitListItems: items of both lists follow the configuration, live ones stay
// where they stood.
function mergeItems(live: readonly unknown[], config: readonly unknown[], schema: Schema): unknown {
  const merging = progressOf(config, placeOf(mergeItems, live), () => beginMerging(live, config, schema))
  while (merging.l < live.length || merging.c < config.length) {
    mergeNext(merging, live, schema)
    endPart()
  }
  return merging.out
}

/** How far the items of two lists are merged. */
type Merging = {
  readonly liveElements: readonly string[]
  readonly configElements: readonly string[]
  readonly liveItems: ReadonlyMap<string, unknown>
  readonly configItems: ReadonlyMap<string, unknown>
  /** The elements of the configuration that are live as well, of which so many were met. */
  readonly shared: readonly string[]
  met: number
  readonly merged: Set<string>
  readonly out: unknown[]
  l: number
  c: number
}

function beginMerging(live: readonly unknown[], config: readonly unknown[], schema: Schema): Merging {
  const liveElements = live.map((item) => elementOf(schema, item))
  const configElements = config.map((item) => elementOf(schema, item))
  const liveItems = uniqueItems(liveElements, live)
  const configItems = new Map(configElements.map((element, i) => [element, config[i]]))
  const shared = configElements.filter((element) => liveItems.has(element))
  return {
    liveElements,
    configElements,
    liveItems,
    configItems,
    shared,
    met: 0,
    merged: new Set(),
    out: [],
    l: 0,
    c: 0,
  }
}

function mergeNext(merging: Merging, live: readonly unknown[], { items }: Schema): void {
  const { liveElements, configElements, liveItems, configItems, shared, merged, out } = merging
  const next = shared[merging.met]
  const take = (element: string) => {
    const item = mergeApplied(liveItems.get(element), configItems.get(element), items)
    merged.add(element)
    out.push(item)
    merging.c++
  }
  const liveElement = liveElements[merging.l]
  const configElement = configElements[merging.c]
  if (liveElement !== undefined && configElement !== undefined) {
    if (liveElement === configElement) {
      take(liveElement)
      merging.l++
      merging.met++
      return
    }
    if (configItems.has(liveElement) && next !== undefined && next !== liveElement) {
      merging.l++
      return
    }
  }
  if (liveElement !== undefined && !configItems.has(liveElement)) {
    out.push(live[merging.l])
    merging.l++
    return
  }
  // Before anything is noted, as a turn may end in what is taken.
  const isMerged = liveElement !== undefined && merged.has(liveElement)
  if (configElement !== undefined) {
    take(configElement)
    if (next === configElement) merging.met++
  }
  if (isMerged) merging.l++
}

// Items whose key occurs twice have no counterpart to merge with.
function uniqueItems(elements: readonly string[], items: readonly unknown[]): ReadonlyMap<string, unknown> {
  const out = new Map<string, unknown>()
  elements.forEach((element, i) => out.set(element, out.has(element) ? undefined : items[i]))
  return out
}
