/** The correlator state of one component and one object, as client-go's event recorders keep it. */
export type Told = {
  /** Tokens of the rate limiter, and the time they were computed at. */
  readonly tokens: number
  readonly at: number
  /** By type and reason: the different messages, and the time of the last one. */
  readonly groups: readonly { readonly of: string; readonly messages: readonly string[]; readonly last: number }[]
  /** How often Events were dropped by the rate limiter, by their content. */
  readonly missed: readonly { readonly said: string; readonly times: number }[]
}

/**
 * An Event to record: its message, the content that identifies repetitions (empty for a combined Event), and how often
 * it occurred since it was last recorded.
 */
export type Correlated = { readonly message: string; readonly said: string; readonly times: number }

/** Number of different messages of one type and reason from which on they are combined into one Event. */
const MOST_ALIKE = 10
/** How long messages are aggregated, in milliseconds. */
const ALIKE_FOR = 600_000
/** The rate limit of one component and one object: the burst, and milliseconds per additional Event. */
const BURST = 25
const REFILL = 300_000

/**
 * Decides how an Event is recorded (EventCorrelator): from the tenth different message of the same type and reason on,
 * they are combined into one Event; a component may record 25 Events about an object at once, and then one every five
 * minutes.
 */
export function correlate(
  before: Told | undefined,
  { type, reason, message }: { readonly type: string; readonly reason: string; readonly message: string },
  now: number,
): { readonly told: Told; readonly recorded: Correlated | undefined } {
  const { tokens, at, groups, missed } = before ?? { tokens: BURST, at: now, groups: [], missed: [] }
  const group = `${type} ${reason}`
  const known = groups.find((each) => each.of === group)
  const alike = known && now - known.last <= ALIKE_FOR ? known.messages : []
  const differing = alike.includes(message) ? alike : [...alike, message]
  const isCombined = differing.length >= MOST_ALIKE
  const said = isCombined ? '' : message
  const left = Math.min(BURST, tokens + (now - at) / REFILL)
  const key = `${group} ${said}`
  const unrecorded = missed.find((each) => each.said === key)?.times ?? 0
  const others = missed.filter((each) => each.said !== key)
  const told = {
    tokens: left >= 1 ? left - 1 : left,
    at: now,
    groups: [
      ...groups.filter((each) => each !== known),
      { of: group, messages: isCombined ? differing.slice(1) : differing, last: now },
    ],
    missed: left >= 1 ? others : [...others, { said: key, times: unrecorded + 1 }],
  }
  const text = isCombined ? `(combined from similar events): ${message}` : message
  return { told, recorded: left >= 1 ? { message: text, said, times: unrecorded + 1 } : undefined }
}
