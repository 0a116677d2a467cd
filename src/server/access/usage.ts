import type { Identified } from '../../model/registry/account-tokens.js'
import { type AccessRequest, type Decision, isAllowed } from '../../model/registry/authorizer.js'

/** Something that a user did, or was refused. */
export type Use = {
  readonly user: string
  readonly request: AccessRequest
  /** Whether the authorizers allow it. */
  readonly allowed: boolean
  /** How often it was asked for. */
  readonly count: number
}

/** What users did and were refused. */
export type Usage = {
  readonly note: (user: Identified, request: AccessRequest, decision: Decision) => void
  /** Returns what was done, in the order in which it was first done. */
  readonly list: () => readonly Use[]
  readonly clear: () => void
}

/** The number of different things that are kept; what is new after that is not. */
const MOST_KEPT = 100_000

/** Makes an empty record. Members of `system:masters` are not kept: no role is asked for them. */
export function createUsage(): Usage {
  const uses = new Map<string, { -readonly [member in keyof Use]: Use[member] }>()
  return {
    note(user, request, decision) {
      if (user.groups.includes('system:masters')) return
      const key = `${user.name} ${keyOf(request)}`
      const known = uses.get(key)
      if (known) {
        known.count++
        known.allowed &&= isAllowed(decision)
      } else if (uses.size < MOST_KEPT)
        uses.set(key, { user: user.name, request, allowed: isAllowed(decision), count: 1 })
    },
    list: () => [...uses.values()],
    clear: () => uses.clear(),
  }
}

const keyOf = (request: AccessRequest): string =>
  request.path === undefined
    ? [request.verb, request.group, request.resource, request.subresource, request.namespace, request.name].join(' ')
    : `${request.verb} ${request.path}`
