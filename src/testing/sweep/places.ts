import type { HookRecord } from '../../hooks/actions.js'
import type { RequestMatch } from '../../hooks/match.js'
import { splitApiVersion } from '../../base/api-version.js'
import { formatRequest } from '../../journal/format.js'
import type { JournalEntry } from '../../journal/types.js'
import type { Fault } from './faults.js'

/** A fault at a request of the undisturbed run. */
export type Place = {
  /** The fault and the request in words: `conflict at #3 kubectl: PUT /apis/…`. */
  readonly fault: string
  /** The request's index among the scenario's requests. */
  readonly at: number
  /** What brings the fault about, on this request of all that are like it. */
  readonly hook: HookRecord
}

/**
 * The requests that count for a sweep: those for objects that a scenario made itself, not its discovery and not
 * controllers'.
 */
export const ownRequests = (requests: readonly JournalEntry[]): readonly JournalEntry[] =>
  requests.filter(({ via, verb }) => via !== 'controller' && verb !== undefined)

/** Each request with each fault that fits it. A watch is disturbed once, however often it was opened. */
export function placesOf(requests: readonly JournalEntry[], faults: readonly Fault[]): readonly Place[] {
  const seen = new Set<string>()
  const matches = requests.map(matchOf)
  const texts = matches.map((match) => JSON.stringify(match))
  return requests.flatMap((request, at) =>
    faults.flatMap((fault) => {
      const match = matches[at]
      if (!match || !fault.fits(request)) return []
      const skip = texts.slice(0, at).filter((text) => text === texts[at]).length
      const hook = fault.hook(match, { ...(skip > 0 ? { skip } : {}), times: 1 })
      const script = JSON.stringify(hook)
      if (seen.has(script)) return []
      seen.add(script)
      return [{ fault: `${fault.name} at #${at + 1} ${formatRequest(request)}`, at, hook }]
    }),
  )
}

function matchOf({
  verb,
  kind,
  apiVersion,
  namespace,
  name,
  subresource,
}: JournalEntry): (RequestMatch & { readonly verb: string }) | undefined {
  if (verb === undefined) return undefined
  const [group] = splitApiVersion(apiVersion)
  return {
    verb,
    kind: group === '' ? kind : `${kind}.${group}`,
    ...(subresource === '' ? {} : { subresource: subresource as 'status' }), // any subresource's name is a pattern
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { name }),
  }
}
