import type { BundleChange, BundleRequest, BundleWriter } from '../../bundle/types.js'

/**
 * Who caused a change or made a request: a client by its user agent, a controller, or a hook that acted on the request.
 */
export type Cause = { readonly type: 'client' | 'controller' | 'hook' | 'none'; readonly name: string }

/** Of changes of which nothing says who made them. */
const NO_REQUEST: Cause = { type: 'none', name: 'no request' }

/** Who made a request. */
export function causeOfRequest({ via, by, userAgent, manager, user }: BundleRequest): Cause {
  if (by) return { type: 'controller', name: by.controller }
  if (via === 'controller') return { type: 'controller', name: manager }
  return { type: 'client', name: agentName(userAgent) || manager || user || 'unknown' }
}

/**
 * The name a user agent begins with: `kubectl`, of `kubectl/v1.33.1 (linux/amd64) kubernetes/abc`; `Browser` for what
 * begins as all browsers do.
 */
export function agentName(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) return 'Browser'
  return /^[^/\s]+/.exec(userAgent)?.[0] ?? ''
}

/** Makes what tells who caused a change, by the requests there are. */
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
 * Causes in the order they are first met, each with the number of its colour: controllers and clients have ranges of
 * their own.
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

/** How many colours there are for causes; the styles have them. */
const COLORS = 12

/** What tells causes apart. */
export const causeKey = ({ type, name }: Cause): string => `${type}:${name}`
