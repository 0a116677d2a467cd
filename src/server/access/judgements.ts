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
  /** What the decision depended on. */
  readonly state: object | undefined
}

/** Decides on requests, and remembers the decisions as long as they hold. */
export type Judgements = {
  /** `path` stands for the request among those of a user; it is read only if it is new. */
  readonly judge: (user: Identified, path: readonly unknown[], read: () => AccessRequest) => Judgement
  readonly clear: () => void
}

/** Makes judgements, which hold as long as `state` gives the same for a user; undefined is never the same. */
export function createJudgements(
  decide: Authorizer,
  state: (user: Identified) => object | undefined,
  usage: Usage,
): Judgements {
  const kept = createKeptOfUsers((): Judged => ({ first: nothingJudged(), count: 0 }))
  const judged = (user: Identified, request: AccessRequest, use: Use | undefined, now?: object): Judgement => {
    const decision = decide(user, request)
    const allowed = isAllowed(decision)
    const annotations = { [DECISION]: allowed ? 'allow' : 'forbid', [REASON]: decision.reason }
    return { request, decision, isAllowed: allowed, use, annotations, state: now }
  }
  return {
    clear: kept.clear,
    judge(user, path, read) {
      const now = state(user)
      const known = kept.of(user)
      let place = placeIn(known.first, path)
      const found = place.judgement
      if (found && found.state === now && now) return found
      if (!found && ++known.count > MOST_KEPT) {
        known.count = 1
        place = placeIn((known.first = nothingJudged()), path)
      }
      const request = found ? found.request : read()
      return (place.judgement = judged(user, request, found ? found.use : usage.of(user, request), now))
    },
  }
}

/** Where a judgement is kept, by the parts of its path: to look up each takes less time than to join them. */
type JudgedAt = { judgement: Judgement | undefined; readonly next: Map<unknown, JudgedAt> }
type Judged = { first: JudgedAt; count: number }

const nothingJudged = (): JudgedAt => ({ judgement: undefined, next: new Map() })

function placeIn(first: JudgedAt, path: readonly unknown[]): JudgedAt {
  let place = first
  for (const part of path) {
    let next = place.next.get(part)
    if (!next) place.next.set(part, (next = nothingJudged()))
    place = next
  }
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
