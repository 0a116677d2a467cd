import type { Identified } from '../../model/registry/account-tokens.js'
import { type AccessRequest, type Authorizer, type Decision, isAllowed } from '../../model/registry/authorizer.js'
import type { Note } from '../journal/note.js'
import { MOST_KEPT, createKeptOfUsers } from './users.js'

/** A decision on a request, with what follows from it. */
export type Judgement = {
  readonly request: AccessRequest
  readonly decision: Decision
  readonly isAllowed: boolean
  /** Counts the request. */
  readonly use: Use | undefined
  readonly annotations: NonNullable<Note['annotations']>
  /** The state at which it was last known to hold; undefined if it holds only once. */
  state: object | undefined
  /** What the decision depended on. */
  readonly grounds: readonly object[]
}

/** What decisions depend on. */
type Grounds = {
  /** Makes what returns the same as long as no decision on this user can change; undefined is never the same. */
  readonly stateFor: (user: Identified) => () => object | undefined
  /** Returns the same, at another state too, as long as the decision on this request does not change. */
  readonly of: (user: Identified, request: AccessRequest) => readonly object[]
}

/** Decides on requests, and remembers the decisions as long as they hold. */
export type Judgements = {
  /** `scope` and `name` stand for the request among those of a user; it is read only if it is new. */
  readonly judge: (user: Identified, scope: readonly unknown[], name: string, read: () => AccessRequest) => Judgement
  readonly clear: () => void
}

/** Makes judgements, which hold as long as their grounds. */
export function createJudgements(decide: Authorizer, grounds: Grounds, usage: Usage): Judgements {
  const kept = createKeptOfUsers((user): Judged => ({ ...nothingJudged(), state: grounds.stateFor(user) }))
  const judged = (user: Identified, request: AccessRequest, use: Use | undefined, state?: object): Judgement => {
    const decision = decide(user, request)
    const allowed = isAllowed(decision)
    const annotations = { [DECISION]: allowed ? 'allow' : 'forbid', [REASON]: decision.reason }
    const on = state ? grounds.of(user, request) : []
    return { request, decision, isAllowed: allowed, use, annotations, state, grounds: on }
  }
  const holds = (found: Judgement, user: Identified, now: object): boolean => {
    if (found.state === now) return true
    if (!found.state || !isSame(found.grounds, grounds.of(user, found.request))) return false
    found.state = now
    return true
  }
  return {
    clear: kept.clear,
    judge(user, scope, name, read) {
      const judgements = kept.of(user)
      const now = judgements.state()
      let place = nextTo(scopeIn(judgements, scope), name)
      const found = place.judgement
      if (found && now && holds(found, user, now)) return found
      if (!found && ++judgements.count > MOST_KEPT) {
        Object.assign(judgements, nothingJudged(), { count: 1 })
        place = nextTo(scopeIn(judgements, scope), name)
      }
      const request = found ? found.request : read()
      return (place.judgement = judged(user, request, found ? found.use : usage.of(user, request), now))
    },
  }
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, i) => one === others[i])

/** Where a judgement is kept, by the parts that stand for it: to look up each takes less time than to join them. */
type Kept = { judgement: Judgement | undefined; readonly next: Map<unknown, Kept> }

/** The judgements on a user: where they begin, and the scope of the last one, which is mostly that of the next. */
type Judged = Remembered & { readonly state: () => object | undefined }
type Remembered = { first: Kept; scope: readonly unknown[]; last: Kept; count: number }

function nothingJudged(): Remembered {
  const first = emptyPlace()
  return { first, scope: [], last: first, count: 0 }
}

const emptyPlace = (): Kept => ({ judgement: undefined, next: new Map() })

function scopeIn(judged: Remembered, scope: readonly unknown[]): Kept {
  if (!isSame(judged.scope, scope)) {
    judged.last = scope.reduce(nextTo, judged.first)
    judged.scope = scope
  }
  return judged.last
}

function nextTo({ next }: Kept, part: unknown): Kept {
  let place = next.get(part)
  if (!place) next.set(part, (place = emptyPlace()))
  return place
}

const DECISION = 'authorization.k8s.io/decision'
const REASON = 'authorization.k8s.io/reason'

/** Something that a user did, or was refused. */
export type Use = {
  readonly user: string
  /** The user's groups when it was first asked for. */
  readonly groups: readonly string[]
  readonly request: AccessRequest
  /** Whether the authorizers allowed it, each time. */
  allowed: boolean
  /** How often it was asked for. */
  count: number
}

/** What users did and were refused. */
export type Usage = {
  /** Returns the record of something that a user asks for, which the caller counts; undefined if none is kept. */
  readonly of: (user: Identified, request: AccessRequest) => Use | undefined
  /** Returns what was done, in the order in which it was first done. */
  readonly list: () => readonly Readonly<Use>[]
  readonly clear: () => void
}

/** The number of different things that are kept; what is new after that is not. */
const MOST_USES = 100_000

/** Makes an empty record. Members of `system:masters` are not kept: no role is asked for them. */
export function createUsage(): Usage {
  const uses = new Map<string, Use>()
  return {
    of(user, request) {
      if (user.groups.includes('system:masters')) return undefined
      const key = `${user.name} ${keyOf(request)}`
      const known = uses.get(key)
      if (known || uses.size >= MOST_USES) return known
      const use: Use = { user: user.name, groups: user.groups, request, allowed: true, count: 0 }
      uses.set(key, use)
      return use
    },
    list: () => [...uses.values()],
    clear: () => uses.clear(),
  }
}

const keyOf = (request: AccessRequest): string =>
  request.path === undefined
    ? [request.verb, request.group, request.resource, request.subresource, request.namespace, request.name].join(' ')
    : `${request.verb} ${request.path}`
