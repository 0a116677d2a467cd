import { splitApiVersion } from '../base/api-version.js'
import { type Globs, createGlobTest } from '../base/glob.js'
import { failProblems, optionsOf } from '../check/arguments.js'
import { type Shape, flag, must, whole } from '../check/shape.js'
import { globs, oneOrMore } from '../check/shapes.js'
import type { KindProblem } from '../registry/kind-words.js'
import { fullVerbs } from '../registry/verb.js'
import { subresourceWords } from '../registry/subresource-name.js'
import { createKindTest } from '../select/object-match.js'
import type { RequestVerb } from '../api/target.js'
import type { JournalEntry, Via } from './types.js'

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

type Test = (entry: JournalEntry) => boolean

const TEXTS = [
  'apiVersion',
  'subresource',
  'namespace',
  'name',
  'manager',
  'userAgent',
  'user',
  'method',
  'path',
  'reason',
  'via',
] as const
const filterShape = optionsOf(
  {
    ...Object.fromEntries(TEXTS.map((name) => [name, globs()])),
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
export function createFilter(filter: JournalFilter = {}, kindProblem: KindProblem): Test {
  const { kind: kinds } = typeof filter === 'object' ? filter : {}
  failProblems('journal.requests', [
    ...filterShape.check(filter, []),
    ...[kinds ?? []].flat().flatMap((word) => {
      const problem = typeof word === 'string' ? kindProblem(word) : undefined
      return problem === undefined ? [] : [{ path: ['kind'], text: problem }]
    }),
  ])
  const { verb, kind, code, controller, wrote, answered, after = 0 } = filter
  const tests: Test[] = TEXTS.flatMap((name) =>
    filter[name] === undefined ? [] : [textTest(filter[name], (entry) => entry[name])],
  )
  if (verb !== undefined) tests.push(textTest(verb, (entry) => entry.verb ?? ''))
  if (code !== undefined) tests.push(textTest(codes(code), (entry) => String(entry.code ?? '')))
  if (controller !== undefined) tests.push(textTest(controller, (entry) => entry.by?.controller ?? ''))
  if (wrote !== undefined) tests.push((entry) => entry.revisions.length > 0 === wrote)
  if (answered !== undefined) tests.push((entry) => (entry.reply !== undefined) === answered)
  if (kind !== undefined) {
    const matches = createKindTest(kind)
    tests.push((entry) =>
      matches({ kind: entry.kind, plural: entry.resource, group: splitApiVersion(entry.apiVersion)[0] }),
    )
  }
  return (entry) => entry.sequence > after && tests.every((matches) => matches(entry))
}

function textTest(globs: Globs, textOf: (entry: JournalEntry) => string): Test {
  const matches = createGlobTest(globs)
  return (entry) => matches(textOf(entry))
}

const codes = (code: Exclude<JournalFilter['code'], undefined>): readonly string[] =>
  (typeof code === 'object' ? code : [code]).map((each: number | string) => String(each))
