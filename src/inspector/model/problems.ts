import { isObject } from '../../base/json/json.js'
import { groupOf } from './kinds.js'
import { KIND_RULES } from './kind-rules.js'
import { ALL_RULES, OTHER_RULES, type ProblemRule, type Test, type Tone } from './problem-rules.js'
import type { Row } from './rows.js'

/** Something that is not as it should be with an object. */
export type Problem = {
  readonly tone: Tone
  /** One word, as in the object or the Event: `ImagePullBackOff`. */
  readonly reason: string
  /** What is wrong, as a sentence. */
  readonly words: string
  /** Since when, in milliseconds; NaN if that is unknown. */
  readonly since: number
}

const known = new WeakMap<Row, readonly Problem[]>()

/** Returns what is wrong with an object by the rules of its kind; the result is cached. */
export function problemsOf(row: Row): readonly Problem[] {
  let found = known.get(row)
  if (!found) known.set(row, (found = [...findProblems(row.object)]))
  return found
}

function* findProblems(object: Row['object']): Iterable<Problem> {
  const kind = `${groupOf(object.apiVersion ?? '')}/${object.kind}`
  let isFine = true
  for (const { rule, lists, tests } of READY.kinds.get(kind) ?? READY.other) {
    if (rule.otherwise && !isFine) continue
    for (const item of lists ? lists.flatMap((path) => membersAt(object, path)) : ONCE) {
      if (!tests.every((test) => test(object, item))) continue
      isFine = false
      yield problemBy(rule, { object, item })
    }
  }
}

/** A rule prepared for many objects. */
type ReadyRule = {
  readonly rule: ProblemRule
  readonly lists: readonly Path[] | undefined
  readonly tests: readonly ((object: unknown, item: unknown) => boolean)[]
}
type Path = readonly string[]

const ONCE = [undefined]

const readyRule = (rule: ProblemRule): ReadyRule => ({
  rule,
  lists: rule.each?.map((path) => path.split('.')),
  tests: Object.entries(rule.if).map(([path, test]) => testOf(path, test)),
})

function testOf(path: string, test: Test): ReadyRule['tests'][number] {
  const read = readerOf(path)
  if (test instanceof RegExp) return (object, item) => test.test(read(object, item))
  if ('not' in test) return (object, item) => !test.not.test(read(object, item))
  const other = readerOf(test.below)
  // Numbers that are 0 are absent from objects, which Number('') is too.
  return (object, item) => Number(read(object, item)) < Number(other(object, item))
}

/** Returns a function that reads the text of a member of an object or of an item; empty if it is absent. */
function readerOf(path: string): (object: unknown, item: unknown) => string {
  const [first, ...rest] = path.split('.')
  return first === 'item' ? (_, item) => textAt(item, rest) : (object) => textAt(object, [first ?? '', ...rest])
}

const READY = {
  kinds: new Map(Object.entries(KIND_RULES).map(([kind, rules]) => [kind, [...rules, ...ALL_RULES].map(readyRule)])),
  other: [...OTHER_RULES, ...ALL_RULES].map(readyRule),
}

/** Returns the members at a path, through all items of the lists on its way; those of a list at its end. */
function membersAt(value: unknown, path: Path): readonly unknown[] {
  if (Array.isArray(value)) return path.length === 0 ? value : value.flatMap((item) => membersAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return value === undefined || value === null ? [] : [value]
  return isObject(value) ? membersAt(value[name], rest) : []
}

function textAt(value: unknown, path: Path): string {
  let at = value
  for (const name of path) {
    if (Array.isArray(at)) return textOf(membersAt(value, path))
    if (!isObject(at)) return ''
    at = at[name]
  }
  return textOf(at)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return isObject(value) ? '{}' : String(value)
}

/** What the paths of a rule lead into. */
type Scope = { readonly object: unknown; readonly item: unknown }

function problemBy({ tone, reason, words, since = 'item.lastTransitionTime' }: ProblemRule, scope: Scope): Problem {
  const times = [since, 'metadata.creationTimestamp'].map((path) => Date.parse(read(path, scope)))
  return {
    tone,
    reason: filled(reason, scope),
    words: filled(words, scope),
    since: times.find((time) => !Number.isNaN(time)) ?? NaN,
  }
}

const read = (path: string, { object, item }: Scope): string => readerOf(path)(object, item)

const MEMBER = /\{([^{}]+)\}/g

/** Fills the first text all of whose members are there, else the last one. */
function filled(texts: readonly string[], scope: Scope): string {
  const isWhole = (text: string) => [...text.matchAll(MEMBER)].every(([, path = '']) => read(path, scope) !== '')
  const text = texts.find(isWhole) ?? texts.at(-1) ?? ''
  return text.replaceAll(MEMBER, (_, path: string) => read(path, scope)).trim()
}

const RANKS: { readonly [tone in Tone]: number } = { wrong: 0, waiting: 1, told: 2 }

/** Compares tones, the gravest first. */
export const compareTones = (a: Tone, b: Tone): number => RANKS[a] - RANKS[b]

/** Returns the gravest of some problems, the first of equal ones; undefined if there is none. */
export const gravest = (problems: readonly Problem[]): Problem | undefined =>
  [...problems].sort((a, b) => compareTones(a.tone, b.tone))[0]
