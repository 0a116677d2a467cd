const PART = /^[A-Za-z.\-_0-9+]{1,14}$/

/** Tells whether a name may be one of a time zone: its parts are as those of the data base are. */
export const isZoneName = (zone: string): boolean =>
  zone.split('/').every((part) => part !== '.' && part !== '..' && !part.startsWith('-') && PART.test(part))

/** Tells whether there is a time zone of a name, `Local` aside; an offset is none. */
export const isTimeZone = (zone: string): boolean => isZoneName(zone) && (zone === 'Local' || isKnown(zone))

function isKnown(zone: string): boolean {
  if (/^[+\d]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How far a time zone is ahead of UTC at a time: both in milliseconds, the time since 1970. */
export type ZoneOffset = (time: number) => number

/** The offsets of a time zone; of none, and of the server's own, they are none. */
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
