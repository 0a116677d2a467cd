import type { HookRecord } from '../../../server/hooks/actions.js'
import type { RequestMatch } from '../../../server/hooks/match.js'
import { splitApiVersion } from '../../../model/registry/api-version.js'
import { formatRequest } from '../../../server/journal/format.js'
import type { JournalFilter } from '../../../server/journal/filter.js'
import type { Journal } from '../../../server/journal/journal.js'
import type { JournalEntry } from '../../../server/journal/types.js'
import type { Fault } from './faults.js'

/** A fault at a request of the undisturbed run. */
export type Place = {
  /** The fault and the request as text: `conflict at #3 kubectl: PUT /apis/…`. */
  readonly fault: string
  /** The request's index among the scenario's requests. */
  readonly at: number
  /** The hook that injects the fault into this one of all matching requests. */
  readonly hook: HookRecord
}

/** The requests of the program, without those of the scenario's cluster methods and of controllers. */
export const OWN: JournalFilter = { via: 'http' }

/** Returns the requests that a sweep disturbs: those of the program for objects, without discovery. */
export const ownRequests = (journal: Pick<Journal, 'requests'>): readonly JournalEntry[] =>
  journal.requests(OWN).filter(({ verb }) => verb !== undefined)

/** Returns each request with each fault that applies to it. A watch is disturbed once, however often it was opened. */
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
    // The name of any subresource is a valid pattern.
    ...(subresource === '' ? {} : { subresource: subresource as 'status' }),
    ...(namespace === '' ? {} : { namespace }),
    // What is created may get another name in each run.
    ...(name === '' || verb === 'create' ? {} : { name }),
  }
}
