const PART = /^[A-Za-z.\-_0-9+]{1,14}$/

/** Tells whether a text has the form of a time zone name in the tz database. */
export const isZoneName = (zone: string): boolean =>
  zone.split('/').every((part) => part !== '.' && part !== '..' && !part.startsWith('-') && PART.test(part))

/** Returns what Go says of a missing time zone; a name that leads out of the folder of zones is told apart. */
export const noTimeZone = (zone: string): string =>
  /\.\.|^[/\\]/.test(zone) ? 'time: invalid location name' : `unknown time zone ${zone}`

/** Tells whether a time zone of that name exists, `Local` included; an offset is not a name. */
export const isTimeZone = (zone: string): boolean => isZoneName(zone) && (zone === 'Local' || isKnown(zone))

function isKnown(zone: string): boolean {
  if (/^[+\d]/.test(zone)) return false
  const found = foundBy(zone)
  // A server opens the file of that name, while Intl ignores case; for an alias it tells the name of another zone.
  return found?.toLowerCase() === zone.toLowerCase() ? found === zone : found !== undefined && hasCaseOfAlias(zone)
}

/** Returns the name of the zone that Intl finds by a name; undefined if there is none. */
function foundBy(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Tells whether a name is written as aliases are: `US/Eastern`, `NZ-CHAT`, not `us/eastern` or `US/EASTERN`. */
const hasCaseOfAlias = (zone: string): boolean =>
  zone.split('/').every((part) => /^[A-Z]/.test(part) && !/^[A-Z]{4,}$/.test(part))

/** Returns the offset of a time zone from UTC at a time; both in milliseconds, the time since 1970. */
export type ZoneOffset = (time: number) => number

/** Returns the offsets of a time zone; zero for UTC, for `Local` and for undefined. */
export function offsetsOf(zone: string | undefined): ZoneOffset {
  if (zone === undefined || zone === 'Local' || /^(Etc\/)?UTC$/.test(zone)) return () => 0
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (time) => {
    const parts = format.formatToParts(time)
    const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value)
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    return shown - Math.floor(time / 1000) * 1000
  }
}
