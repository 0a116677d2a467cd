import { getOwn, isObject } from '../../base/json/json.js'
import { WATCH_TEXTS } from '../../model/call/watch-texts.js'
import { FORMAT } from './types.js'

/** Yields the paths of the members that a value lacks, or that are of another type. */
type Rule = (value: unknown, at: string) => Iterable<string>

const that = (holds: (value: unknown) => boolean): Rule =>
  function* (value, at) {
    if (!holds(value)) yield at
  }

const text = that((value) => typeof value === 'string')
const flag = that((value) => typeof value === 'boolean')
const number = that(Number.isFinite)
const whole = that(Number.isInteger)
const map = that(isObject)
const anything: Rule = () => []
/** Milliseconds that a Date holds. */
const time = that((value) => typeof value === 'number' && !Number.isNaN(new Date(value).getTime()))
const oneOf = (...words: readonly unknown[]): Rule => that((value) => words.includes(value))

const optional =
  (rule: Rule): Rule =>
  (value, at) =>
    value === undefined ? [] : rule(value, at)

const listOf = (rule: Rule): Rule =>
  function* (value, at) {
    if (!Array.isArray(value)) return yield at
    for (const [i, item] of value.entries()) yield* rule(item, `${at}[${i}]`)
  }

const record = (rules: { readonly [member: string]: Rule }): Rule =>
  function* (value, at) {
    if (!isObject(value)) return yield at
    for (const [name, rule] of Object.entries(rules))
      yield* rule(getOwn(value, name), at === '' ? name : `${at}.${name}`)
  }

/** Named as a whole if anything in it is lacking. */
const asOne = (rule: Rule): Rule =>
  function* (value, at) {
    for (const _ of rule(value, at)) return yield at
  }

const maps = listOf(map)
const texts = listOf(text)

const object = record({
  apiVersion: text,
  kind: text,
  metadata: record({
    name: text,
    namespace: optional(text),
    uid: optional(text),
    resourceVersion: optional(text),
    creationTimestamp: optional(text),
    labels: optional(map),
    annotations: optional(map),
    ownerReferences: optional(maps),
    managedFields: optional(maps),
    finalizers: optional(texts),
  }),
})

const cells = listOf(that((value) => value === null || typeof value !== 'object'))

const kind = record({
  apiVersion: text,
  kind: text,
  resource: text,
  table: text,
  namespaced: flag,
  shortNames: texts,
  columns: listOf(record({ name: text, type: text, format: text, priority: number, description: text })),
})

const change = record({
  revision: whole,
  time,
  type: oneOf('added', 'changed', 'removed'),
  apiVersion: text,
  kind: text,
  namespace: text,
  name: text,
  object: optional(object),
  cells: optional(cells),
  request: optional(whole),
  by: optional(record({ manager: text, controller: optional(text) })),
})

const request = record({
  sequence: whole,
  time,
  duration: optional(number),
  via: oneOf('http', 'client', 'controller'),
  method: text,
  path: text,
  userAgent: text,
  user: text,
  manager: text,
  verb: optional(text),
  apiVersion: text,
  kind: text,
  resource: text,
  namespace: text,
  name: text,
  subresource: text,
  dryRun: flag,
  code: optional(whole),
  reason: text,
  reply: optional(record({ type: text })),
  revisions: listOf(whole),
  hooks: listOf(record({ phase: text, site: text })),
  by: optional(record({ controller: text })),
  watch: optional(text),
  sent: optional(record({ type: text })),
  effects: optional(maps),
})

const told = record({ number: whole, watch: text, time, type: text, namespace: text, name: text })

const watch = record({
  ...Object.fromEntries(WATCH_TEXTS.map((name) => [name, text])),
  holding: flag,
  held: optional(record({ type: text })),
})

const engine = record({
  env: record({ from: map, to: map }),
  options: map,
  code: texts,
  containers: listOf(anything),
  controllers: record({ builtIn: texts, own: texts }),
  hooks: maps,
  acts: listOf(record({ type: text, time })),
  memory: map,
})

/** The members of a Bundle, those first without which nothing is shown. */
const bundle = record({
  kinds: listOf(kind),
  start: listOf(record({ object, cells })),
  changes: listOf(change),
  requests: listOf(request),
  from: whole,
  to: whole,
  profile: oneOf('kubernetes', 'example'),
  clock: oneOf('system', 'virtual'),
  seed: optional(number),
  engine: optional(asOne(engine)),
  format: oneOf(FORMAT),
  versions: record({ fakecluster: text, kubernetes: text }),
  made: time,
  secrets: oneOf('masked', 'shown'),
  controllers: texts,
  dropped: whole,
  hooks: listOf(record({ id: text, phase: text, site: text, calls: number, holding: number })),
  watches: listOf(watch),
  told: listOf(told),
})

/** Yields the paths of the members that a value lacks to be a Bundle. */
export const lackingOf = (value: unknown): Iterable<string> => bundle(value, '')
