/** What a component has lately said of one object, as client-go's recorders keep it. */
export type Told = {
  /** How many Events it may still record at once, and when that was so. */
  readonly tokens: number
  readonly at: number
  /** By type and reason, messages that differ, and when the last came. */
  readonly groups: readonly { readonly of: string; readonly messages: readonly string[]; readonly last: number }[]
  /** How often Events were told but not recorded, by what is said in them. */
  readonly missed: readonly { readonly said: string; readonly times: number }[]
}

/**
 * What is to be recorded of a remark: the text, which of those of its type and reason it is, and how often it was told
 * since it last was recorded.
 */
export type Correlated = { readonly message: string; readonly said: string; readonly times: number }

/** Messages that differ, of one type and reason, of which only one Event is made from here on. */
const MOST_ALIKE = 10
/** For how long messages are compared. */
const ALIKE_FOR = 600_000
/**
 * Events of one component about one object that may come at once, and how long it takes until there may be one more.
 */
const BURST = 25
const REFILL = 300_000

/**
 * Decides what becomes of a remark (EventCorrelator): where many of a kind differ in their messages only, one Event
 * stands for them from the tenth on; of one component about one object there are 25 at once, and then one each five
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
