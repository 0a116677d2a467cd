import { isObject } from '../../base/json/json.js'
import { EVENT_KINDS, toldOf } from './events.js'
import { compare, groupOf } from './kinds.js'
import { type Problem, compareTones, gravest, problemsOf } from './problems.js'
import type { Tone } from './problem-rules.js'
import { type Row, type World, kindId, rowKey } from './rows.js'

/** The object that a problem is of: its kind, such as `apps/v1/Deployment`, and its key. */
export type Subject = { readonly kind: string; readonly key: string; readonly row: Row | undefined }

/** A problem of one or more objects of a kind with the same owner. */
export type TroubleLine = Problem & {
  readonly subject: Subject
  /** The number of other objects of the kind that have it too. */
  readonly others: number
  /** How often an Event was recorded. */
  readonly count: number
}

/** The problems of an object and of all that it owns, the gravest first. */
export type Trouble = {
  readonly top: Subject
  readonly tone: Tone
  readonly since: number
  readonly lines: readonly TroubleLine[]
}

type Found = { readonly subject: Subject; readonly problem: Problem; readonly count: number }

/** What was found in a world, by topmost owner. */
type Groups = ReadonlyMap<string, { readonly top: Subject; readonly found: readonly Found[] }>

const known = new WeakMap<World, { readonly groups: Groups; readonly troubles: readonly Trouble[] }>()

/** Returns all that is wrong in a world, by topmost owner: the gravest first, then the newest. */
export const troubleIn = (world: World): readonly Trouble[] => lookInto(world).troubles

/** Looks for all that is wrong in a world; the result is cached. */
function lookInto(world: World) {
  let seen = known.get(world)
  if (!seen) {
    const groups = groupByTop(world, [...findIn(world), ...warningsIn(world)])
    known.set(world, (seen = { groups, troubles: troublesOf(groups) }))
  }
  return seen
}

/** Returns the number of objects in trouble, without those that only Events warn of. */
export const countTrouble = (troubles: readonly Trouble[]): number =>
  troubles.filter(({ tone }) => tone !== 'told').length

function* findIn(world: World): Iterable<Found> {
  for (const rows of world.values())
    for (const row of rows.values())
      for (const problem of problemsOf(row)) yield { subject: subjectOf(row), problem, count: 1 }
}

const subjectOf = (row: Row): Subject => ({ kind: row.kind, key: row.key, row })

/** Yields the Warning Events. Both API groups serve the same ones. */
function* warningsIn(world: World): Iterable<Found> {
  const rows = EVENT_KINDS.map((kind) => world.get(kind)).find((each) => each && each.size > 0)
  for (const { object } of rows?.values() ?? []) {
    const told = toldOf(object)
    const about = object['involvedObject'] ?? object['regarding']
    if (told.type !== 'Warning' || !isObject(about)) continue
    const text = (name: string) => String(about[name] ?? '')
    const kind = kindId({ apiVersion: text('apiVersion'), kind: text('kind') })
    const key = rowKey(text('namespace'), text('name'))
    const row = world.get(kind)?.get(key) ?? world.get(kind)?.get(text('name'))
    const problem: Problem = { tone: 'told', reason: told.reason, words: told.message, since: Date.parse(told.last) }
    const isSame = row?.object.metadata.uid === about['uid'] || about['uid'] === undefined
    yield { subject: row && isSame ? subjectOf(row) : { kind, key, row: undefined }, problem, count: told.count }
  }
}

/** Returns the topmost owner of an object that is there. */
function topOf(subject: Subject, world: World): Subject {
  let top = subject
  for (let steps = 0; steps < 10; steps++) {
    const owner = top.row && ownersOf(top.row, world)[0]
    if (!owner) break
    top = subjectOf(owner)
  }
  return top
}

