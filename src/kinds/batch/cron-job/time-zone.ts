import { type Issue, invalid } from '../../../base/issue.js'

const PART = /^[A-Za-z.\-_0-9+]{1,14}$/

/** The rules of the time zone that a schedule is meant in (validateTimeZone). */
export function validateTimeZone(zone: string | undefined, field: string): readonly Issue[] {
  if (zone === undefined) return []
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')]
  const unknown = invalid(field, zone, `unknown time zone ${zone}`)
  const isGood = (part: string) => part !== '.' && part !== '..' && !part.startsWith('-') && PART.test(part)
  if (!zone.split('/').every(isGood)) return [unknown]
  return [
    ...(zone.toLowerCase() === 'local'
      ? [invalid(field, zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')]
      : []),
    ...(zone === 'Local' || isKnown(zone) ? [] : [unknown]),
  ]
}

/** Tells whether a time zone is in the data base; an offset is none. */
function isKnown(zone: string): boolean {
  if (/^[+\d]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
