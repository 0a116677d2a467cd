import { isObject, setOwn } from '../../base/json/json.js'
import type { Schema } from '../../schema/types.js'
import { endPart, placeOf, progressOf } from '../../base/turns/work-in-parts.js'
import { elementOf, memberSchema, topologyOf } from './topology.js'

/**
 * Merges an applied configuration into the live object: maps and keyed lists are merged, everything else is taken from
 * the configuration. A null leaves a non-empty map or list unchanged, and replaces an empty one.
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

// The order of structured-merge-diff's visitListItems: shared items follow the configuration, live-only items keep
// their places.
function mergeItems(live: readonly unknown[], config: readonly unknown[], schema: Schema): unknown {
  const merging = progressOf(config, placeOf(mergeItems, live), () => beginMerging(live, config, schema))
  while (merging.l < live.length || merging.c < config.length) {
    mergeNext(merging, live, schema)
    endPart()
  }
  return merging.out
}

/** Progress of merging two lists. */
type Merging = {
  readonly liveElements: readonly string[]
  readonly configElements: readonly string[]
  readonly liveItems: ReadonlyMap<string, unknown>
  readonly configItems: ReadonlyMap<string, unknown>
  /** The configuration's elements that are live as well, and the number of those passed. */
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
  // Computed before any state changes, as taking an item may end the turn (and repeat this step).
  const isMerged = liveElement !== undefined && merged.has(liveElement)
  if (configElement !== undefined) {
    take(configElement)
    if (next === configElement) merging.met++
  }
  if (isMerged) merging.l++
}

// Live items whose key occurs twice cannot be merged with.
function uniqueItems(elements: readonly string[], items: readonly unknown[]): ReadonlyMap<string, unknown> {
  const out = new Map<string, unknown>()
  elements.forEach((element, i) => out.set(element, out.has(element) ? undefined : items[i]))
  return out
}
