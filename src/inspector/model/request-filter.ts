import type { BundleRequest } from '../../cluster/bundle/types.js'
import { causeOfRequest } from './causes.js'
import { compare } from './kinds.js'
import type { Where } from './place.js'

/** A filter of requests. Empty strings match everything; without `controllers`, requests of clients only. */
type RequestFilter = Pick<Where, 'requests' | 'client' | 'verb' | 'asked' | 'status' | 'controllers'>

/** The members of requests that filters choose from. */
export type Choice = 'client' | 'verb' | 'asked' | 'status'

/** How a member is read from a request. */
const MEMBERS: { readonly [choice in Choice]: (request: BundleRequest) => string } = {
  client: (request) => causeOfRequest(request).name,
  verb: ({ verb, method }) => verb ?? method.toLowerCase(),
  asked: ({ kind, resource }) => kind || resource,
  status: ({ code }) => (code === undefined ? 'none' : String(code)),
}
const CHOICES = Object.keys(MEMBERS) as readonly Choice[] // those of the object above

/** Tells whether a controller made a request. */
const isControllers = (request: BundleRequest): boolean => causeOfRequest(request).type === 'controller'

/** Returns the requests that match a filter, newest first. */
export function filterRequests(requests: readonly BundleRequest[], filter: RequestFilter): readonly BundleRequest[] {
  const words = filter.requests.toLowerCase().split(/\s+/).filter(Boolean)
  return requests
    .filter(
      (request) =>
        (filter.controllers !== '' || !isControllers(request)) &&
        CHOICES.every((choice) => isChosen(filter[choice], MEMBERS[choice](request))) &&
        hasWords(request, words),
    )
    .reverse()
}

/** Tells whether a value is the chosen one, or of its class, such as `4xx`. */
const isChosen = (chosen: string, value: string): boolean =>
  chosen === '' ||
  chosen === value ||
  (chosen.endsWith('xx') && value.length === 3 && value.startsWith(chosen[0] ?? ''))

/** Tells whether all words occur in the client, method, path, code, reason or hooks of a request. */
function hasWords(request: BundleRequest, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { method, path, code = '', reason, hooks } = request
  const sites = hooks.map(({ site }) => `hook ${site}`).join(' ')
  const line = `${causeOfRequest(request).name} ${method} ${path} ${code} ${reason} ${sites}`.toLowerCase()
  return words.every((word) => line.includes(word))
}

/** Returns what a filter can choose from: the values among requests, in order; for replies, their classes first. */
export function choicesOf(
  requests: readonly BundleRequest[],
  choice: Choice,
  { controllers }: Pick<RequestFilter, 'controllers'>,
): readonly string[] {
  const found = new Set<string>()
  for (const request of requests) if (controllers !== '' || !isControllers(request)) found.add(MEMBERS[choice](request))
  found.delete('')
  const values = [...found].sort(compare)
  if (choice !== 'status') return values
  return [...new Set(values.filter((value) => value !== 'none').map((value) => `${value[0]}xx`)), ...values]
}
