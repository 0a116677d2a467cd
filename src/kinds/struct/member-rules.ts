import { type Issue, invalid, notSupported, required } from '../../base/errors/issue.js'
import { type JsonObject, isObject } from '../../base/json/json.js'
import { legacyIp } from '../../base/rules/ip.js'

/** A rule of one field, called with its value (undefined if unset), its path, and the struct it belongs to. */
export type MemberRule = (value: unknown, field: string, owner: JsonObject) => readonly Issue[]

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/**
 * The context of a rule: the root value, the parent of the rule's struct, the structs found faulty so far, and a
 * function that validates what is inside a field.
 */
export type StructContext = {
  readonly root: JsonObject
  readonly above: JsonObject
  readonly faulty: ReadonlySet<unknown>
  readonly inside: (member: string, field?: string) => readonly Issue[]
}

/** A rule that needs this context. */
export type Rule = (value: unknown, field: string, owner: JsonObject, context: StructContext) => readonly Issue[]

/** Requires a value. */
export const requiredValue: MemberRule = (value, field) => (isEmpty(value) ? [required(field)] : [])

/** Returns the issues of the first rule that finds any. */
export function first(...checks: readonly MemberRule[]): MemberRule
export function first(...rules: readonly Rule[]): Rule
export function first(...rules: readonly Rule[]): Rule {
  return (value, field, owner, context) => {
    for (const rule of rules) {
      const issues = rule(value, field, owner, context)
      if (issues.length > 0) return issues
    }
    return []
  }
}

/** Returns the issues of all rules. */
export function all(...checks: readonly MemberRule[]): MemberRule
export function all(...rules: readonly Rule[]): Rule
export function all(...rules: readonly Rule[]): Rule {
  return (value, field, owner, context) => rules.flatMap((rule) => rule(value, field, owner, context))
}

/** Accepts any value; fixes the point at which the contents of the field are validated. */
export const anyValue: MemberRule = () => []

/**
 * Returns the items of a list, none if there is no list. `T` are the fields that the rule reads, ensured by the schema.
 */
export const itemsOf = <T = JsonObject>(list: unknown): readonly T[] => (Array.isArray(list) ? list : [])

/** Tells whether a value is one of the given strings. */
export const isOneOf = (texts: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && texts.includes(value)

/** Applies a rule for strings to each item of a list. */
export const eachItem =
  (rule: (text: string) => readonly string[]): MemberRule =>
  (list, field) =>
    itemsOf<string>(list).flatMap((text, i) => rule(text).map((detail) => invalid(`${field}[${i}]`, text, detail)))

/** Requires one of the given values, if set. */
export const oneOf =
  (...values: readonly string[]): MemberRule =>
  (value, field) =>
    isEmpty(value) || isOneOf(values, value) ? [] : [notSupported(field, value, values)]

/** Applies a rule for strings to a value, if set. */
export const ifSet =
  (rule: (text: string) => readonly string[]): MemberRule =>
  (value, field) =>
    // The schema ensures a string.
    isEmpty(value) ? [] : rule(value as string).map((detail) => invalid(field, value, detail))

const within =
  (least: number, most: number, detail: string): MemberRule =>
  (value, field) =>
    value === undefined || (Number(value) >= least && Number(value) <= most) ? [] : [invalid(field, value, detail)]

/** Requires a number in a range, if set. */
export const between = (least: number, most: number): MemberRule =>
  within(least, most, `must be between ${least} and ${most}, inclusive`)
/** Requires a number that is not negative. */
export const natural: MemberRule = within(0, Infinity, 'must be greater than or equal to 0')
/** Requires a number of at least one. */
export const positive: MemberRule = within(1, Infinity, 'must be greater than zero')
/** Requires the bits of a file mode. */
export const mode: MemberRule = within(0, 0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
/** Requires the id of a user or a group. */
export const userId: MemberRule = between(0, 2 ** 31 - 1)
/** Requires a port number, if it is not 0. */
export const portNumber: MemberRule = (value, field, owner) =>
  isEmpty(value) ? [] : between(1, 65535)(value, field, owner)

/** Returns the faults of a port name (IsValidPortName). */
export function portName(name: string): readonly string[] {
  const messages: string[] = []
  if (name.length > 15) messages.push('must be no more than 15 characters')
  if (!/^[-a-z0-9]+$/.test(name))
    messages.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  if (!/[a-z]/.test(name)) messages.push('must contain at least one letter (a-z)')
  if (name.includes('--')) messages.push('must not contain consecutive hyphens')
  if (name.startsWith('-') || name.endsWith('-')) messages.push('must not begin or end with a hyphen')
  return messages
}

/** Requires a port number or name. */
export const port: MemberRule = (value, field, owner) =>
  typeof value === 'string'
    ? portName(value).map((detail) => invalid(field, value, detail))
    : between(1, 65535)(value, field, owner)

/** Requires an IP of either family, if set. */
export const address: MemberRule = ifSet(legacyIp)
/** Requires an IP of either family, which an empty string is not. */
export const requiredIp: MemberRule = (value, field) =>
  legacyIp(String(value ?? '')).map((detail) => invalid(field, value ?? '', detail))

const backwards = (text: string) => (text.split('/').includes('..') ? ["must not contain '..'"] : [])
const relative = (text: string) => [...(text.startsWith('/') ? ['must be a relative path'] : []), ...backwards(text)]

/** Requires a path without `..`, if set. */
export const forwardPath: MemberRule = ifSet(backwards)
/** Requires a relative path without `..`, if set. */
export const descendingPath: MemberRule = ifSet(relative)
/** Requires a relative path without `..` whose first part does not begin with `..` either, which is reserved. */
export const localPath: MemberRule = ifSet((text) => [
  ...relative(text),
  ...(/^\.\.(?!\/)/.test(text) ? ["must not start with '..'"] : []),
])

/** Requires one of the given values, unless undefined; an empty value is checked as well. */
export const supported =
  (...values: readonly string[]): MemberRule =>
  (value, field) =>
    // The schema ensures a string.
    value === undefined || values.includes(value as string) ? [] : [notSupported(field, value, values)]

/**
 * The rules of a struct's fields, in the order they run, each before those of the field's contents; `$` is the struct
 * itself. A rule with `alone` validates the contents by itself, if at all; with `$`, those of all fields that the table
 * does not have.
 */
export type StructRules = { readonly [member: string]: Rule | { readonly alone: Rule } }

/** Rules of structs, by their short names (`core.v1.Container`). */
export type StructTable = { readonly [struct: string]: StructRules }
