import type { BundleChange, BundleRequest, BundleWriter } from '../../cluster/bundle/types.js'

/**
 * The originator of a change or a request: a client (by its user agent), a controller, or a hook that acted on the
 * request.
 */
export type Cause = { readonly type: 'client' | 'controller' | 'hook' | 'none'; readonly name: string }

/** The cause of changes without a known originator. */
const NO_REQUEST: Cause = { type: 'none', name: 'no request' }

/** Returns the originator of a request. */
export function causeOfRequest({ via, by, userAgent, manager, user }: BundleRequest): Cause {
  if (by) return { type: 'controller', name: by.controller }
  if (via === 'controller') return { type: 'controller', name: manager }
  return { type: 'client', name: agentName(userAgent) || manager || user || 'unknown' }
}

/**
 * Returns the first part of a user agent: `kubectl` for `kubectl/v1.33.1 (linux/amd64) kubernetes/abc`; `Browser` for
 * one that starts as those of all browsers.
 */
export function agentName(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) return 'Browser'
  return /^[^/\s]+/.exec(userAgent)?.[0] ?? ''
}

/** Returns a function that finds the cause of a change among requests. */
export function createCauses(requests: readonly BundleRequest[]): (change: BundleChange) => Cause {
  const bySequence = new Map(requests.map((request) => [request.sequence, request]))
  return ({ request, by }) => {
    const made = request === undefined ? undefined : bySequence.get(request)
    return made ? causeOfRequest(made) : by ? causeOfWriter(by) : NO_REQUEST
  }
}

function causeOfWriter({ manager, controller }: BundleWriter): Cause {
  if (controller !== undefined) return { type: 'controller', name: controller }
  return manager === 'fixtures' ? { type: 'none', name: manager } : { type: 'client', name: manager }
}

/**
 * Returns distinct causes in order of their first occurrence, each with the number of its colour; 0 for unknown
 * originators.
 */
export function listCauses(
  causes: Iterable<Cause>,
): ReadonlyMap<string, { readonly cause: Cause; readonly color: number }> {
  const found = new Map<string, { cause: Cause; color: number }>()
  for (const cause of causes) {
    const key = causeKey(cause)
    if (!found.has(key)) found.set(key, { cause, color: cause.type === 'none' ? 0 : 1 + (found.size % COLORS) })
  }
  return found
}

/** The number of colours in the stylesheet. */
const COLORS = 12

/** Returns a unique key of a cause. */
export const causeKey = ({ type, name }: Cause): string => `${type}:${name}`