/** Returns the owners of an object that are there, its controller first. */
function ownersOf({ object, namespace }: Row, world: World): readonly Row[] {
  const references = [...(object.metadata.ownerReferences ?? [])].sort(
    (a, b) => Number(b.controller ?? false) - Number(a.controller ?? false),
  )
  return references.flatMap(({ apiVersion, kind, name, uid }) => {
    const rows = world.get(kindId({ apiVersion, kind }))
    const owner = rows?.get(rowKey(namespace, name)) ?? rows?.get(name)
    return owner?.object.metadata.uid === uid ? [owner] : []
  })
}

const idOf = ({ kind, key }: Subject) => `${kind} ${key}`

function groupByTop(world: World, found: readonly Found[]): Groups {
  const groups = new Map<string, { readonly top: Subject; readonly found: Found[] }>()
  for (const each of found) {
    const top = topOf(each.subject, world)
    const id = idOf(top)
    const group = groups.get(id)
    if (group) group.found.push(each)
    else groups.set(id, { top, found: [each] })
  }
  return groups
}

const troublesOf = (groups: Groups): readonly Trouble[] =>
  [...groups.values()]
    .map(({ top, found }): Trouble => {
      const lines = linesOf(found)
      const { tone = 'told', since = NaN } = gravest(lines) ?? {}
      return { top, tone, since, lines }
    })
    .sort((a, b) => compareTones(a.tone, b.tone) || (b.since || 0) - (a.since || 0) || compare(a.top.key, b.top.key))

/** Joins equal problems of objects of a kind. */
function linesOf(found: readonly Found[]): readonly TroubleLine[] {
  const lines = new Map<string, TroubleLine & { readonly subjects: Set<string> }>()
  for (const { subject, problem, count } of found) {
    const { tone, reason, since } = problem
    const id = `${tone} ${subject.kind} ${reason}`
    const line = lines.get(id)
    if (!line) {
      lines.set(id, { ...problem, subject, others: 0, count, subjects: new Set([subject.key]) })
      continue
    }
    const subjects = line.subjects.add(subject.key)
    const newest = line.since >= since ? {} : { ...problem, subject }
    lines.set(id, { ...line, ...newest, others: subjects.size - 1, count: line.count + count })
  }
  const all = [...lines.values()].map(({ subjects: _, ...line }) => line)
  return all
    .filter((line) => line.tone !== 'told' || !all.some((other) => tells(other, line)))
    .sort((a, b) => compareTones(a.tone, b.tone) || (b.since || 0) - (a.since || 0))
}

/** Tells whether a problem of a kind says what an Event about the same kind of object says. */
const tells = ({ tone, reason, words, subject }: TroubleLine, event: TroubleLine): boolean =>
  tone !== 'told' &&
  subject.kind === event.subject.kind &&
  (reason === event.reason || event.words.includes(reason) || words.includes(event.words))

/** Returns what is wrong with an object and with all that it owns. */
export function troubleOf(row: Row, world: World): readonly TroubleLine[] {
  const isBelow = (at: Row | undefined, steps = 0): boolean =>
    at !== undefined && (at === row || (steps < 10 && ownersOf(at, world).some((owner) => isBelow(owner, steps + 1))))
  const { found = [] } = lookInto(world).groups.get(idOf(topOf(subjectOf(row), world))) ?? {}
  return linesOf(found.filter(({ subject }) => isBelow(subject.row)))
}

/** Returns the name of a kind, and its group unless it is the core group. */
export function kindText(kind: string): string {
  const slash = kind.lastIndexOf('/')
  const group = groupOf(kind.slice(0, slash))
  return group === 'core' ? kind.slice(slash + 1) : `${kind.slice(slash + 1)}.${group}`
}

/** Tells whether all words of a text occur in what is told of some trouble. */
export function matchesTrouble({ top, lines }: Trouble, text: string, namespace: string): boolean {
  if (namespace !== '' && !top.key.startsWith(`${namespace}/`)) return false
  const all = [top.kind, top.key, ...lines.flatMap(({ reason, words, subject }) => [reason, words, subject.key])]
  const told = all.join('\n').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word))
}
