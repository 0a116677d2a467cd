import { goQuote } from '../base/go-print.js'
import { nearest } from '../base/nearest.js'
import { methodNotAllowed } from '../base/status.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'
import type { RequestVerb } from '../api/target.js'

/** The options each method takes, by name. */
const OPTIONS = {
  create: ['dryRun', 'fieldManager', 'fieldValidation', 'subresource'],
  update: ['dryRun', 'fieldManager', 'fieldValidation', 'subresource'],
  patch: ['dryRun', 'fieldManager', 'fieldValidation', 'subresource', 'type'],
  delete: ['dryRun', 'propagationPolicy', 'preconditions'],
  list: ['namespace', 'labelSelector', 'fieldSelector', 'limit', 'continue', 'resourceVersion', 'resourceVersionMatch'],
  watch: [
    'namespace',
    'labelSelector',
    'fieldSelector',
    'resourceVersion',
    'allowWatchBookmarks',
    'timeoutSeconds',
    'signal',
  ],
} as const

type Check = readonly [wanted: string, fits: (value: unknown) => boolean]

const text: Check = ['a text', (value) => typeof value === 'string']
const flag: Check = ['true or false', (value) => typeof value === 'boolean']
const count: Check = [
  'a whole number, and not a negative one',
  (value) => Number.isInteger(value) && Number(value) >= 0,
]
const oneOf = (...words: readonly string[]): Check => [
  words.map((word) => goQuote(word)).join(', '),
  (value) => words.includes(value as string),
] // any other value is none of them
const object = (wanted: string): Check => [wanted, (value) => typeof value === 'object' && value !== null]

const CHECKS: { readonly [option in (typeof OPTIONS)[keyof typeof OPTIONS][number]]: Check } = {
  dryRun: flag,
  fieldManager: text,
  fieldValidation: oneOf('Strict', 'Warn', 'Ignore'),
  subresource: text,
  type: oneOf('json', 'merge', 'strategic', 'apply'),
  propagationPolicy: oneOf('Orphan', 'Background', 'Foreground'),
  preconditions: object('an object with uid, resourceVersion or both'),
  namespace: text,
  labelSelector: text,
  fieldSelector: text,
  limit: count,
  continue: text,
  resourceVersion: text,
  resourceVersionMatch: oneOf('Exact', 'NotOlderThan'),
  allowWatchBookmarks: flag,
  timeoutSeconds: count,
  signal: object('an AbortSignal'),
}

/**
 * Checks the options a method was given; what a request could not carry is a mistake of the caller's.
 *
 * @throws TypeError that says what is possible
 */
export function checkOptions(method: keyof typeof OPTIONS, options: object): void {
  const known = OPTIONS[method]
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue
    const name = known.find((each) => each === option)
    if (!name) {
      const near = nearest(option, known)
      throw new TypeError(
        `${method}: there is no option ${goQuote(option)}${near ? `, did you mean ${near}?` : `; there are ${known.join(', ')}`}`,
      )
    }
    const [wanted, fits] = CHECKS[name]
    if (!fits(value)) throw new TypeError(`${method}: ${option} must be ${wanted}`)
  }
}

/**
 * Checks that a reference names an object.
 *
 * @throws TypeError
 */
export function checkRef(method: string, ref: unknown): void {
  const { name, namespace = '' } =
    typeof ref === 'object' && ref !== null ? (ref as Readonly<Record<string, unknown>>) : {}
  if (typeof name !== 'string' || name === '' || typeof namespace !== 'string')
    throw new TypeError(`${method}: say which object is meant, as { name: "…" } or { name: "…", namespace: "…" }`)
}

/**
 * Checks that a kind serves a verb at an subresource.
 *
 * @throws TypeError for an subresource the kind has not, StatusError 405 for a verb
 */
export function checkServed(verb: RequestVerb, def: KindDef, subresource: SubresourceName): void {
  if (!Object.hasOwn(def.subresources, subresource))
    throw new TypeError(
      `${def.kind} has no subresource ${goQuote(subresource)}; it has ${
        Object.keys(def.subresources)
          .filter((name) => name !== 'main')
          .join(', ') || 'none'
      }`,
    )
  // A kind that cannot be watched says so itself.
  if (verb !== 'watch' && !def.subresources[subresource]!.verbs.includes(verb)) throw methodNotAllowed()
}
