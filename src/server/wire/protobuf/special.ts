import { parseGoDuration, printGoDuration } from '../../../base/go/duration.js'
import { isObject } from '../../../base/json/json.js'
import { formatMicroTime, formatTime, isZeroTime } from '../../../base/time/time.js'
import { ProtobufFault } from './fault.js'

type Members = Readonly<Record<string, unknown>>

// The range of Date.
const LAST_SECOND = 8_640_000_000_000

function time({ seconds, nanos }: Members, print: (ms: number) => string): string | undefined {
  if (seconds === undefined && nanos === undefined) return undefined
  const whole = Number(seconds ?? 0)
  if (Math.abs(whole) >= LAST_SECOND) throw new ProtobufFault('Time.MarshalJSON: year outside of range [0,9999]')
  return print(whole * 1000 + Math.trunc(Number(nanos ?? 0) / 1000) / 1000)
}

/** Nanoseconds per millisecond. */
const NANOS = 1_000_000

/** Messages whose JSON is not an object of their fields; undefined stands for no value. */
const SPECIAL: ReadonlyMap<string, (members: Members) => unknown> = new Map<string, (members: Members) => unknown>([
  ['meta.v1.Time', (members) => time(members, formatTime)],
  ['meta.v1.MicroTime', (members) => time(members, formatMicroTime)],
  ['meta.v1.Duration', ({ duration }) => printGoDuration(Number(duration ?? 0) / NANOS)],
  ['meta.v1.FieldsV1', ({ raw }) => raw],
  ['pkg.runtime.RawExtension', ({ raw }) => raw ?? null],
  ['api.resource.Quantity', ({ string }) => string ?? '0'],
  ['util.intstr.IntOrString', ({ type, intVal, strVal }) => (type === 1 ? (strVal ?? '') : (intVal ?? 0))],
  ['apiextensions.v1.JSON', ({ raw }) => raw ?? null],
  ['apiextensions.v1.JSONSchemaPropsOrArray', ({ schema, jSONSchemas }) => schema ?? jSONSchemas],
  ['apiextensions.v1.JSONSchemaPropsOrBool', ({ schema, allows }) => schema ?? allows ?? false],
  ['apiextensions.v1.JSONSchemaPropsOrStringArray', ({ schema, property }) => property ?? schema],
  ['list of string', ({ items }) => items ?? []],
])

/** Returns the JSON of a message with these fields. */
export function jsonOf(message: string, members: Members): unknown {
  const convert = SPECIAL.get(message)
  return convert ? convert(members) : members
}

const FRACTION = /\.(\d+)/

/** Returns the seconds and nanoseconds of a time; none for Go's zero time. */
function timeMembers(value: unknown): Members {
  if (typeof value !== 'string' || isZeroTime(value)) return {}
  const nanos = Number((FRACTION.exec(value)?.[1] ?? '').slice(0, 6).padEnd(6, '0')) * 1000
  return { seconds: Math.floor(Date.parse(value) / 1000), nanos }
}

function durationMembers(value: unknown): Members {
  const read = parseGoDuration(String(value))
  return { duration: read.error === undefined ? Math.round(read.ms * NANOS) : 0 }
}

const raw = (value: unknown): Members => ({ raw: value })

/** Returns the fields of those messages for their JSON. */
const MEMBERS: ReadonlyMap<string, (value: unknown) => Members> = new Map<string, (value: unknown) => Members>([
  ['meta.v1.Time', timeMembers],
  ['meta.v1.MicroTime', timeMembers],
  ['meta.v1.Duration', durationMembers],
  ['meta.v1.FieldsV1', raw],
  ['pkg.runtime.RawExtension', raw],
  ['api.resource.Quantity', (value) => ({ string: String(value ?? '0') })],
  ['util.intstr.IntOrString', (value) => (typeof value === 'string' ? { type: 1, strVal: value } : { intVal: value })],
  ['apiextensions.v1.JSON', raw],
  [
    'apiextensions.v1.JSONSchemaPropsOrArray',
    (value) => (Array.isArray(value) ? { jSONSchemas: value } : { schema: value }),
  ],
  [
    'apiextensions.v1.JSONSchemaPropsOrBool',
    (value) => (isObject(value) ? { allows: true, schema: value } : { allows: value }),
  ],
  [
    'apiextensions.v1.JSONSchemaPropsOrStringArray',
    (value) => (Array.isArray(value) ? { property: value } : { schema: value }),
  ],
  ['list of string', (value) => ({ items: value })],
])

/** Returns the function that converts a message's JSON to its fields, if the JSON is not an object of these. */
export const membersOfSpecial = (message: string): ((value: unknown) => Members) | undefined => MEMBERS.get(message)
