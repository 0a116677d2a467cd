import { splitApiVersion } from '../../model/registry/type-meta.js'
import { type Globs, createGlobTest } from '../../base/text/glob.js'
import { failProblems, optionsOf } from '../../base/check/arguments.js'
import { type Shape, flag, must, whole } from '../../base/check/shape.js'
import { globs, oneOrMore } from '../../base/check/shapes.js'
import type { KindProblem } from '../../model/registry/kind-words.js'
import { fullVerbs } from '../../model/registry/verb.js'
import { subresourceWords } from '../../model/registry/subresource-name.js'
import { createKindTest } from '../../model/select/object-match.js'
import type { RequestVerb } from '../../model/call/call.js'
import type { LostSort } from './notes.js'
import type { JournalEntry, RequestSort, Via } from './types.js'

/**
 * Which requests to return. A missing member matches everything; strings may contain `*` and `?`; of a list one item
 * must match.
 */
export type JournalFilter = {
  readonly verb?: Globs<RequestVerb>
  /** Kind or plural, alone or with the group: `Lease`, `leases`, `Lease.coordination.k8s.io`. */
  readonly kind?: Globs
  readonly apiVersion?: Globs
  readonly subresource?: Globs
  readonly namespace?: Globs
  readonly name?: Globs
  readonly manager?: Globs
  readonly userAgent?: Globs
  readonly user?: Globs
  readonly method?: Globs
  /** Path and query. */
  readonly path?: Globs
  /** The status code: a number, or a pattern such as `4*`. */
  readonly code?: number | Globs | readonly (number | string)[]
  readonly reason?: Globs
  readonly via?: Globs<Via>
  /** The controller that made the request. */
  readonly controller?: Globs
  /** Whether the request wrote anything. */
  readonly wrote?: boolean
  /** Whether the request has been answered. */
  readonly answered?: boolean
  /** Only requests after the one with this sequence number. */
  readonly after?: number
}

type Test<T = JournalEntry> = (entry: T) => boolean
/** The test of each given member of a filter. */
type Tests<T = JournalEntry> = readonly (readonly [member: keyof JournalFilter, test: Test<T>])[]

const SORT_TEXTS = ['apiVersion', 'subresource', 'via'] as const
const TEXTS = ['namespace', 'name', 'manager', 'userAgent', 'user', 'method', 'path', 'reason'] as const
const filterShape = optionsOf(
  {
    ...Object.fromEntries([...SORT_TEXTS, ...TEXTS].map((name) => [name, globs()])),
    subresource: globs(subresourceWords),
    via: globs(['http', 'client', 'controller']),
    verb: globs(fullVerbs),
    kind: globs(),
    code: oneOrMore({
      check: (value, path) =>
        typeof value === 'number' || typeof value === 'string'
          ? []
          : must(path, 'a status code such as 409 or "4*"', value),
      schema: {},
    }),
    controller: globs(),
    wrote: flag,
    answered: flag,
    after: whole(0),
  } satisfies { readonly [member in keyof JournalFilter]: Shape },
  (given) => `{ kind: ${JSON.stringify(typeof given === 'string' ? given : 'Lease')} }`,
)

/**
 * Makes the predicate of a filter.
 *
 * @throws TypeError for an invalid filter
 */
export function createFilter(filter: JournalFilter | undefined, kindProblem: KindProblem): Test {
  const tests = checkedTests(filter, kindProblem)
  return (entry) => tests.every(([, matches]) => matches(entry))
}

/**
 * Makes the predicate that tells whether a filter may have matched requests of a sort that are no longer held.
 *
 * @throws TypeError for an invalid filter
 */
export function createLostFilter(filter: JournalFilter = {}, kindProblem: KindProblem): Test<LostSort> {
  checkFilter(filter, kindProblem)
  const tests = sortTests(filter)
  return (sort) => sort.newest > (filter.after ?? 0) && tests.every(([, matches]) => matches(sort))
}

/** Returns a function that names the members of a filter that a request does not match. */
export function createMismatch(filter: JournalFilter): (entry: JournalEntry) => readonly (keyof JournalFilter)[] {
  const tests = testsOf(filter)
  return (entry) => tests.flatMap(([member, matches]) => (matches(entry) ? [] : [member]))
}

function checkedTests(filter: JournalFilter = {}, kindProblem: KindProblem): Tests {
  checkFilter(filter, kindProblem)
  return testsOf(filter)
}

function checkFilter(filter: JournalFilter, kindProblem: KindProblem): void {
  const { kind: kinds } = typeof filter === 'object' ? filter : {}
  failProblems('journal.requests', [
    ...filterShape.check(filter, []),
    ...[kinds ?? []].flat().flatMap((word) => {
      const problem = typeof word === 'string' ? kindProblem(word) : undefined
      return problem === undefined ? [] : [{ path: ['kind'], text: problem }]
    }),
  ])
}

function* eachTest(filter: JournalFilter): Iterable<Tests[number]> {
  const { code, wrote, answered, after } = filter
  yield* sortTests(filter)
  for (const name of TEXTS) {
    const globs = filter[name]
    if (globs !== undefined) yield [name, textTest((entry: JournalEntry) => entry[name], globs)]
  }
  if (code !== undefined) yield ['code', textTest((entry: JournalEntry) => String(entry.code ?? ''), codes(code))]
  if (wrote !== undefined) yield ['wrote', (entry) => entry.revisions.length > 0 === wrote]
  if (answered !== undefined) yield ['answered', (entry) => (entry.reply !== undefined) === answered]
  if (after !== undefined) yield ['after', (entry) => entry.sequence > after]
}

const testsOf = (filter: JournalFilter): Tests => [...eachTest(filter)]

/** Returns the tests of the members that a request's sort decides. */
const sortTests = (filter: JournalFilter): Tests<RequestSort> => [...eachSortTest(filter)]

function* eachSortTest(filter: JournalFilter): Iterable<Tests<RequestSort>[number]> {
  const { verb, kind, controller } = filter
  if (verb !== undefined) yield ['verb', textTest((sort: RequestSort) => sort.verb ?? '', verb)]
  if (kind !== undefined) {
    const matches = createKindTest(kind)
    yield [
      'kind',
      ({ kind, resource, apiVersion }) => matches({ kind, plural: resource, group: splitApiVersion(apiVersion)[0] }),
    ]
  }
  for (const name of SORT_TEXTS) {
    const globs = filter[name]
    if (globs !== undefined) yield [name, textTest((sort: RequestSort) => sort[name], globs)]
  }
  if (controller !== undefined)
    yield ['controller', textTest((sort: RequestSort) => sort.by?.controller ?? '', controller)]
}

function textTest<T>(textOf: (entry: T) => string, globs: Globs): Test<T> {
  const matches = createGlobTest(globs)
  return (entry) => matches(textOf(entry))
}

const codes = (code: Exclude<JournalFilter['code'], undefined>): readonly string[] =>
  (typeof code === 'object' ? code : [code]).map((each: number | string) => String(each))
