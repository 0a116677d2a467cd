const PART = /^[A-Za-z.\-_0-9+]{1,14}$/

/** Tells whether a text has the form of a time zone name in the tz database. */
export const isZoneName = (zone: string): boolean =>
  zone.split('/').every((part) => part !== '.' && part !== '..' && !part.startsWith('-') && PART.test(part))

/** Tells whether a time zone of that name exists, `Local` included; an offset is not a name. */
export const isTimeZone = (zone: string): boolean => isZoneName(zone) && (zone === 'Local' || isKnown(zone))

function isKnown(zone: string): boolean {
  if (/^[+\d]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

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
