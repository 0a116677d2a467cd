import { type Issue, invalid } from '../../../base/issue.js'
import { isTimeZone, isZoneName } from '../../../base/time-zone.js'

/** The rules of the time zone that a schedule is meant in (validateTimeZone). */
export function validateTimeZone(zone: string | undefined, field: string): readonly Issue[] {
  if (zone === undefined) return []
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')]
  const unknown = invalid(field, zone, `unknown time zone ${zone}`)
  if (!isZoneName(zone)) return [unknown]
  return [
    ...(zone.toLowerCase() === 'local'
      ? [invalid(field, zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')]
      : []),
    ...(isTimeZone(zone) ? [] : [unknown]),
  ]
}
