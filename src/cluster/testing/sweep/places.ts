import type { HookRecord } from '../../../server/hooks/actions.js'
import type { RequestMatch } from '../../../server/hooks/match.js'
import { splitApiVersion } from '../../../model/registry/type-meta.js'
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
      const before = requests.slice(0, at).filter((_, i) => texts[i] === texts[at])
      return targetsOf(fault, request, before).flatMap(({ webhook, skip }) => {
        const target = webhook === undefined ? match : { ...match, webhook }
        const hook = fault.hook(target, { ...(skip > 0 ? { skip } : {}), times: 1 })
        const script = JSON.stringify(hook)
        if (seen.has(script)) return []
        seen.add(script)
        const where = webhook === undefined ? '' : `, ${webhook}`
        return [{ fault: `${fault.name} at #${at + 1} ${formatRequest(request)}${where}`, at, hook }]
      })
    }),
  )
}

/** What a fault acts on, and how many such come before it. */
type FaultTarget = { readonly webhook?: string; readonly skip: number }

/** Returns what a fault acts on at a request, with like requests before: the request, or each of its webhooks. */
function targetsOf(
  { on }: Fault,
  { webhooks = [] }: JournalEntry,
  before: readonly JournalEntry[],
): readonly FaultTarget[] {
  if (on !== 'webhooks') return [{ skip: before.length }]
  const called = before.flatMap((request) => request.webhooks ?? [])
  return [...new Set(webhooks.map(({ webhook }) => webhook))].map((webhook) => ({
    webhook,
    skip: called.filter((call) => call.webhook === webhook).length,
  }))
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
