import { decompressed } from '../../base/bytes/gzip.js'
import { type JsonObject, getOwn, isObject } from '../../base/json/json.js'
import { MAX_JSON_DEPTH } from '../../base/json/json-depth.js'
import { readJson } from '../../base/json/json-text.js'
import { mebibytes, roughSize } from '../../base/json/size.js'
import { StatusError } from '../../base/errors/status.js'
import { oldestRelease, releaseName } from '../../model/registry/releases.js'
import { unpacked } from '../../model/patch/alike.js'
import { BundleError } from './bundle-error.js'
import { embeddedIn } from './embedded.js'
import { type Bundle, FORMAT } from './types.js'
import { WATCH_TEXTS } from '../../model/call/watch-event.js'

/**
 * Reads a Bundle from the text of a file: a page that contains one, or its JSON.
 *
 * @param name the name of the text in errors
 * @throws BundleError for a text that is not a Bundle, is cut off or damaged, or has another format
 */
export async function readBundle(text: string, name: string): Promise<Bundle> {
  const json = text.trimStart().startsWith('{') ? text : await jsonOf(text, name)
  const value = parsed(json, name)
  checkFormat(value, name)
  const bundle = checkBundle(unpackedIn(value, name), name)
  const missing = [...lackingOf(bundle)]
  if (missing.length === 0) return bundle
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : ''
  throw new BundleError(`${name} is not a complete Bundle: it lacks ${missing.slice(0, SHOWN).join(', ')}${more}.`)
}

/**
 * Checks that a value is a Bundle of a readable format, and returns it.
 *
 * @throws BundleError
 */
export function checkBundle(value: unknown, name: string): Bundle {
  checkFormat(value, name)
  const missing = [
    ...LISTS.filter((member) => !Array.isArray(value[member])),
    ...REVISIONS.filter((member) => !Number.isInteger(value[member])),
    ...Object.entries(WORDS).flatMap(([member, words]) => (words.includes(value[member]) ? [] : [member])),
    ...(value['seed'] === undefined || typeof value['seed'] === 'number' ? [] : ['seed']),
    ...(value['engine'] === undefined || isEngine(value['engine']) ? [] : ['engine']),
  ]
  if (missing.length > 0) throw new BundleError(`${name} is not a complete Bundle: it lacks ${missing.join(', ')}.`)
  const { from, to } = value as Bundle // both are checked above
  if (from > to) throw new BundleError(`${name} is not a complete Bundle: it covers the revisions ${from} to ${to}.`)
  return withVersion(value as Bundle) // that format has no other fields
}

/** Returns a Bundle that names its release of Kubernetes: one that names none is of v1.33. */
function withVersion(bundle: Bundle): Bundle {
  if (!isObject(bundle.versions) || Object.hasOwn(bundle.versions, 'kubernetes')) return bundle
  return { ...bundle, versions: { ...bundle.versions, kubernetes: releaseName(oldestRelease) } }
}

const isEngine = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['code']) && isObject(value['controllers'])

function checkFormat(value: unknown, name: string): asserts value is JsonObject {
  if (!isObject(value) || typeof value['format'] !== 'number') throw notOne(name)
  const { format, versions } = value
  if (format !== FORMAT)
    throw new BundleError(
      `${name} is a Bundle of format ${format}, which ${writerOf(versions)} wrote; this one reads format ${FORMAT}. Read it with that release.`,
    )
}

function writerOf(versions: unknown): string {
  const version = isObject(versions) ? versions['fakecluster'] : undefined
  return typeof version === 'string' && /^[\w.+-]{1,40}$/.test(version)
    ? `fakecluster ${version}`
    : 'another fakecluster'
}

const LISTS = ['kinds', 'start', 'changes', 'requests'] as const
const REVISIONS = ['from', 'to'] as const
const WORDS: { readonly [member: string]: readonly unknown[] } = {
  profile: ['kubernetes', 'example'],
  clock: ['system', 'virtual'],
}

/** The number of members that a message names. */
const SHOWN = 8

/** The longest JSON of a Bundle, in bytes. A run of 4,500 requests takes some 10 MiB. */
const MOST_JSON = 256 * 1024 ** 2
/** The most that its objects take once their differences are applied, in bytes. */
const MOST_UNPACKED = 1024 ** 3

async function jsonOf(text: string, name: string): Promise<string> {
  const found = embeddedIn(text)
  if (found === undefined) throw notOne(name)
  if (found === 'cut') throw new BundleError(`${name} is cut off in its data: copy it again, whole.`)
  if (found.base64 === '') throw new BundleError(`${name} is the inspector's page without a Bundle in it.`)
  const tooLong = () => tooLarge(name, MOST_JSON)
  return decompressed(found.base64, MOST_JSON, tooLong).catch((error: unknown) => {
    throw error instanceof BundleError ? error : damaged(name, error)
  })
}

/** Restores the lists of a Bundle, which differences may make much larger, or deeper, than the text. */
function unpackedIn(value: JsonObject, name: string): unknown {
  try {
    let size = roughSize({ ...value, packed: undefined }, MAX_JSON_DEPTH)
    return unpacked(value, (item) => {
      size += roughSize(item, MAX_JSON_DEPTH)
      if (size > MOST_UNPACKED) throw tooLarge(name, MOST_UNPACKED)
    })
  } catch (error) {
    if (error instanceof BundleError) throw error
    if (error instanceof StatusError)
      throw new BundleError(`The data of ${name} is nested too deeply: ${error.message}.`, { cause: error })
    throw damaged(name, error)
  }
}

const tooLarge = (name: string, most: number) =>
  new BundleError(`The data of ${name} takes more than ${mebibytes(most)}, which no Bundle does.`)

const damaged = (name: string, cause: unknown) =>
  new BundleError(`The data of ${name} is damaged: copy it again, whole.`, { cause })

function parsed(json: string, name: string): unknown {
  try {
    return readJson(json)
  } catch (error) {
    throw new BundleError(`${name} is cut off or damaged: what should be JSON is not.`, { cause: error })
  }
}

const notOne = (name: string) =>
  new BundleError(`${name} is not a Bundle: bundle(), a reporter or fakecluster ctl bundle FILE writes one.`)

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
  webhooks: optional(listOf(record({ webhook: text, url: text, time, duration: number, failure: text }))),
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
const lackingOf = (value: unknown): Iterable<string> => bundle(value, '')
