import type { Identified } from '../../model/registry/account-tokens.js'
import { type AccessRequest, type Authorizer, type Decision, isAllowed } from '../../model/registry/authorizer.js'
import type { Note } from '../journal/note.js'

/** A decision on a request, with what follows from it. */
export type Judgement = {
  readonly request: AccessRequest
  readonly decision: Decision
  readonly isAllowed: boolean
  /** Counts the request. */
  readonly use: Use | undefined
  readonly annotations: NonNullable<Note['annotations']>
}

/** Decides on requests, and remembers the decisions as long as they hold. */
export type Judgements = {
  /** `key` stands for the request among those of a user; it is read only if it is new. */
  readonly judge: (user: Identified, key: string, read: () => AccessRequest) => Judgement
  readonly clear: () => void
}

type OfUser = Map<string, Judgement>

/** The number of judgements that are kept for a user, and of users. */
const MOST_KEPT = 1000

/** Makes judgements, which hold as long as `state` gives the same for a user; undefined is never the same. */
export function createJudgements(
  decide: Authorizer,
  state: (user: Identified) => object | undefined,
  usage: Usage,
): Judgements {
  let held: object | undefined
  let ofNames = new Map<string, OfUser>()
  // Most requests come with an object that is known.
  let ofUsers = new WeakMap<Identified, OfUser>()
  const clear = () => {
    ofNames = new Map()
    ofUsers = new WeakMap()
  }
  const knownOf = (user: Identified): OfUser => {
    const known = ofUsers.get(user)
    if (known) return known
    const name = JSON.stringify([user.name, user.groups])
    let found = ofNames.get(name)
    if (!found) {
      if (ofNames.size >= MOST_KEPT) ofNames.clear()
      ofNames.set(name, (found = new Map()))
    }
    ofUsers.set(user, found)
    return found
  }
  return {
    clear,
    judge(user, key, read) {
      const now = state(user)
      if (now === undefined) return judgementOn(decide, usage, user, read())
      if (now !== held) {
        held = now
        clear()
      }
      const known = knownOf(user)
      const found = known.get(key)
      if (found) return found
      const made = judgementOn(decide, usage, user, read())
      if (known.size >= MOST_KEPT) known.clear()
      known.set(key, made)
      return made
    },
  }
}

const DECISION = 'authorization.k8s.io/decision'
const REASON = 'authorization.k8s.io/reason'

function judgementOn(decide: Authorizer, usage: Usage, user: Identified, request: AccessRequest): Judgement {
  const decision = decide(user, request)
  const allowed = isAllowed(decision)
  return {
    request,
    decision,
    isAllowed: allowed,
    use: usage.of(user, request),
    annotations: { [DECISION]: allowed ? 'allow' : 'forbid', [REASON]: decision.reason },
  }
}

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
