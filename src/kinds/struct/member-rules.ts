import { type Issue, invalid, notSupported, required } from '../../base/issue.js'
import { type JsonObject, isObject } from '../../base/json.js'
import { legacyIp } from '../../base/rules/ip.js'

/** A rule of one member: its value, undefined where there is none, where it stands, and the struct it stands in. */
export type MemberRule = (value: unknown, field: string, owner: JsonObject) => readonly Issue[]

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/**
 * What is known where a rule is asked besides its own: the whole that is checked, the struct that its struct is in,
 * what was found wrong before, and the way into a member.
 */
export type StructContext = {
  readonly root: JsonObject
  readonly above: JsonObject
  readonly faulty: ReadonlySet<unknown>
  readonly inside: (member: string, field?: string) => readonly Issue[]
}

/** A rule that needs to know more than a member and its struct. */
export type Rule = (value: unknown, field: string, owner: JsonObject, context: StructContext) => readonly Issue[]

/** It must be there. */
export const needed: MemberRule = (value, field) => (isEmpty(value) ? [required(field)] : [])

/** The first rule that finds something. */
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

/** Every rule. */
export function all(...checks: readonly MemberRule[]): MemberRule
export function all(...rules: readonly Rule[]): Rule
export function all(...rules: readonly Rule[]): Rule {
  return (value, field, owner, context) => rules.flatMap((rule) => rule(value, field, owner, context))
}

/** Nothing is said of a member by itself: what is in it comes next. */
export const free: MemberRule = () => []

/** The items of a list, none where there is no list. `T` is what the rule reads of them, which their schema says. */
export const itemsOf = <T = JsonObject>(list: unknown): readonly T[] => (Array.isArray(list) ? list : [])

/** Tells whether a value is one of some texts. */
export const isOneOf = (texts: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && texts.includes(value)

/** What a rule of texts says of each item of a list. */
export const each =
  (rule: (text: string) => readonly string[]): MemberRule =>
  (list, field) =>
    itemsOf<string>(list).flatMap((text, i) => rule(text).map((detail) => invalid(`${field}[${i}]`, text, detail)))

/** One of some values, where it is there. */
export const oneOf =
  (...values: readonly string[]): MemberRule =>
  (value, field) =>
    isEmpty(value) || isOneOf(values, value) ? [] : [notSupported(field, value, values)]

/** What a rule of texts says of it, where it is there. */
export const said =
  (rule: (text: string) => readonly string[]): MemberRule =>
  (value, field) =>
    // A text, as the schema has it.
    isEmpty(value) ? [] : rule(value as string).map((detail) => invalid(field, value, detail))

const within =
  (least: number, most: number, detail: string): MemberRule =>
  (value, field) =>
    value === undefined || (Number(value) >= least && Number(value) <= most) ? [] : [invalid(field, value, detail)]

/** A number in a range, where it is there. */
export const between = (least: number, most: number): MemberRule =>
  within(least, most, `must be between ${least} and ${most}, inclusive`)
/** A number from zero on. */
export const natural: MemberRule = within(0, Infinity, 'must be greater than or equal to 0')
/** A number from one on. */
export const positive: MemberRule = within(1, Infinity, 'must be greater than zero')
/** The bits of a mode. */
export const mode: MemberRule = within(0, 0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
/** The id of a user or a group. */
export const userId: MemberRule = between(0, 2 ** 31 - 1)
/** The number of a port, where it is not 0. */
export const portNumber: MemberRule = (value, field, owner) =>
  isEmpty(value) ? [] : between(1, 65535)(value, field, owner)

/** The name of a port (IsValidPortName). */
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

/** The number or the name of a port. */
export const port: MemberRule = (value, field, owner) =>
  typeof value === 'string'
    ? portName(value).map((detail) => invalid(field, value, detail))
    : between(1, 65535)(value, field, owner)

/** An address of either family. */
export const address: MemberRule = said(legacyIp)
/** An address of either family, which an empty text is not. */
export const statedAddress: MemberRule = (value, field) =>
  legacyIp(String(value ?? '')).map((detail) => invalid(field, value ?? '', detail))

const backwards = (text: string) => (text.split('/').includes('..') ? ["must not contain '..'"] : [])
const relative = (text: string) => [...(text.startsWith('/') ? ['must be a relative path'] : []), ...backwards(text)]

/** A path that does not go back. */
export const forwardPath: MemberRule = said(backwards)
/** A path below where it stands. */
export const descendingPath: MemberRule = said(relative)
/** A path below where it stands whose first part is not for the node. */
export const localPath: MemberRule = said((text) => [
  ...relative(text),
  ...(/^\.\.(?!\/)/.test(text) && !text.split('/').includes('..') ? ["must not start with '..'"] : []),
])

/** One of some values, even where it is empty. */
export const supported =
  (...values: readonly string[]): MemberRule =>
  (value, field) =>
    // A text, as the schema has it.
    value === undefined || values.includes(value as string) ? [] : [notSupported(field, value, values)]
