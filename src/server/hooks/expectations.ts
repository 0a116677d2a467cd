import type { Call } from '../../model/call/call.js'
import { type Count, noCount } from './frequency.js'
import type { Hook } from './hook.js'
import { subjectOf } from './subject.js'
import type { UnexpectedRequest } from './types.js'

/** The maximum number of unexpected requests that are kept. */
const MOST = 100

/** Counts a request towards the expectation it meets, or adds it to the unexpected requests. */
export function noteRequest(
  expected: readonly Hook<'expect'>[],
  counts: ReadonlyMap<Hook, Count>,
  unexpected: readonly UnexpectedRequest[],
  call: Call,
): readonly UnexpectedRequest[] {
  const subject = subjectOf(call)
  for (const hook of expected) {
    const count = counts.get(hook)
    if (!count || !hook.test(subject) || (hook.options.times !== undefined && count.calls >= hook.options.times))
      continue
    count.calls++
    return unexpected
  }
  // Every client reads discovery, so expecting some requests does not make these unexpected.
  if (call.path !== undefined) return unexpected
  return call.client === 'test' || unexpected.length >= MOST ? unexpected : [...unexpected, describeRequest(call)]
}

function describeRequest({ target, userAgent }: Call): UnexpectedRequest {
  const { verb, def, namespace, name, subresource } = target
  return { verb, kind: def.kind, namespace, name, subresource: subresource === 'main' ? '' : subresource, userAgent }
}

/**
 * Returns what is unmet, one sentence each: hooks that never fired, expectations met too seldom, and unexpected
 * requests.
 */
export function unmet(
  hooks: readonly Hook[],
  counts: ReadonlyMap<Hook, Count>,
  unexpected: readonly UnexpectedRequest[],
): readonly string[] {
  const late = hooks.flatMap((hook) => {
    const {
      phase,
      match,
      site,
      options: { times },
    } = hook
    const { calls } = counts.get(hook) ?? noCount()
    if (phase !== 'expect') return calls > 0 ? [] : [`${site}: ${phase} ${flow(match)} never fired`]
    if (calls >= (times ?? 1)) return []
    return [
      `${site}: expected ${flow(match)} ${times === undefined ? 'never came' : `came ${calls} of ${times} times`}`,
    ]
  })
  return [...late, ...unexpected.map((request) => `nobody expected ${requestText(request)}`)]
}

const requestText = ({ verb, kind, subresource, namespace, name, userAgent }: UnexpectedRequest): string =>
  [
    verb,
    subresource ? `${kind}/${subresource}` : kind,
    [namespace, name].filter(Boolean).join('/'),
    userAgent && `by ${userAgent}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Formats a match as in scripts: `{ verb: update, kind: Lease }`. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && /^[\w*?./-]+$/.test(value) ? value : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${name}: ${flow(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
