import { isObject } from '../../base/json/json.js'
import type { Row, World } from './rows.js'

/** An Event about an object. */
export type Told = {
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly count: number
  readonly last: string
  readonly from: string
}

/** The kinds of Events: both API groups serve the same ones. */
export const EVENT_KINDS = ['v1/Event', 'events.k8s.io/v1/Event']

/**
 * Returns the Events about an object, newest first. Both API groups serve the same Events; the first one with any is
 * used.
 */
export function eventsOf(row: Row, world: World): readonly Told[] {
  const rows = EVENT_KINDS.map((kind) => world.get(kind)).find((each) => each && each.size > 0)
  const found: Told[] = []
  for (const { object } of rows?.values() ?? []) {
    const about = object['involvedObject'] ?? object['regarding']
    if (!isObject(about) || about['uid'] !== row.object.metadata.uid) continue
    found.push(toldOf(object))
  }
  return found.sort((a, b) => (a.last < b.last ? 1 : -1))
}

/** Returns what an Event of either API group tells. */
export function toldOf(event: { readonly [member: string]: unknown }): Told {
  const text = (...names: readonly string[]) => {
    const name = names.find((each) => typeof event[each] === 'string' && event[each] !== '')
    return name === undefined ? '' : String(event[name])
  }
  const source = event['source']
  const count = event['count'] ?? event['deprecatedCount']
  return {
    type: text('type'),
    reason: text('reason'),
    message: text('message', 'note'),
    count: typeof count === 'number' ? count : 1,
    last: text('lastTimestamp', 'deprecatedLastTimestamp', 'eventTime'),
    from:
      text('reportingComponent', 'reportingController') || (isObject(source) ? String(source['component'] ?? '') : ''),
  }
}
